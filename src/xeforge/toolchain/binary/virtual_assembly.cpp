#include "xeforge/toolchain/binary/virtual_assembly.hpp"

#include <regex>

namespace xeforge::toolchain {

std::string part_of_mask(std::string_view assembly) {
  // (M1, 8): eight lanes from the first on; M2: from the fifth on; M8: from the 29th on. What follows "///" is a comment.
  static const std::regex from_an_odd_quarter(R"(\(M[2468](_NM)?, \d+\))");
  while (!assembly.empty()) {
    const std::string_view line = assembly.substr(0, assembly.find('\n'));
    assembly.remove_prefix(std::min(assembly.size(), line.size() + 1));
    const std::string_view code = line.substr(0, line.find("///"));
    if (std::regex_search(code.begin(), code.end(), from_an_odd_quarter)) {
      const auto first = code.find_first_not_of(' ');
      return std::string(code.substr(first, code.find_last_not_of(' ') + 1 - first));
    }
  }
  return {};
}

} // namespace xeforge::toolchain
