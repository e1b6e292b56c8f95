// Conversions between number formats, as in hardware. The rounding mode is that of cr0, which run() has set in the
// host's floating-point unit; formats that the host lacks are rounded here in the same mode.
#pragma once

#include "xeforge/emulator/program/types.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <immintrin.h>
#include <limits>

namespace xeforge::emulator {

// ---- cr0 ------------------------------------------------------------------------------------------------------------
constexpr std::uint32_t rounding_bits = 0x30;        // to nearest even, up, down, to zero
constexpr std::uint32_t single_float_mode_bit = 0x1; // the alternative mode for floats, which is not executed
constexpr std::uint16_t denormal_bit(Type type) {
  return type == Type::hf ? 1 << 10 : type == Type::df ? 1 << 6 : 1 << 7;
}

// 0 to nearest even, 1 up, 2 down, 3 to zero: as cr0 counts.
inline unsigned rounding_mode() {
  constexpr std::uint8_t of_host[] = {0, 2, 1, 3};
  return of_host[_mm_getcsr() >> 13 & 3];
}

// ---- floats of fewer bits -------------------------------------------------------------------------------------------
// The upper bits of a float, rounded; its `dropped` lowest bits are cut off.
template <int dropped>
std::uint32_t rounded_upper_bits(float value) {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t rest = bits & ((1u << dropped) - 1), kept = bits >> dropped;
  if ((bits & 0x7fffffff) > 0x7f800000) // NaN stays NaN, and becomes quiet
    return kept | 1u << (22 - dropped);
  if ((bits & 0x7f800000) == 0x7f800000 || rest == 0)
    return kept;
  const bool is_negative = bits >> 31;
  switch (rounding_mode()) {
  case 1:
    return kept + !is_negative;
  case 2:
    return kept + is_negative;
  case 3:
    return kept;
  default:
    return kept + (rest > 1u << (dropped - 1) || (rest == 1u << (dropped - 1) && (kept & 1)));
  }
}
inline std::uint16_t to_bfloat(float value) { return static_cast<std::uint16_t>(rounded_upper_bits<16>(value)); }
inline std::uint32_t to_tfloat(float value) { return rounded_upper_bits<13>(value) << 13; }

// Rounded once: the intermediate float is rounded to odd, so that the second rounding is correct.
inline _Float16 to_half(double value) {
  float between = static_cast<float>(value);
  if (static_cast<double>(between) != value && value == value && std::abs(between) < 65536) {
    std::uint32_t bits = std::bit_cast<std::uint32_t>(between);
    // Towards zero, then odd.
    if (std::abs(static_cast<double>(between)) > std::abs(value))
      --bits;
    between = std::bit_cast<float>(bits | 1);
  }
  return static_cast<_Float16>(between);
}

// ---- integers -------------------------------------------------------------------------------------------------------
struct IntegerRange {
  std::int64_t least = 0;
  std::uint64_t greatest = 0;
};
constexpr IntegerRange range_of(Type type) {
  const int bits = 8 * bytes_of(type);
  if (is_signed_integer(type))
    return {-(std::int64_t{1} << (bits - 1)), (std::uint64_t{1} << (bits - 1)) - 1};
  return {0, bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1};
}

// Rounds towards zero; numbers out of range become the nearest integer in range, NaN becomes 0.
template <class Integer, class Float>
Integer to_integer(Float value) {
  using Limits = std::numeric_limits<Integer>;
  if (value != value)
    return 0;
  // The bound is a power of two, so exact in any float.
  constexpr Float above = static_cast<Float>(std::uint64_t{1} << (Limits::digits - 1)) * 2;
  if (value >= above)
    return Limits::max();
  if (value <= static_cast<Float>(Limits::min()))
    return Limits::min();
  return static_cast<Integer>(value);
}

} // namespace xeforge::emulator
