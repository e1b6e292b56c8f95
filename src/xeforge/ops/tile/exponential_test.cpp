// The promised errors of the exponentials, against the C library in double.
#include "xeforge/ops/tile/exponential.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace xeforge::tile {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr double unit = 0x1p-24;

float exp_of(float x) { return exp_below_zero<1>(esimd::simd<float, 1>(x))[0]; }
float sigmoid_of(float x) { return sigmoid<1>(esimd::simd<float, 1>(x))[0]; }

double relative_error(float got, double exact) { return std::fabs(got / exact - 1.0); }

TEST(ExpBelowZero, is_as_near_as_promised) {
  for (double x = 0.0; x > -87.3; x -= 0.00037) {
    const float operand = static_cast<float>(x);
    ASSERT_LE(relative_error(exp_of(operand), std::exp(static_cast<double>(operand))),
              (std::fabs(operand) / 4.0 + 4.0) * unit)
        << operand;
  }
}

TEST(ExpBelowZero, is_one_at_zero_and_zero_where_nothing_is_left) {
  EXPECT_EQ(exp_of(0.0f), 1.0f);
  EXPECT_EQ(exp_of(-0.0f), 1.0f);
  for (const float x : {-89.0f, -1e30f, std::numeric_limits<float>::lowest(), -infinity, nan, -nan})
    EXPECT_EQ(exp_of(x), 0.0f) << x;
}

TEST(Sigmoid, is_as_near_as_promised) {
  for (double x = -87.0; x < 87.0; x += 0.00071) {
    const float operand = static_cast<float>(x);
    const double allowed = std::fabs(std::fmin(operand, 0.0f)) / 4.0 + 6.5;
    ASSERT_LE(relative_error(sigmoid_of(operand), 1.0 / (1.0 + std::exp(-static_cast<double>(operand)))),
              allowed * unit)
        << operand;
  }
}

TEST(Sigmoid, saturates) {
  EXPECT_EQ(sigmoid_of(0.0f), 0.5f);
  EXPECT_EQ(sigmoid_of(infinity), 1.0f);
  EXPECT_EQ(sigmoid_of(1e30f), 1.0f);
  for (const float x : {-1e30f, -infinity})
    EXPECT_LE(sigmoid_of(x), 0x1p-125f) << x;
}

TEST(Sigmoid, in_range_is_the_same_function) {
  for (float x = -87.0f; x < 87.0f; x += 0.25f)
    EXPECT_EQ((sigmoid_in_range<1>(esimd::simd<float, 1>(x))[0]), sigmoid_of(x));
}

} // namespace
} // namespace xeforge::tile
