#include "xeforge/toolchain/tools/response_file.hpp"

#include <iomanip>
#include <sstream>

namespace xeforge::toolchain {

std::string response_file(const std::vector<std::string>& words) {
  std::ostringstream text;
  for (const std::string& word : words)
    text << std::quoted(word) << '\n';
  return text.str();
}

} // namespace xeforge::toolchain
