#include "xeforge/toolchain/local_offsets.hpp"

#include <map>
#include <optional>
#include <string_view>

namespace xeforge::toolchain {
namespace {

struct Conversion {
  std::string_view result, operand, rest; // "%9", "%8", what follows the second type
};

// "  %9 = OPERATION FROM %8 to TO...", the operation and its types given as they are written.
std::optional<Conversion> conversion(std::string_view line, std::string_view operation, std::string_view to) {
  const auto start = line.find(operation);
  if (!line.starts_with("  %") || start == line.npos)
    return std::nullopt;
  const std::string_view operands = line.substr(start + operation.size());
  const auto end = operands.find(to);
  if (end == operands.npos)
    return std::nullopt;
  return Conversion{line.substr(2, line.find(' ', 2) - 2), operands.substr(0, end), operands.substr(end + to.size())};
}

} // namespace

void take_local_offsets(std::vector<std::string>& lines, std::size_t first, std::size_t last) {
  std::map<std::string, std::string, std::less<>> local; // generic pointers and their numbers: the pointers they are of
  for (std::size_t i = first; i < last; ++i) {
    if (const auto cast = conversion(lines[i], " = addrspacecast ptr addrspace(3) ", " to ptr addrspace(4)")) {
      local.emplace(cast->result, cast->operand);
    } else if (const auto number = conversion(lines[i], " = ptrtoint ptr addrspace(4) ", " to i64")) {
      if (const auto pointer = local.find(number->operand); pointer != local.end())
        local.emplace(number->result, pointer->second);
    } else if (const auto cut = conversion(lines[i], " = trunc i64 ", " to i32")) {
      if (const auto pointer = local.find(cut->operand); pointer != local.end())
        lines[i] = "  " + std::string(cut->result) + " = ptrtoint ptr addrspace(3) " + pointer->second + " to i32" +
                   std::string(cut->rest);
    }
  }
}

} // namespace xeforge::toolchain
