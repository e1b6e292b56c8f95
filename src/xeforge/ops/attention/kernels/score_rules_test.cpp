#include "xeforge/ops/attention/kernels/score_rules.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace xeforge::ops::attention {
namespace {

float tangent_of(float x) { return hyperbolic_tangent<1>(esimd::simd<float, 1>(x))[0]; }

TEST(hyperbolic_tangent, is_good_to_three_roundings_everywhere) {
  constexpr double rounding = 0x1p-24;
  for (float x = 0x1p-40f; x < 100.0f; x *= 1.003f) {
    const double exact = std::tanh(static_cast<double>(x));
    EXPECT_NEAR(tangent_of(x), exact, 3 * rounding * exact) << x;
    EXPECT_EQ(tangent_of(-x), -tangent_of(x)) << x;
  }
}

TEST(hyperbolic_tangent, ends_at_one_and_keeps_NaN) {
  EXPECT_EQ(tangent_of(infinity), 1.0f);
  EXPECT_EQ(tangent_of(-infinity), -1.0f);
  EXPECT_EQ(tangent_of(0.0f), 0.0f);
  EXPECT_TRUE(std::isnan(tangent_of(std::nanf(""))));
}

// Eight keys from key 10 of the only row: what a rule makes of the dot products 0, 1, ... 7.
struct Rules : testing::Test {
  ScoreRules<float> rules{1.0f, 0.0f, {}, {}, {}, {}};
  ScoreRules<float>::Row row{0, 0, 0, 12};

  float score(int lane, int count = 8) const {
    return rules.operator()<8>(row, 10, count, esimd::simd<float, 8>(0.0f, 1.0f))[lane];
  }
};

TEST_F(Rules, lanes_behind_the_last_key_are_masked_and_no_memory_of_theirs_is_touched) {
  const float bias[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 6};
  rules.bias = {bias, 0, 0, 0, 1};
  EXPECT_EQ(score(1, 2), 7.0f);
  EXPECT_EQ(score(2, 2), -infinity);
}

TEST_F(Rules, the_bias_comes_after_scale_and_softcap) {
  const float bias = 100.0f;
  rules.scale = 2.0f;
  rules.softcap = 3.0f;
  rules.bias = {&bias, 0, 0, 0, 0};
  EXPECT_NEAR(score(3), 3.0 * std::tanh(2.0) + 100.0, 1e-5);
}

TEST_F(Rules, slopes_count_the_distance_from_the_diagonal) {
  const float slope = 0.5f;
  rules.slopes = {&slope, 0, 0, 0, 0};
  EXPECT_EQ(score(0), 0.0f - 0.5f * 2);
  EXPECT_EQ(score(2), 2.0f);
  EXPECT_EQ(score(5), 5.0f - 0.5f * 3);
}

TEST_F(Rules, a_mask_of_0_removes_and_any_other_keeps) {
  std::uint8_t mask[18] = {};
  mask[11] = 1;
  mask[12] = 255;
  rules.mask = {mask, 0, 0, 0, 1};
  EXPECT_EQ(score(0), -infinity);
  EXPECT_EQ(score(1), 1.0f);
  EXPECT_EQ(score(2), 2.0f);
}

} // namespace
} // namespace xeforge::ops::attention
