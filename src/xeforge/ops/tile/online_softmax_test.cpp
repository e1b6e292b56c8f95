// The steps of the online softmax against the textbook, in double.
#include "xeforge/ops/tile/online_softmax.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace xeforge::tile {
namespace {

using sycl::ext::oneapi::bfloat16;

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr double unit = 0x1p-24;

float exp_of(float x) { return exp_of_negative(esimd::simd<float, 8>(x))[3]; }

TEST(ExpOfNegative, is_as_good_as_the_rounded_constant_down_to_the_smallest_normal_number) {
  for (double x = 0.0; x > -87.3; x -= 0.00029) {
    const float operand = static_cast<float>(x);
    const double off = std::fabs(exp_of(operand) / std::exp(static_cast<double>(operand)) - 1.0);
    ASSERT_LE(off, (std::fabs(x) / 4.0 + 4.0) * unit) << operand;
  }
}

TEST(ExpOfNegative, ends_in_zero_and_keeps_a_NaN) {
  EXPECT_EQ(exp_of(0.0f), 1.0f);
  for (const float x : {-88.0f, -89.5f, -1e30f, std::numeric_limits<float>::lowest(), -infinity})
    EXPECT_EQ(exp_of(x), 0.0f) << x;
  for (float x = -88.1f; x <= -87.3f; x += 0.01f) {
    EXPECT_GE(exp_of(x), 0.0f) << x;
    EXPECT_LE(exp_of(x), 0x1p-125f) << x;
  }
  EXPECT_TRUE(std::isnan(exp_of(nan)));
  EXPECT_TRUE(std::isnan(exp_of(-nan)));
}

TEST(Larger, keeps_the_first_operand_beside_a_NaN) {
  using Floats = esimd::simd<float, 4>;
  EXPECT_EQ(static_cast<float>(larger(Floats(1.0f), Floats(2.0f))[0]), 2.0f);
  EXPECT_EQ(static_cast<float>(larger(Floats(1.0f), Floats(nan))[0]), 1.0f);
}

TEST(UpdateMaxima, follows_the_largest_score_of_each_row) {
  constexpr int lanes = 8;
  std::vector<float> largest(lanes * lanes), maxima(lanes, no_maximum), factors(lanes, nan);
  for (int i = 0; i < lanes * lanes; ++i)
    largest[static_cast<std::size_t>(i)] = static_cast<float>(i * 29 % 64 - 40);
  std::fill_n(largest.begin(), lanes, -infinity); // row 0 meets masked scores only
  for (const float shift : {0.0f, -7.0f, 3.0f}) {
    std::vector<float> scores = largest;
    for (float& score : scores)
      score += shift;
    const std::vector<float> before = maxima;
    update_maxima<lanes>(scores.data(), maxima.data(), factors.data());
    for (std::size_t row = 0; row < lanes; ++row) {
      const float best = *std::max_element(scores.begin() + row * lanes, scores.begin() + (row + 1) * lanes);
      EXPECT_EQ(maxima[row], std::max(before[row], best));
      EXPECT_NEAR(factors[row], std::exp(static_cast<double>(before[row]) - maxima[row]), 1e-6);
    }
  }
  EXPECT_EQ(maxima[0], no_maximum);
  EXPECT_EQ(factors[0], 1.0f);
}

// Two panels, all rows but the last of the second one.
template <class Packed, int Rows, int Lanes>
void expect_weights(int begin, int end, double error) {
  constexpr int block = block_steps * per_step<Packed>, rows = 2 * Rows - 1;
  const int row_stride = end + 5, panel_stride = end * Rows + 3;
  std::vector<float> scores(static_cast<std::size_t>(rows * row_stride)), maxima(rows), sums(rows * Lanes, 1.0f);
  for (std::size_t i = 0; i < scores.size(); ++i)
    scores[i] = i % 11 == 3 ? -infinity : 1.5f - static_cast<float>(i * 13 % 97) / 7.0f;
  for (std::size_t row = 0; row < rows; ++row)
    maxima[row] = 3.0f + static_cast<float>(row);
  std::vector<Packed> panels(static_cast<std::size_t>(2 * panel_stride), Packed(-1.0f));

  Weigher<Rows, Lanes, Packed> weigher{
      scores.data(), maxima.data(), sums.data(), panels.data(), row_stride, panel_stride, rows, begin, end};
  weigher.step();
  weigher.finish();
  weigher.step(); // nothing is left

  for (int row = 0; row < 2 * Rows; ++row) {
    double sum = Lanes;
    for (int key = 0; key < end; ++key) {
      const int place = row / Rows * panel_stride + (key / block * Rows + row % Rows) * block + key % block;
      const float got = static_cast<float>(panels[static_cast<std::size_t>(place)]);
      if (row == rows || key < begin) {
        ASSERT_EQ(got, -1.0f);
        continue;
      }
      const double score = scores[static_cast<std::size_t>(row * row_stride + key)];
      const double weight = std::exp(score - maxima[static_cast<std::size_t>(row)]);
      ASSERT_NEAR(got, weight, weight * error) << "row " << row << ", key " << key;
      sum += weight;
    }
    if (row < rows)
      EXPECT_NEAR(std::accumulate(sums.begin() + row * Lanes, sums.begin() + (row + 1) * Lanes, 0.0), sum, sum * 1e-6);
  }
}

TEST(Weigher, turns_scores_into_rows_of_panels_and_adds_them_up) {
  expect_weights<float, 6, 8>(0, 80, 2e-6);
  expect_weights<float, 8, 16>(32, 160, 2e-6);
  expect_weights<bfloat16, 8, 16>(0, 256, 0x1p-8);
  expect_weights<bfloat16, 8, 16>(32, 96, 0x1p-8);
}

// Scores as programs write them for "never": below what has a finite logarithm to base 2 of its exponential.
TEST(OnlineSoftmax, weighs_the_lowest_floats_as_others) {
  constexpr int lanes = 8;
  constexpr float lowest = std::numeric_limits<float>::lowest();
  for (const float best : {lowest, -3e38f, -2.4e38f, -1.3e10f, -7e9f, 7e9f, 3e38f}) {
    std::vector<float> scores(lanes * 16, lowest), maxima(lanes, no_maximum), factors(lanes), sums(lanes * lanes, 0.0f);
    for (std::size_t row = 0; row < lanes; ++row)
      scores[row * 16] = scores[row * 16 + 5] = best;
    std::vector<float> largest(lanes * lanes, lowest);
    for (std::size_t row = 0; row < lanes; ++row)
      largest[row * lanes + 3] = best;
    update_maxima<lanes>(largest.data(), maxima.data(), factors.data());
    std::vector<float> panels(2 * 6 * 16, nan);
    Weigher<6, lanes, float> weigher{
        scores.data(), maxima.data(), sums.data(), panels.data(), 16, 6 * 16, lanes, 0, 16};
    weigher.finish();
    for (std::size_t row = 0; row < lanes; ++row)
      EXPECT_EQ(std::accumulate(sums.begin() + row * lanes, sums.begin() + (row + 1) * lanes, 0.0f),
                best == lowest ? 16.0f : 2.0f);
    const auto rows =
        normalise<lanes>(esimd::simd<float, lanes>(maxima.data()), esimd::simd<float, lanes>(2.0f), -infinity);
    EXPECT_EQ(static_cast<float>(rows.logarithms[0]), best);
    EXPECT_EQ(static_cast<float>(rows.shares[0]), 0.5f);
  }
}

TEST(Normalise, counts_a_sink_and_gives_nothing_to_an_empty_row) {
  using Floats = esimd::simd<float, 4>;
  Floats maxima = 3.0f, sums = 4.0f;
  maxima[1] = no_maximum;
  sums[1] = 0.0f;
  maxima[2] = nan;
  sums[2] = nan;
  const auto without = normalise<4>(maxima, sums, -infinity);
  EXPECT_FLOAT_EQ(static_cast<float>(without.shares[0]), 0.25f);
  EXPECT_NEAR(static_cast<float>(without.logarithms[0]), 3.0 + std::log(4.0), 1e-6);
  EXPECT_EQ(static_cast<float>(without.shares[1]), 0.0f);
  EXPECT_EQ(static_cast<float>(without.logarithms[1]), -infinity);
  EXPECT_TRUE(std::isnan(static_cast<float>(without.shares[2])));

  for (const float sink : {-2.0f, 5.0f}) {
    const auto with = normalise<4>(maxima, sums, sink);
    const double sum = 4.0 * std::exp(3.0) + std::exp(static_cast<double>(sink)); // of e^score
    EXPECT_NEAR(static_cast<float>(with.shares[0]), std::exp(3.0) / sum, 1e-6) << sink;
    EXPECT_NEAR(static_cast<float>(with.logarithms[0]), std::log(sum), 1e-6) << sink;
    EXPECT_EQ(static_cast<float>(with.shares[1]), 0.0f) << sink;
    EXPECT_NEAR(static_cast<float>(with.logarithms[1]), sink, 1e-6) << sink;
  }
}

} // namespace
} // namespace xeforge::tile
