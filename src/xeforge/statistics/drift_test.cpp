#include "xeforge/statistics/drift.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/statistics/rank_test.hpp"
#include "xeforge/statistics/reference_values.hpp"
#include "xeforge/statistics/sample.hpp"

#include <gtest/gtest.h>

#include <random>

namespace xeforge::statistics {
namespace {

TEST(drift, slopes_and_rank_correlations_are_those_of_scipy) {
  const auto cases = reference_values().at("drifts");
  ASSERT_GE(cases.size(), 5u);
  for (const auto& one : cases) {
    const std::vector<double> samples = numbers_of(one.at("samples"));
    SCOPED_TRACE(samples.size());
    const Drift drift = drift_of(samples);
    EXPECT_NEAR(drift.tau, one.at("tau").get<double>(), 1e-12);
    EXPECT_NEAR(drift.p, one.at("p").get<double>(), 1e-10);
    const double whole = one.at("slope").get<double>() * static_cast<double>(samples.size() - 1);
    EXPECT_NEAR(drift.relative, whole / median(samples), 1e-12);
  }
}

TEST(drift, of_many_samples_it_is_what_they_rose_from_first_to_last) {
  std::mt19937 random(1);
  std::normal_distribution<double> noise(0, 3);
  std::vector<double> rising, level;
  for (int run = 0; run < 5000; ++run) {
    level.push_back(100 + noise(random));
    rising.push_back(100 + noise(random) + 10.0 * run / 5000);
  }
  EXPECT_NEAR(drift_of(rising).relative, 0.0952, 0.01);
  EXPECT_LT(drift_of(rising).p, 1e-6);
  EXPECT_NEAR(drift_of(level).relative, 0, 0.01);
  EXPECT_GT(drift_of(level).p, 1e-3);
}

TEST(drift, constant_numbers_do_not_drift) {
  const Drift drift = drift_of(std::vector<double>(100, 7));
  EXPECT_EQ(drift.relative, 0);
  EXPECT_EQ(drift.tau, 0);
  EXPECT_EQ(drift.p, 1);
  EXPECT_THROW(drift_of(std::vector<double>{1, 2}), Error);
}

// Each value keeps this much of the one before.
std::vector<double> sluggish(std::mt19937& random, double keeps, int count) {
  std::normal_distribution<double> noise(0, 1);
  std::vector<double> samples;
  double value = 0;
  for (int place = 0; place < count + 100; ++place) {
    value = keeps * value + noise(random);
    if (place >= 100)
      samples.push_back(value);
  }
  return samples;
}

TEST(drift, the_stride_grows_with_what_neighbours_have_in_common) {
  std::mt19937 random(2);
  EXPECT_EQ(independent_stride(sluggish(random, 0, 2000)), 1u);
  const std::size_t half = independent_stride(sluggish(random, 0.5, 2000));
  EXPECT_GE(half, 2u); // (1 + 0.5) / (1 - 0.5) = 3
  EXPECT_LE(half, 4u);
  EXPECT_GE(independent_stride(sluggish(random, 0.9, 2000)), 12u); // 19
  EXPECT_EQ(independent_stride(std::vector<double>(100, 3)), 1u);
  EXPECT_EQ(independent_stride(std::vector<double>{1, 2, 3}), 1u);
}

// What the stride is for: without it, lists of one sluggish process are told apart far more often than one time in 20.
TEST(drift, with_the_stride_the_rank_test_keeps_its_level_for_numbers_that_hang_together) {
  std::mt19937 random(3);
  constexpr int tries = 400;
  int with_stride = 0, without = 0;
  for (int trial = 0; trial < tries; ++trial) {
    const std::vector<double> first = sluggish(random, 0.7, 200), second = sluggish(random, 0.7, 200);
    without += rank_test(first, second).p <= 0.05;
    with_stride +=
        rank_test(every(first, independent_stride(first)), every(second, independent_stride(second))).p <= 0.05;
  }
  EXPECT_GT(without, 0.2 * tries);
  EXPECT_LT(with_stride, 0.12 * tries);
}

TEST(drift, every_takes_the_first_and_each_stride_after_it) {
  EXPECT_EQ(every(std::vector<double>{1, 2, 3, 4, 5}, 2), (std::vector<double>{1, 3, 5}));
  EXPECT_EQ(every(std::vector<double>{1, 2}, 1), (std::vector<double>{1, 2}));
}

} // namespace
} // namespace xeforge::statistics
