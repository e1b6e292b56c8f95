// Floats of 8 bits: bf8 (E5M2: 5 bits of exponent, 2 of fraction) and hf8 (E4M3: 4 and 3), as in the Open Compute
// Project's specification of 2023. sycl::ext::intel::experimental::esimd::bf8 and hf8 are these classes. Arithmetic
// takes place in float, to which they convert exactly. From float they are rounded to half first and then once more,
// both times to nearest even, as by the vendor's classes. A number that is too large becomes infinity in bf8, and NaN
// in hf8, which has no infinity.
#pragma once

#include "xeforge/base/half.hpp"

#include <cstdint>
#include <limits>

namespace xeforge::base {

class bf8 {
public:
  bf8() = default;
  constexpr bf8(float value) : bits_(from_float(value)) {}

  constexpr operator float() const { return to_float(bits_); }
  constexpr explicit operator bool() const { return (bits_ & 0x7f) != 0; }
  constexpr std::uint8_t raw() const { return bits_; }

  // The upper half of the bits of a half.
  static constexpr std::uint8_t from_float(const float& value) {
    const std::uint32_t bits = half(value).bits();
    if ((bits & 0x7fffu) > 0x7c00u) // a NaN stays one, and becomes quiet
      return static_cast<std::uint8_t>(bits >> 8 | 2u);
    return static_cast<std::uint8_t>((bits + 0x7fu + (bits >> 8 & 1u)) >> 8);
  }
  static constexpr float to_float(const std::uint8_t& bits) {
    return half::from_bits(static_cast<std::uint16_t>(bits << 8));
  }
  static constexpr bf8 from_bits(std::uint8_t bits) {
    bf8 result;
    result.bits_ = bits;
    return result;
  }
  friend constexpr bf8 operator-(bf8 value) { return from_bits(value.bits_ ^ 0x80u); }

private:
  std::uint8_t bits_;
};

class hf8 {
public:
  hf8() = default;
  constexpr hf8(float value) : bits_(from_float(value)) {}

  constexpr operator float() const { return to_float(bits_); }
  constexpr explicit operator bool() const { return (bits_ & 0x7f) != 0; }
  constexpr std::uint8_t raw() const { return bits_; }

  static constexpr std::uint8_t nan = 0x7f; // 448 is the number below
  // The bits of the float 2^14, whose last bit counts 2^-9, as does that of the hf8 below 2^-6.
  static constexpr std::uint32_t steps_of_denormals = 0x46800000u;
  // What makes the exponent's bias of hf8 that of float, in units of the last bit of hf8.
  static constexpr std::uint32_t bias_to_float = (127u - 7u) << 3;

  static constexpr std::uint8_t from_float(const float& value) {
    const auto word = __builtin_bit_cast(std::uint32_t, static_cast<float>(half(value)));
    const std::uint32_t sign = word >> 24 & 0x80u, magnitude = word & 0x7fffffffu;
    if (magnitude < 0x3c800000u) { // 2^-6
      const float sum = __builtin_bit_cast(float, magnitude) + __builtin_bit_cast(float, steps_of_denormals);
      return static_cast<std::uint8_t>(sign | (__builtin_bit_cast(std::uint32_t, sum) - steps_of_denormals));
    }
    const std::uint32_t rounded = ((magnitude + 0x7ffffu + (magnitude >> 20 & 1u)) >> 20) - bias_to_float;
    return static_cast<std::uint8_t>(sign | (rounded < nan ? rounded : nan));
  }
  static constexpr float to_float(const std::uint8_t& bits) {
    const std::uint32_t sign = (bits & 0x80u) << 24, magnitude = bits & 0x7fu;
    if (magnitude == nan)
      return __builtin_bit_cast(float, sign | 0x7fc00000u);
    if (magnitude >= 8)
      return __builtin_bit_cast(float, sign | (magnitude + bias_to_float) << 20);
    const float small =
        __builtin_bit_cast(float, steps_of_denormals | magnitude) - __builtin_bit_cast(float, steps_of_denormals);
    return __builtin_bit_cast(float, sign | __builtin_bit_cast(std::uint32_t, small));
  }
  static constexpr hf8 from_bits(std::uint8_t bits) {
    hf8 result;
    result.bits_ = bits;
    return result;
  }
  friend constexpr hf8 operator-(hf8 value) { return from_bits(value.bits_ ^ 0x80u); }

private:
  std::uint8_t bits_;
};

static_assert(sizeof(bf8) == 1 && sizeof(hf8) == 1);

} // namespace xeforge::base

template <>
class std::numeric_limits<xeforge::base::bf8> {
  using bf8 = xeforge::base::bf8;

public:
  static constexpr bool is_specialized = true, is_signed = true, is_integer = false, is_exact = false;
  static constexpr bool has_infinity = true, has_quiet_NaN = true, has_signaling_NaN = true, is_iec559 = false;
  static constexpr bool is_bounded = true, is_modulo = false;
  static constexpr std::float_round_style round_style = std::round_to_nearest;
  static constexpr int radix = 2, digits = 3, digits10 = 0, max_digits10 = 2;
  static constexpr int min_exponent = -13, max_exponent = 16, min_exponent10 = -4, max_exponent10 = 4;
  static constexpr bf8 min() { return bf8::from_bits(0x04); }
  static constexpr bf8 max() { return bf8::from_bits(0x7b); }
  static constexpr bf8 lowest() { return bf8::from_bits(0xfb); }
  static constexpr bf8 epsilon() { return bf8::from_bits(0x34); }
  static constexpr bf8 round_error() { return bf8(0.5f); }
  static constexpr bf8 infinity() { return bf8::from_bits(0x7c); }
  static constexpr bf8 quiet_NaN() { return bf8::from_bits(0x7e); }
  static constexpr bf8 signaling_NaN() { return bf8::from_bits(0x7d); }
  static constexpr bf8 denorm_min() { return bf8::from_bits(0x01); }
};

template <>
class std::numeric_limits<xeforge::base::hf8> {
  using hf8 = xeforge::base::hf8;

public:
  static constexpr bool is_specialized = true, is_signed = true, is_integer = false, is_exact = false;
  static constexpr bool has_infinity = false, has_quiet_NaN = true, has_signaling_NaN = false, is_iec559 = false;
  static constexpr bool is_bounded = true, is_modulo = false;
  static constexpr std::float_round_style round_style = std::round_to_nearest;
  static constexpr int radix = 2, digits = 4, digits10 = 0, max_digits10 = 3;
  static constexpr int min_exponent = -5, max_exponent = 9, min_exponent10 = -1, max_exponent10 = 2;
  static constexpr hf8 min() { return hf8::from_bits(0x08); }
  static constexpr hf8 max() { return hf8::from_bits(0x7e); }
  static constexpr hf8 lowest() { return hf8::from_bits(0xfe); }
  static constexpr hf8 epsilon() { return hf8::from_bits(0x20); }
  static constexpr hf8 round_error() { return hf8(0.5f); }
  static constexpr hf8 infinity() { return hf8(); }
  static constexpr hf8 quiet_NaN() { return hf8::from_bits(hf8::nan); }
  static constexpr hf8 signaling_NaN() { return hf8(); }
  static constexpr hf8 denorm_min() { return hf8::from_bits(0x01); }
};
