// tfloat32: a float of which matrix operations read the upper 19 bits (8 of exponent, 10 of fraction). It takes 32 bits
// in memory. sycl::ext::intel::experimental::esimd::tfloat32 is this class. Making one from a float drops the lower 13
// bits; to float it is exact. Vectors of it are rounded to nearest even instead, see the port's convert.
#pragma once

#include "xeforge/base/small_float.hpp"

#include <cstdint>
#include <limits>

namespace xeforge::base {

class tfloat32 : public SmallFloatOperators<tfloat32> {
public:
  // The bits that count.
  static constexpr std::uint32_t significant_bits = 0xffffe000u;

  tfloat32() = default;
  constexpr tfloat32(float value) : bits_(__builtin_bit_cast(std::uint32_t, value) & significant_bits) {
    // A NaN whose fraction is all in the dropped bits stays one.
    if (value != value)
      bits_ |= 0x400000u;
  }
  template <Arithmetic Number>
  constexpr tfloat32(Number value) : tfloat32(static_cast<float>(value)) {}

  constexpr operator float() const { return __builtin_bit_cast(float, bits_); }

  static constexpr tfloat32 from_bits(std::uint32_t bits) {
    tfloat32 result;
    result.bits_ = bits;
    return result;
  }
  constexpr std::uint32_t bits() const { return bits_; }

private:
  std::uint32_t bits_;
};

static_assert(sizeof(tfloat32) == 4);

} // namespace xeforge::base

template <>
class std::numeric_limits<xeforge::base::tfloat32> {
  using tfloat32 = xeforge::base::tfloat32;

public:
  static constexpr bool is_specialized = true, is_signed = true, is_integer = false, is_exact = false;
  static constexpr bool has_infinity = true, has_quiet_NaN = true, has_signaling_NaN = true, is_iec559 = true;
  static constexpr bool is_bounded = true, is_modulo = false;
  static constexpr std::float_round_style round_style = std::round_toward_zero;
  static constexpr int radix = 2, digits = 11, digits10 = 3, max_digits10 = 5;
  static constexpr int min_exponent = -125, max_exponent = 128, min_exponent10 = -37, max_exponent10 = 38;
  static constexpr tfloat32 min() { return tfloat32::from_bits(0x00800000); }
  static constexpr tfloat32 max() { return tfloat32::from_bits(0x7f7fe000); }
  static constexpr tfloat32 lowest() { return tfloat32::from_bits(0xff7fe000); }
  static constexpr tfloat32 epsilon() { return tfloat32::from_bits(0x3a800000); }
  static constexpr tfloat32 round_error() { return tfloat32(1.0f); }
  static constexpr tfloat32 infinity() { return tfloat32::from_bits(0x7f800000); }
  static constexpr tfloat32 quiet_NaN() { return tfloat32::from_bits(0x7fc00000); }
  static constexpr tfloat32 signaling_NaN() { return tfloat32::from_bits(0x7fa00000); }
  static constexpr tfloat32 denorm_min() { return tfloat32::from_bits(0x00002000); }
};
