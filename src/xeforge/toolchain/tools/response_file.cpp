#include "xeforge/toolchain/tools/response_file.hpp"

namespace xeforge::toolchain {

std::string response_file(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    text += '"';
    for (const char c : word) {
      if (c == '"' || c == '\\')
        text += '\\';
      text += c;
    }
    text += "\"\n";
  }
  return text;
}

} // namespace xeforge::toolchain
