#include "xeforge/toolchain/unreached.hpp"

#include "xeforge/toolchain/ir_text.hpp"

#include <string_view>
#include <unordered_map>

namespace xeforge::toolchain {
namespace {

constexpr std::string_view annotation_section = ", section \"llvm.metadata\"";

struct Lines {
  std::size_t first, last; // both included
};

bool is_kernel(std::string_view line) {
  return line.starts_with("define ") && line.find(" spir_kernel ") < line.find('@');
}

// Functions, declarations and variables by their symbols.
std::unordered_map<std::string, Lines> definitions(const std::vector<std::string>& lines) {
  std::unordered_map<std::string, Lines> found;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = lines[i];
    if (line.starts_with('@') || line.starts_with("declare "))
      found.try_emplace(std::string(defined_symbol(line)), i, i);
    if (!line.starts_with("define "))
      continue;
    std::size_t last = i;
    while (last + 1 < lines.size() && lines[last] != "}")
      ++last;
    found.try_emplace(std::string(defined_symbol(line)), i, last);
    i = last;
  }
  return found;
}

} // namespace

std::map<std::string, std::size_t> reached_symbols(const std::vector<std::string>& lines) {
  const auto defined = definitions(lines);
  std::map<std::string, std::size_t> reached;
  std::vector<std::string> open;
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (is_kernel(lines[i]) && reached.try_emplace(std::string(defined_symbol(lines[i])), i).second)
      open.emplace_back(defined_symbol(lines[i]));
  for (std::size_t next = 0; next < open.size(); ++next) {
    const auto found = defined.find(open[next]);
    if (found == defined.end())
      continue;
    for (std::size_t i = found->second.first; i <= found->second.last; ++i)
      for (auto at = lines[i].find('@'); at != std::string::npos; at = lines[i].find('@', at + 1)) {
        std::string symbol(symbol_at(lines[i], at));
        if (defined.contains(symbol) && reached.try_emplace(symbol, i).second)
          open.push_back(std::move(symbol));
      }
  }
  return reached;
}

void remove_unreached(std::vector<std::string>& lines) {
  const auto reached = reached_symbols(lines);
  if (reached.empty())
    return;
  for (const auto& [symbol, place] : definitions(lines)) {
    // Annotations are read and dropped by others (private_variables.cpp); they make nothing reached.
    if (reached.contains(symbol) || lines[place.first].find(annotation_section) != std::string::npos)
      continue;
    for (std::size_t i = place.first; i <= place.last; ++i)
      lines[i].clear();
  }
}

} // namespace xeforge::toolchain
