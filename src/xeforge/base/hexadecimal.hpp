// Numbers as messages show addresses and bits: "0x3f8".
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>

namespace xeforge::base {

// With leading zeros if there are fewer than least_digits digits (at most 16).
inline std::string hexadecimal(std::uint64_t value, std::size_t least_digits = 1) {
  char digits[16];
  const std::string text(digits, std::to_chars(digits, digits + sizeof(digits), value, 16).ptr);
  return "0x" + std::string(std::max(least_digits, text.size()) - text.size(), '0') + text;
}

} // namespace xeforge::base
