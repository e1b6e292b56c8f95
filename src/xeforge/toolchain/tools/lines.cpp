#include "xeforge/toolchain/tools/lines.hpp"

#include <algorithm>

namespace xeforge::toolchain {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    if (const std::string_view line = text.substr(0, end); line.find_first_not_of(" \t\r") != line.npos)
      lines.push_back(line.substr(line.find_first_not_of(" \t\r")));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

} // namespace xeforge::toolchain
