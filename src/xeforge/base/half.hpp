// IEEE 754 binary16 as a number: sycl::half is this class. Two halves combine to a half, rounded once to nearest even
// (float has more than twice the bits, so rounding its result again is exact); with an integer the result is a half,
// with a float or a double it is that type.
#pragma once

#include "xeforge/base/small_float.hpp"

#if defined(__x86_64__) && !defined(__SYCL_DEVICE_ONLY__) &&                                                           \
    !(defined(__AVX2__) && defined(__F16C__) && defined(__FMA__))
#error "xeforge needs AVX2, F16C and FMA: compile with xeforge-cxx, or with -march=x86-64-v3 or newer"
#endif

#include <cstdint>
#include <limits>

namespace xeforge::base {

class bfloat16;

class half : public SmallFloatOperators<half> {
  // With -ffast-math clang would leave out both of this conversion and one back.
  // It stands before the constructors, which constants of this type need it for.
  template <class Number>
  [[gnu::always_inline]] static constexpr _Float16 rounded(Number value) {
#pragma clang fp contract(off)
    return static_cast<_Float16>(value);
  }

public:
  half() = default;
  constexpr half(float value) : value_(rounded(value)) {}
  template <Arithmetic Number>
  constexpr half(Number value) : value_(rounded(value)) {}
  // Not a function of _Float16: an argument that converts to another arithmetic type would be ambiguous between it and
  // float.
  template <std::same_as<_Float16> Raw>
  constexpr half(Raw value) : value_(value) {}
  template <std::same_as<bfloat16> Brain>
  constexpr half(Brain value) : half(static_cast<float>(value)) {}

  constexpr operator float() const { return static_cast<float>(value_); }
  constexpr _Float16 raw() const { return value_; }

  static constexpr half from_bits(std::uint16_t bits) { return half(__builtin_bit_cast(_Float16, bits)); }
  constexpr std::uint16_t bits() const { return __builtin_bit_cast(std::uint16_t, value_); }

private:
  _Float16 value_;
};

static_assert(sizeof(half) == 2);

} // namespace xeforge::base

template <>
class std::numeric_limits<xeforge::base::half> {
  using half = xeforge::base::half;

public:
  static constexpr bool is_specialized = true, is_signed = true, is_integer = false, is_exact = false;
  static constexpr bool has_infinity = true, has_quiet_NaN = true, has_signaling_NaN = true, is_iec559 = true;
  static constexpr bool is_bounded = true, is_modulo = false;
  static constexpr std::float_round_style round_style = std::round_to_nearest;
  static constexpr int radix = 2, digits = 11, digits10 = 3, max_digits10 = 5;
  static constexpr int min_exponent = -13, max_exponent = 16, min_exponent10 = -4, max_exponent10 = 4;
  static constexpr half min() { return half::from_bits(0x0400); }
  static constexpr half max() { return half::from_bits(0x7bff); }
  static constexpr half lowest() { return half::from_bits(0xfbff); }
  static constexpr half epsilon() { return half::from_bits(0x1400); }
  static constexpr half round_error() { return half(0.5f); }
  static constexpr half infinity() { return half::from_bits(0x7c00); }
  static constexpr half quiet_NaN() { return half::from_bits(0x7e00); }
  static constexpr half signaling_NaN() { return half::from_bits(0x7d00); }
  static constexpr half denorm_min() { return half::from_bits(0x0001); }
};
