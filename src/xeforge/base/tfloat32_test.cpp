// tfloat32: what the class keeps of a float, and its limits.
#include "xeforge/base/tfloat32.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>

namespace xeforge::base {
namespace {

TEST(Tfloat32, T13_the_constructor_drops_the_lower_13_bits) {
  std::mt19937 random(7);
  for (int i = 0; i < 100000; ++i) {
    const auto bits = static_cast<std::uint32_t>(random());
    float value;
    std::memcpy(&value, &bits, sizeof value);
    if (std::isnan(value)) {
      EXPECT_TRUE(std::isnan(float(tfloat32(value))));
      continue;
    }
    EXPECT_EQ(tfloat32(value).bits(), bits / 8192 * 8192);
    EXPECT_LE(std::fabs(float(tfloat32(value))), std::fabs(value));
  }
}

TEST(Tfloat32, limits_are_neighbours_of_what_is_not_a_number_of_the_type) {
  using Limits = std::numeric_limits<tfloat32>;
  EXPECT_EQ(float(Limits::epsilon()), std::ldexp(1.0f, -10));
  EXPECT_EQ(float(Limits::max()), (2.0f - std::ldexp(1.0f, -10)) * std::ldexp(1.0f, 127));
  EXPECT_EQ(float(Limits::lowest()), -float(Limits::max()));
  EXPECT_EQ(float(Limits::denorm_min()), std::ldexp(1.0f, -136));
  EXPECT_EQ(float(tfloat32(1.0f + 0x1p-10f)), 1.0f + 0x1p-10f);
  EXPECT_EQ(float(tfloat32(1.0f + 0x1p-11f)), 1.0f);
}

TEST(Tfloat32, arithmetic_is_that_of_floats_cut_short) {
  const tfloat32 third(1.0f / 3.0f);
  EXPECT_EQ(float(third * 3), float(tfloat32(float(third) * 3.0f)));
  EXPECT_EQ(third * 3.0f, float(third) * 3.0f);
  EXPECT_EQ(float(-third), -float(third));
  EXPECT_LT(third, 0.34f);
}

} // namespace
} // namespace xeforge::base
