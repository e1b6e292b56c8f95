// bfloat16: the upper half of a float. sycl::ext::oneapi::bfloat16 is this class. From float it rounds to nearest even,
// overflow goes to infinity, a NaN stays a (quiet) NaN; to float it is exact. Implemented on the bits, so that targets
// need not support the type.
#pragma once

#include "xeforge/base/small_float.hpp"

#include <cstdint>
#include <limits>

namespace xeforge::base {

class half;

class bfloat16 : public SmallFloatOperators<bfloat16> {
public:
  bfloat16() = default;
  constexpr bfloat16(float value) : bits_(round_from_float(value)) {}
  template <Arithmetic Number>
  constexpr bfloat16(Number value) : bits_(round_from_float(static_cast<float>(value))) {}
  template <std::same_as<__bf16> Raw> // as for half
  constexpr bfloat16(Raw value) : bits_(__builtin_bit_cast(std::uint16_t, value)) {}
  template <std::same_as<half> Half>
  constexpr bfloat16(Half value) : bfloat16(static_cast<float>(value)) {}

  constexpr operator float() const { return __builtin_bit_cast(float, static_cast<std::uint32_t>(bits_) << 16); }
  constexpr __bf16 raw() const { return __builtin_bit_cast(__bf16, bits_); }

  static constexpr bfloat16 from_bits(std::uint16_t bits) {
    bfloat16 result;
    result.bits_ = bits;
    return result;
  }
  constexpr std::uint16_t bits() const { return bits_; }

private:
  static constexpr std::uint16_t round_from_float(float value) {
    const auto word = __builtin_bit_cast(std::uint32_t, value);
    if ((word & 0x7fffffffu) > 0x7f800000u)
      return static_cast<std::uint16_t>((word >> 16) | 0x40u);
    return static_cast<std::uint16_t>((word + 0x7fffu + ((word >> 16) & 1u)) >> 16);
  }

  std::uint16_t bits_;
};

static_assert(sizeof(bfloat16) == 2);

} // namespace xeforge::base

template <>
class std::numeric_limits<xeforge::base::bfloat16> {
  using bfloat16 = xeforge::base::bfloat16;

public:
  static constexpr bool is_specialized = true, is_signed = true, is_integer = false, is_exact = false;
  static constexpr bool has_infinity = true, has_quiet_NaN = true, has_signaling_NaN = true, is_iec559 = true;
  static constexpr bool is_bounded = true, is_modulo = false;
  static constexpr std::float_round_style round_style = std::round_to_nearest;
  static constexpr int radix = 2, digits = 8, digits10 = 2, max_digits10 = 4;
  static constexpr int min_exponent = -125, max_exponent = 128, min_exponent10 = -37, max_exponent10 = 38;
  static constexpr bfloat16 min() { return bfloat16::from_bits(0x0080); }
  static constexpr bfloat16 max() { return bfloat16::from_bits(0x7f7f); }
  static constexpr bfloat16 lowest() { return bfloat16::from_bits(0xff7f); }
  static constexpr bfloat16 epsilon() { return bfloat16::from_bits(0x3c00); }
  static constexpr bfloat16 round_error() { return bfloat16(0.5f); }
  static constexpr bfloat16 infinity() { return bfloat16::from_bits(0x7f80); }
  static constexpr bfloat16 quiet_NaN() { return bfloat16::from_bits(0x7fc0); }
  static constexpr bfloat16 signaling_NaN() { return bfloat16::from_bits(0x7fa0); }
  static constexpr bfloat16 denorm_min() { return bfloat16::from_bits(0x0001); }
};
