#include "xeforge/toolchain/binary/virtual_assembly.hpp"

#include "xeforge/toolchain/tools/lines.hpp"

namespace xeforge::toolchain {
namespace {

// "(M1, 8)" or "(M1_NM, 8)": eight lanes from the first on. M2: from the fifth on. M8: from the 29th on.
bool begins_at_an_odd_quarter(std::string_view code) {
  constexpr std::string_view opening = "(M", odd_quarters = "2468", ends = ",_";
  const auto at = code.find(opening);
  const std::string_view from = at == code.npos ? std::string_view() : code.substr(at + opening.size());
  return from.size() > 1 && odd_quarters.find(from[0]) != odd_quarters.npos && ends.find(from[1]) != ends.npos;
}

} // namespace

std::string part_of_mask(std::string_view assembly) {
  for (const std::string_view line : lines_of(assembly))
    if (const std::string_view code = line.substr(0, line.find("///")); begins_at_an_odd_quarter(code))
      return std::string(code.substr(0, code.find_last_not_of(' ') + 1));
  return {};
}

} // namespace xeforge::toolchain
