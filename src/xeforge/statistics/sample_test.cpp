#include "xeforge/statistics/sample.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/statistics/normal.hpp"
#include "xeforge/statistics/reference_values.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace xeforge::statistics {
namespace {

TEST(sample, medians_quarters_and_intervals_are_those_of_scipy) {
  const auto cases = reference_values().at("samples");
  ASSERT_GE(cases.size(), 10u);
  for (const auto& one : cases) {
    const std::vector<double> samples = numbers_of(one.at("samples"));
    SCOPED_TRACE(samples.size());
    EXPECT_NEAR(median(samples), one.at("median").get<double>(), 1e-12);
    EXPECT_NEAR(quantile(samples, 0.25), one.at("quarters")[0].get<double>(), 1e-12);
    EXPECT_NEAR(quantile(samples, 0.75), one.at("quarters")[1].get<double>(), 1e-12);
    const MedianInterval known = median_interval(samples, 0.95);
    EXPECT_EQ(known.interval.low, one.at("interval")[0].get<double>());
    EXPECT_EQ(known.interval.high, one.at("interval")[1].get<double>());
    EXPECT_NEAR(known.confidence, one.at("confidence").get<double>(), 1e-9);
  }
}

TEST(sample, the_normal_distribution_is_that_of_scipy_and_its_inverse_inverts_it) {
  const auto known = reference_values();
  for (const auto& pair : known.at("normal_tails")) {
    const double z = pair[0].get<double>(), tail = pair[1].get<double>();
    EXPECT_NEAR(normal_tail(z), tail, 1e-12 * tail);
    EXPECT_NEAR(normal_above(tail), z, 1e-9);
  }
}

// The places that tables of the sign test give: of 20 sorted samples the 6th and the 15th, of 10 the 2nd and the 9th.
TEST(sample, the_places_of_the_interval_are_those_of_published_tables) {
  EXPECT_EQ(median_interval_ranks(10, 0.95).from_end, 1u);
  EXPECT_NEAR(median_interval_ranks(10, 0.95).confidence, 0.9785, 5e-5);
  EXPECT_EQ(median_interval_ranks(20, 0.95).from_end, 5u);
  EXPECT_NEAR(median_interval_ranks(20, 0.95).confidence, 0.9586, 5e-5);
  EXPECT_EQ(median_interval_ranks(100, 0.95).from_end, 39u);
}

TEST(sample, too_few_samples_give_less_confidence_and_say_so) {
  const MedianInterval of_five = median_interval(std::vector<double>{5, 1, 3, 2, 4}, 0.95);
  EXPECT_EQ(of_five.interval.low, 1);
  EXPECT_EQ(of_five.interval.high, 5);
  EXPECT_DOUBLE_EQ(of_five.confidence, 1 - 2.0 / 32);
  EXPECT_EQ(median_interval(std::vector<double>{5}, 0.95).confidence, 0);
  EXPECT_EQ(median_interval(std::vector<double>{5}, 0.95).interval.width(), 0);
}

TEST(sample, twenty_thousand_samples_do_not_underflow) {
  const IntervalRanks place = median_interval_ranks(20'000, 0.95);
  EXPECT_NEAR(static_cast<double>(place.from_end), 10'000 - 1.96 * std::sqrt(20'000) / 2, 3);
  EXPECT_GE(place.confidence, 0.95);
}

// What the interval promises, of a distribution with the long tail of times.
TEST(sample, the_interval_holds_the_true_median_as_often_as_it_says) {
  std::mt19937 random(7);
  std::exponential_distribution<double> times(1);
  for (const int count : {8, 20, 75}) {
    int held = 0;
    constexpr int tries = 4000;
    double confidence = 0;
    for (int trial = 0; trial < tries; ++trial) {
      std::vector<double> samples;
      for (int place = 0; place < count; ++place)
        samples.push_back(times(random));
      const MedianInterval known = median_interval(samples, 0.95);
      held += known.interval.low <= std::log(2) && std::log(2) <= known.interval.high;
      confidence = known.confidence;
    }
    const double deviation = std::sqrt(confidence * (1 - confidence) / tries);
    EXPECT_NEAR(static_cast<double>(held) / tries, confidence, 4 * deviation) << count;
  }
}

TEST(sample, the_spread_is_the_distance_of_the_quarters_and_has_no_unit) {
  EXPECT_DOUBLE_EQ(relative_spread(std::vector<double>{1, 2, 3, 4, 5}), 2.0 / 3);
  EXPECT_DOUBLE_EQ(relative_spread(std::vector<double>{1000, 2000, 3000, 4000, 5000}), 2.0 / 3);
  EXPECT_EQ(relative_spread(std::vector<double>{0, 0, 0}), 0);
}

TEST(sample, nothing_and_what_is_no_number_is_refused) {
  EXPECT_THROW(median({}), Error);
  EXPECT_THROW(median_interval({}, 0.95), Error);
  EXPECT_THROW(relative_spread(std::vector<double>{1, std::numeric_limits<double>::quiet_NaN()}), Error);
  EXPECT_THROW(quantile(std::vector<double>{1}, 1.5), Error);
}

} // namespace
} // namespace xeforge::statistics
