// bf8, hf8 and fp4_S1E2M1: every code, every half, and the two roundings of floats.
#include "xeforge/base/float4.hpp"
#include "xeforge/base/float8.hpp"
#include "xeforge/base/float8_testing.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <type_traits>

namespace xeforge::base {
namespace {

using testing::SmallFormat;

template <class T>
const SmallFormat format = std::is_same_v<T, bf8> ? testing::e5m2 : testing::e4m3;

template <class T>
class Float8 : public ::testing::Test {};
using Types = ::testing::Types<bf8, hf8>;
TYPED_TEST_SUITE(Float8, Types);

TYPED_TEST(Float8, every_code_is_the_number_of_its_definition) {
  for (unsigned code = 0; code < 256; ++code) {
    const auto value = TypeParam::from_bits(static_cast<std::uint8_t>(code));
    EXPECT_TRUE(testing::same_number(value, testing::number_of(format<TypeParam>, code))) << code;
    EXPECT_EQ(value.raw(), code);
    EXPECT_EQ((-value).raw(), code ^ 0x80u);
    EXPECT_EQ(static_cast<bool>(value), (code & 0x7f) != 0);
  }
}

TYPED_TEST(Float8, every_half_goes_to_the_nearest_number_and_ties_to_even) {
  for (unsigned bits = 0; bits < 65536; ++bits) {
    const float value = half::from_bits(static_cast<std::uint16_t>(bits));
    const TypeParam got(value);
    ASSERT_TRUE(testing::same_number(got, testing::rounded_to(format<TypeParam>, value))) << value;
    ASSERT_EQ(got.raw() >> 7, bits >> 15) << value;
  }
}

TYPED_TEST(Float8, a_float_is_rounded_to_half_first) {
  std::mt19937 random(8);
  for (int i = 0; i < 200000; ++i) {
    const auto bits = static_cast<std::uint32_t>(random());
    float value;
    std::memcpy(&value, &bits, sizeof value);
    if (i % 2 == 0)
      value = std::ldexp(value, -std::ilogb(value == 0 || !std::isfinite(value) ? 1.0f : value) + i % 40 - 20);
    const double expected =
        testing::rounded_to(format<TypeParam>, testing::rounded_to(testing::binary16, static_cast<double>(value)));
    ASSERT_TRUE(testing::same_number(TypeParam(value), expected)) << value;
  }
  // A little more than the middle between 1 and the next number; the half is the middle, which goes to 1.
  const float step = std::numeric_limits<TypeParam>::epsilon();
  EXPECT_EQ(float(TypeParam(1 + step / 2 + 0x1p-20f)), 1.0f);
  EXPECT_EQ(float(TypeParam(1 + step / 2 + 0x1p-9f)), 1.0f + step);
}

TYPED_TEST(Float8, scalars_compute_in_float) {
  const TypeParam x(1.5f), y(2.0f);
  static_assert(std::is_same_v<decltype(x + y), float>);
  static_assert(std::is_trivially_copyable_v<TypeParam> && sizeof(TypeParam) == 1);
  EXPECT_EQ(x * y, 3.0f);
  EXPECT_TRUE(x < y && x == 1.5f && TypeParam(3) == y + 1);
  TypeParam z = 1;
  z = x + y;
  EXPECT_EQ(float(z), 3.5f);
  constexpr TypeParam quarter = 0.25f;
  static_assert(quarter == 0.25f);
}

TYPED_TEST(Float8, limits_are_neighbours_of_what_is_not_a_number_of_the_type) {
  using Limits = std::numeric_limits<TypeParam>;
  const SmallFormat& definition = format<TypeParam>;
  EXPECT_EQ(float(Limits::max()), testing::magnitude_of(definition, definition.largest));
  EXPECT_EQ(float(Limits::lowest()), -float(Limits::max()));
  EXPECT_EQ(float(Limits::denorm_min()), std::ldexp(1.0f, 1 - definition.bias - definition.fraction_bits));
  EXPECT_EQ(float(Limits::min()), std::ldexp(1.0f, Limits::min_exponent - 1));
  EXPECT_EQ(float(Limits::epsilon()), std::ldexp(1.0f, 1 - Limits::digits));
  EXPECT_LT(float(Limits::max()), std::ldexp(1.0f, Limits::max_exponent));
  EXPECT_GE(float(Limits::max()), std::ldexp(1.0f, Limits::max_exponent - 1));
  EXPECT_TRUE(std::isnan(float(Limits::quiet_NaN())));
  EXPECT_EQ(Limits::has_infinity, std::isinf(float(TypeParam(1e9f))));
}

TEST(Bf8, a_nan_keeps_its_upper_bits_and_becomes_quiet) {
  EXPECT_EQ(bf8(half::from_bits(0x7e00)).raw(), 0x7e);
  EXPECT_EQ(bf8(half::from_bits(0xff00)).raw(), 0xff);
  EXPECT_EQ(bf8(half::from_bits(0x7e01)).raw(), 0x7e);
}

TEST(Fp4, two_codes_are_a_byte) {
  const fp4_S1E2M1 pair(0x2f);
  EXPECT_EQ(pair.raw(), 0x2f);
  EXPECT_TRUE(pair == fp4_S1E2M1(0x2f) && pair != fp4_S1E2M1(0x2e));
  EXPECT_EQ(int(pair), 0x2f);
  for (unsigned code = 0; code < 16; ++code)
    EXPECT_TRUE(testing::same_number(fp4_S1E2M1::number(code), testing::number_of(testing::e2m1, code))) << code;
}

} // namespace
} // namespace xeforge::base
