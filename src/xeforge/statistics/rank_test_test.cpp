#include "xeforge/statistics/rank_test.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/statistics/reference_values.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace xeforge::statistics {
namespace {

TEST(rank_test, probabilities_and_shifts_are_those_of_scipy) {
  const auto cases = reference_values().at("rank_tests");
  ASSERT_GE(cases.size(), 12u);
  int with_interval = 0, exact = 0;
  for (const auto& one : cases) {
    const std::vector<double> first = numbers_of(one.at("first")), second = numbers_of(one.at("second"));
    SCOPED_TRACE(testing::Message() << first.size() << " and " << second.size());
    const RankTest test = rank_test(first, second);
    EXPECT_DOUBLE_EQ(test.u, one.at("u").get<double>());
    EXPECT_NEAR(test.p, one.at("p").get<double>(), 1e-10);
    EXPECT_EQ(test.method == Method::exact, one.at("method") == "exact");
    const Shift shift = shift_between(first, second, 0.95);
    EXPECT_NEAR(shift.estimate, one.at("shift").get<double>(), 1e-12);
    exact += test.method == Method::exact;
    if (!one.contains("interval"))
      continue;
    ++with_interval;
    EXPECT_NEAR(shift.interval.low, one.at("interval")[0].get<double>(), 1e-12);
    EXPECT_NEAR(shift.interval.high, one.at("interval")[1].get<double>(), 1e-12);
    EXPECT_EQ(shift.confidence, 0.95);
  }
  EXPECT_GE(with_interval, 3);
  EXPECT_GE(exact, 8);
}

// How many of the n m sorted differences are left out at each end: the table of critical values of U (two-sided, 5%)
// has 2 for 5 and 5, 13 for 8 and 8, 23 for 10 and 10, 127 for 20 and 20.
TEST(rank_test, the_interval_leaves_out_as_many_differences_as_the_table_of_u_says) {
  const struct {
    int count;
    int critical;
  } rows[] = {{5, 2}, {8, 13}, {10, 23}, {20, 127}};
  for (const auto& [count, critical] : rows) {
    // The differences are 0, 1, 2 ... count * count - 1.
    std::vector<double> first, second;
    for (int place = 0; place < count; ++place) {
      first.push_back(-place);
      second.push_back(count * place);
    }
    const Shift shift = shift_between(first, second, 0.95);
    EXPECT_EQ(shift.interval.low, critical) << count;
    EXPECT_EQ(shift.interval.high, count * count - 1 - critical) << count;
  }
}

TEST(rank_test, three_values_a_side_never_show_a_difference_at_five_percent) {
  const std::vector<double> first{1, 2, 3}, second{11, 12, 13};
  EXPECT_DOUBLE_EQ(rank_test(first, second).p, 0.1);
  EXPECT_EQ(shift_between(first, second, 0.95).confidence, 0);
  EXPECT_EQ(shift_between(first, second, 0.95).interval.low, 8);
  EXPECT_EQ(shift_between(first, second, 0.95).interval.high, 12);
}

std::vector<double> times(std::mt19937& random, int count, double factor) {
  std::gamma_distribution<double> tail(2, 1);
  std::vector<double> samples;
  for (int place = 0; place < count; ++place)
    samples.push_back(factor * (10 + tail(random)));
  return samples;
}

TEST(rank_test, turning_the_sides_around_turns_the_shift_and_keeps_the_probability) {
  std::mt19937 random(3);
  for (const int count : {7, 20, 60}) {
    const std::vector<double> first = times(random, count, 1), second = times(random, count + 2, 1.05);
    const Shift there = shift_between(first, second, 0.95), back = shift_between(second, first, 0.95);
    EXPECT_NEAR(rank_test(first, second).p, rank_test(second, first).p, 1e-12);
    EXPECT_NEAR(there.estimate, -back.estimate, 1e-12);
    EXPECT_NEAR(there.interval.low, -back.interval.high, 1e-12);
  }
}

// Of the exact probabilities and of the approximate ones.
TEST(rank_test, a_shift_is_in_the_interval_exactly_if_the_test_does_not_reject_it) {
  std::mt19937 random(4);
  for (const int count : {8, 20, 40}) {
    const std::vector<double> first = times(random, count, 1), second = times(random, count, 1.1);
    const Shift shift = shift_between(first, second, 0.95);
    for (const auto& [by, rejected] : {std::pair{shift.interval.low - 1e-6, true},
                                       {shift.interval.low + 1e-6, false},
                                       {shift.interval.high - 1e-6, false},
                                       {shift.interval.high + 1e-6, true}}) {
      std::vector<double> moved = second;
      for (double& value : moved)
        value -= by;
      EXPECT_EQ(rank_test(first, moved).p <= 0.05, rejected) << count << " by " << by;
    }
  }
}

TEST(rank_test, lists_of_one_distribution_are_told_apart_as_often_as_the_level_says) {
  std::mt19937 random(5);
  for (const int count : {10, 30}) {
    constexpr int tries = 2000;
    int rejected = 0;
    for (int trial = 0; trial < tries; ++trial)
      rejected += rank_test(times(random, count, 1), times(random, count, 1)).p <= 0.05;
    // At most 5%, less where the ranks allow few probabilities.
    EXPECT_LE(rejected, 0.05 * tries + 4 * std::sqrt(tries * 0.05 * 0.95)) << count;
    EXPECT_GE(rejected, 0.03 * tries) << count;
  }
}

TEST(rank_test, one_disturbed_run_does_not_hide_a_difference) {
  std::mt19937 random(6);
  std::vector<double> first = times(random, 30, 1), second = times(random, 30, 1.2);
  second[7] = 1e9;
  first[3] = 1e9;
  EXPECT_LT(rank_test(first, second).p, 1e-3);
  EXPECT_NEAR(shift_between(first, second, 0.95).estimate, 0.2 * 12, 0.8);
}

TEST(rank_test, nothing_and_what_is_no_number_is_refused) {
  const std::vector<double> good{1, 2}, bad{1, std::numeric_limits<double>::quiet_NaN()};
  EXPECT_THROW(rank_test({}, good), Error);
  EXPECT_THROW(rank_test(good, bad), Error);
  EXPECT_THROW(shift_between(good, {}, 0.95), Error);
  EXPECT_THROW(shift_between(good, good, 1), Error);
}

} // namespace
} // namespace xeforge::statistics
