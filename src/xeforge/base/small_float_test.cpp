// half and bfloat16 against double arithmetic, exhaustively where 65,536 values allow it.
#include "xeforge/base/bfloat16.hpp"
#include "xeforge/base/half.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <type_traits>

using xeforge::base::bfloat16;
using xeforge::base::half;

namespace {

// The value of a 1.exponent.fraction pattern, by the textbook.
double decode(std::uint16_t bits, int exponent_bits, int fraction_bits) {
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const int exponent = (bits >> fraction_bits) & ((1 << exponent_bits) - 1);
  const int fraction = bits & ((1 << fraction_bits) - 1);
  const double sign = bits >> 15 ? -1.0 : 1.0;
  if (exponent == (1 << exponent_bits) - 1)
    return fraction ? NAN : sign * INFINITY;
  if (exponent == 0)
    return sign * std::ldexp(fraction, 1 - bias - fraction_bits);
  return sign * std::ldexp(1.0 + std::ldexp(fraction, -fraction_bits), exponent - bias);
}

template <class Type>
constexpr int exponent_bits = std::is_same_v<Type, half> ? 5 : 8;
template <class Type>
constexpr int fraction_bits = 15 - exponent_bits<Type>;

template <class Type>
class SmallFloat : public testing::Test {};
using Types = testing::Types<half, bfloat16>;
TYPED_TEST_SUITE(SmallFloat, Types);

TYPED_TEST(SmallFloat, every_pattern_converts_to_float_exactly) {
  for (unsigned bits = 0; bits < 65536; ++bits) {
    const double expected =
        decode(static_cast<std::uint16_t>(bits), exponent_bits<TypeParam>, fraction_bits<TypeParam>);
    const float got = TypeParam::from_bits(static_cast<std::uint16_t>(bits));
    if (std::isnan(expected))
      EXPECT_TRUE(std::isnan(got)) << bits;
    else
      EXPECT_EQ(expected, got) << bits;
  }
}

// Between every two neighbours: a quarter, the middle (to even) and three quarters of the way.
TYPED_TEST(SmallFloat, conversion_from_float_rounds_to_nearest_even) {
  const unsigned infinity = ((1u << exponent_bits<TypeParam>)-1u) << fraction_bits<TypeParam>;
  for (unsigned bits = 0; bits + 1 < infinity; ++bits) {
    const double low = decode(static_cast<std::uint16_t>(bits), exponent_bits<TypeParam>, fraction_bits<TypeParam>);
    const double high =
        decode(static_cast<std::uint16_t>(bits + 1), exponent_bits<TypeParam>, fraction_bits<TypeParam>);
    EXPECT_EQ(TypeParam(static_cast<float>(low + (high - low) * 0.25)).bits(), bits);
    EXPECT_EQ(TypeParam(static_cast<float>(low + (high - low) * 0.75)).bits(), bits + 1);
    EXPECT_EQ(TypeParam(static_cast<float>(low + (high - low) * 0.5)).bits(), bits + (bits & 1));
  }
}

TYPED_TEST(SmallFloat, overflow_goes_to_infinity_and_nan_stays_nan) {
  const float largest = std::numeric_limits<TypeParam>::max();
  EXPECT_EQ(TypeParam(largest * (1.0f + 1e-6f)), largest);
  EXPECT_EQ(TypeParam(std::numeric_limits<float>::max()), INFINITY);
  EXPECT_EQ(TypeParam(-INFINITY), -INFINITY);
  EXPECT_TRUE(std::isnan(float(TypeParam(NAN))));
  EXPECT_EQ(TypeParam(0.0f), TypeParam(-0.0f));
  EXPECT_NE(TypeParam(0.0f).bits(), TypeParam(-0.0f).bits());
}

TYPED_TEST(SmallFloat, result_types_follow_the_wider_operand) {
  const TypeParam x(2.0f);
  static_assert(std::is_same_v<decltype(x + x), TypeParam>);
  static_assert(std::is_same_v<decltype(x * 3), TypeParam>);
  static_assert(std::is_same_v<decltype(3u - x), TypeParam>);
  static_assert(std::is_same_v<decltype(x + 1.0f), float>);
  static_assert(std::is_same_v<decltype(1.0 / x), double>);
  EXPECT_EQ(float(x * 3), 6.0f);
  EXPECT_EQ(1.0 / x, 0.5);
  TypeParam y = x;
  y += 1;
  y *= 0.5f;
  EXPECT_EQ(float(y), 1.5f);
  EXPECT_EQ(float(y++), 1.5f);
  EXPECT_EQ(float(--y), 1.5f);
  EXPECT_TRUE(y < x && x > 1 && x == 2.0f);
}

TYPED_TEST(SmallFloat, addition_of_two_is_rounded_once) {
  // 1 + half of the last place: the tie goes to even; a hair more goes up.
  const TypeParam one(1.0f), epsilon = std::numeric_limits<TypeParam>::epsilon();
  EXPECT_EQ(one + epsilon / TypeParam(2.0f), one);
  EXPECT_EQ((one + epsilon) + epsilon / TypeParam(2.0f), one + epsilon * TypeParam(2.0f));
}

TYPED_TEST(SmallFloat, is_a_constant_of_any_number) {
  constexpr TypeParam values[] = {0.5f, 1.5, 3};
  static_assert(values[0] == 0.5f && values[1] == 1.5f && values[2] == 3);
  static_assert(std::numeric_limits<TypeParam>::round_error() == 0.5f);
}

// Each becomes the other by float, which holds both, and is rounded once.
TEST(HalfAndBfloat16, become_each_other) {
  half h = 1.5f;
  bfloat16 b = h;
  EXPECT_EQ(float(b), 1.5f);
  h = bfloat16(3e38f);
  EXPECT_TRUE(std::isinf(float(h)));
  b = half(65504.0f);
  EXPECT_EQ(float(b), 65536.0f);
  static_assert(std::is_same_v<decltype(h + b), float> && std::is_same_v<decltype(b * h), float>);
  EXPECT_EQ(half(2.5f) - bfloat16(0.5f), 2.0f);
  EXPECT_TRUE(bfloat16(2.0f) < half(2.5f) && half(2.0f) == bfloat16(2.0f));
}

} // namespace
