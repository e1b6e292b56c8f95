#include "xeforge/toolchain/ir_text.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <memory>

#include <cxxabi.h>

namespace xeforge::toolchain {
namespace {

constexpr std::string_view spaces = " \t";

std::string_view trimmed(std::string_view text) {
  const auto start = text.find_first_not_of(spaces);
  if (start == text.npos)
    return {};
  return text.substr(start, text.find_last_not_of(spaces) - start + 1);
}

bool opens(char c) { return c == '(' || c == '<' || c == '[' || c == '{'; }
bool closes(char c) { return c == ')' || c == '>' || c == ']' || c == '}'; }

// Calls at(position) for each character that stands outside brackets and quotes.
template <class Function>
void for_each_outside(std::string_view text, Function at) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"')
      quoted = !quoted;
    if (quoted)
      continue;
    if (closes(c) && depth > 0)
      --depth;
    if (depth == 0)
      at(i);
    if (opens(c))
      ++depth;
  }
}

std::vector<std::string_view> split_outside(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  std::size_t start = 0;
  for_each_outside(text, [&](std::size_t i) {
    if (text[i] == separator) {
      parts.push_back(trimmed(text.substr(start, i - start)));
      start = i + 1;
    }
  });
  parts.push_back(trimmed(text.substr(start)));
  std::erase_if(parts, [](std::string_view part) { return part.empty(); });
  return parts;
}

IrArgument parse_argument(std::string_view text) {
  const auto words = split_outside(text, ' ');
  if (words.empty())
    return {};
  // "<4 x i1> splat (i1 true)": a constant of two words.
  if (words.size() > 2 && words[words.size() - 2] == "splat")
    return {words.front(), text.substr(static_cast<std::size_t>(words[words.size() - 2].data() - text.data()))};
  return {words.front(), words.size() > 1 ? words.back() : std::string_view()};
}

} // namespace

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::vector<std::string_view> split_list(std::string_view list) { return split_outside(list, ','); }

std::string_view symbol_at(std::string_view line, std::size_t position) {
  std::string_view rest = line.substr(position + 1);
  if (rest.starts_with('"'))
    return rest.substr(1, rest.find('"', 1) - 1);
  const auto end = rest.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.$-");
  return rest.substr(0, end);
}

std::string_view defined_symbol(std::string_view line) {
  const auto at = line.find('@');
  return at == line.npos ? std::string_view() : symbol_at(line, at);
}

std::string_view parameters_of(std::string_view line, std::string_view symbol) {
  if (symbol.empty())
    return {};
  const auto after = static_cast<std::size_t>(symbol.data() + symbol.size() - line.data());
  const auto open = line.find('(', after);
  if (open == line.npos)
    return {};
  int depth = 0;
  for (std::size_t i = open; i < line.size(); ++i) {
    if (line[i] == '(')
      ++depth;
    else if (line[i] == ')' && --depth == 0)
      return line.substr(open + 1, i - open - 1);
  }
  return {};
}

namespace {
// Where the word "call" stands as the instruction: "call ...", "tail call ...", "%5 = call ...".
std::size_t find_call(std::string_view text) {
  if (text.starts_with("call "))
    return 0;
  const std::string_view operation = text.substr(0, text.find_first_of("@\"(<"));
  return operation.find(" call ");
}
} // namespace

bool is_call(std::string_view line) { return find_call(trimmed(line)) != line.npos; }

std::optional<IrCall> parse_call(std::string_view line) {
  const std::string_view text = trimmed(line);
  const auto word = find_call(text);
  if (word == text.npos)
    return std::nullopt;
  const auto at = text.find('@', word);
  // What an indirect call or inline assembler calls has no symbol before the list; a function type in front of the
  // symbol ends in a parenthesis as well, so look at what the list of a direct call follows.
  const auto pointer = text.find(" %", word), assembler = text.find(" asm ", word);
  if (at == text.npos || at > pointer || at > assembler)
    return std::nullopt;
  IrCall call;
  call.callee = symbol_at(text, at);
  const auto before = split_outside(text.substr(word, at - word), ' ');
  call.type = before.back();
  if (text.starts_with('%'))
    call.result = text.substr(0, text.find(' '));
  for (const std::string_view part : split_list(parameters_of(text, call.callee)))
    call.arguments.push_back(parse_argument(part));
  return call;
}

IrVector vector_type(std::string_view type) {
  const auto times = type.find(" x ");
  if (!type.starts_with('<') || times == type.npos)
    return {1, type};
  int count = 0;
  std::from_chars(type.data() + 1, type.data() + times, count);
  const std::string_view element = type.substr(times + 3);
  return {count, element.substr(0, element.size() - 1)};
}

int element_bits(std::string_view element) {
  if (element == "half" || element == "bfloat")
    return 16;
  if (element == "float")
    return 32;
  if (element == "double")
    return 64;
  int bits = 0;
  if (element.starts_with('i'))
    std::from_chars(element.data() + 1, element.data() + element.size(), bits);
  return bits;
}

std::optional<long long> integer_constant(std::string_view value) {
  if (value == "true" || value == "false")
    return value == "true";
  long long number = 0;
  const auto [end, problem] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (problem != std::errc() || end != value.data() + value.size())
    return std::nullopt;
  return number;
}

std::string demangle(std::string_view symbol) {
  const std::string text(symbol);
  if (!symbol.starts_with("_Z")) // "x" alone would be the name of a type
    return text;
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> readable(abi::__cxa_demangle(text.c_str(), nullptr, nullptr, &status),
                                                        std::free);
  return status == 0 ? std::string(readable.get()) : text;
}

} // namespace xeforge::toolchain
