// Makes untrusted text (file names, values, contents of files) safe to show on a terminal: no escape
// sequences, and no lines that look like other messages.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace xeforge::base {

// Printable ASCII stays; every other byte is shown as \xNN.
inline std::string printable(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string result;
  result.reserve(text.size());
  for (const char character : text) {
    const auto byte = static_cast<unsigned char>(character);
    if (byte >= 0x20 && byte < 0x7f)
      result += character;
    else
      result += {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
  }
  return result;
}

// The same, but at most `longest` characters of the text, with "..." if it was truncated.
inline std::string printable(std::string_view text, std::size_t longest) {
  return printable(text.substr(0, longest)) + (text.size() > longest ? "..." : "");
}

// One line of UTF-8: ASCII control characters are shown as \xNN, line ends as \n; everything else is kept. For text
// that is returned to a caller; code that writes to a terminal also calls printable().
inline std::string one_line(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (const char character : text) {
    const auto byte = static_cast<unsigned char>(character);
    if (character == '\n')
      result += "\\n";
    else if (byte < 0x20 || byte == 0x7f)
      result += printable({&character, 1});
    else
      result += character;
  }
  return result;
}

} // namespace xeforge::base
