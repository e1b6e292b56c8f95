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

// The bytes of the character that the text begins with; 0: it begins with none that may be shown, which are those of UTF-8
// but for controls (U+009B begins an escape sequence as ESC [ does).
inline std::size_t length_of_character(std::string_view text) {
  const auto byte = [text](std::size_t at) { return static_cast<unsigned char>(at < text.size() ? text[at] : 0); };
  const auto continues = [byte](std::size_t at) { return byte(at) >= 0x80 && byte(at) < 0xc0; };
  const unsigned first = byte(0), second = byte(1);
  if (first < 0x80)
    return first >= 0x20 && first != 0x7f ? 1 : 0;
  if (first >= 0xc2 && first < 0xe0)
    return continues(1) && (first != 0xc2 || second >= 0xa0) ? 2 : 0;
  if (first >= 0xe0 && first < 0xf0) // not what two bytes say, nor halves of UTF-16
    return continues(1) && continues(2) && (first != 0xe0 || second >= 0xa0) && (first != 0xed || second < 0xa0) ? 3
                                                                                                                 : 0;
  if (first >= 0xf0 && first < 0xf5)
    return continues(1) && continues(2) && continues(3) && (first != 0xf0 || second >= 0x90) &&
                   (first != 0xf4 || second < 0x90)
               ? 4
               : 0;
  return 0;
}

// One line of UTF-8: control characters, and bytes that are no UTF-8, are shown as \xNN, line ends as \n; everything else is
// kept.
inline std::string one_line(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = length_of_character(text);
    if (text.front() == '\n')
      result += "\\n";
    else
      result += length == 0 ? printable(text.substr(0, 1)) : std::string(text.substr(0, length));
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return result;
}

} // namespace xeforge::base
