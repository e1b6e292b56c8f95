#include "xeforge/toolchain/binary/kernel_names.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <memory>
#include <vector>

#include <cxxabi.h>

namespace xeforge::toolchain {
namespace {

// The components of a readable name: "main::{lambda()#1}::Axpy<a::b, 8>" gives main, {lambda()#1}, Axpy<a::b, 8>.
std::vector<std::string_view> readable_components(std::string_view readable) {
  std::vector<std::string_view> components;
  std::size_t start = 0;
  int depth = 0;
  for (std::size_t i = 0; i + 1 < readable.size(); ++i) {
    const char c = readable[i];
    if (c == '(' || c == '<' || c == '{' || c == '[')
      ++depth;
    else if (c == ')' || c == '>' || c == '}' || c == ']')
      --depth;
    else if (depth == 0 && c == ':' && readable[i + 1] == ':') {
      components.push_back(readable.substr(start, i - start));
      start = i + 2;
    }
  }
  components.push_back(readable.substr(start));
  return components;
}

// Letters, digits and single "_", from a letter on.
std::string as_identifier(std::string_view text) {
  constexpr std::size_t most = 60; // file names are made of it
  std::string name;
  for (const char c : text)
    if (std::isalnum(static_cast<unsigned char>(c)))
      name += c;
    else if (!name.empty() && name.back() != '_')
      name += '_';
  name.resize(std::min(name.size(), most));
  while (name.ends_with('_'))
    name.pop_back();
  return name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) ? "kernel_" + name : name;
}

} // namespace

std::string demangle(std::string_view symbol) {
  const std::string text(symbol);
  if (!symbol.starts_with("_Z")) // "x" alone would be the name of a type
    return text;
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> readable(abi::__cxa_demangle(text.c_str(), nullptr, nullptr, &status),
                                                        std::free);
  return status == 0 ? std::string(readable.get()) : text;
}

std::string readable_name(std::string_view symbol) {
  std::string name = demangle(symbol);
  for (const std::string_view prefix : {"typeinfo name for ", "typeinfo for "})
    if (name.starts_with(prefix))
      name.erase(0, prefix.size());
  return name;
}

std::string short_name(std::string_view readable) {
  std::vector<std::string_view> components = readable_components(readable);
  if (!components.back().starts_with('{'))
    return as_identifier(components.back());
  while (components.size() > 1 && (components.back().starts_with('{') || components.back().starts_with("operator")))
    components.pop_back();
  const std::string_view function = components.back();
  return as_identifier(function.substr(0, function.find('('))) + "_kernel";
}

} // namespace xeforge::toolchain
