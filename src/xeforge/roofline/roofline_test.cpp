#include "xeforge/roofline/roofline.hpp"

#include "xeforge/base/error.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace xeforge::roofline {
namespace {

// 100 flops and 10 bytes a second: the ridge is at 10 flops per byte.
constexpr Ceilings machine{100, 10};

TEST(roofline, work_left_of_the_ridge_is_bound_by_memory_and_right_of_it_by_compute) {
  EXPECT_EQ(ridge_point(machine), 10);
  const Bound left = bound_of({500, 100}, machine);
  EXPECT_EQ(left.limit, Limit::memory);
  EXPECT_EQ(left.seconds, 10);
  EXPECT_EQ(left.flops_per_second, 50);
  EXPECT_EQ(left.bytes_per_second, 10);
  const Bound right = bound_of({5'000, 100}, machine);
  EXPECT_EQ(right.limit, Limit::compute);
  EXPECT_EQ(right.seconds, 50);
  EXPECT_EQ(right.flops_per_second, 100);
  EXPECT_EQ(right.bytes_per_second, 2);
}

TEST(roofline, at_the_ridge_both_bounds_are_one) {
  const Bound bound = bound_of({1'000, 100}, machine);
  EXPECT_EQ(bound.limit, Limit::compute);
  EXPECT_EQ(bound.flops_per_second, 100);
  EXPECT_EQ(bound.bytes_per_second, 10);
}

TEST(roofline, without_a_bound_by_memory_there_is_always_compute) {
  const Ceilings cached{100, std::numeric_limits<double>::infinity()};
  EXPECT_EQ(bound_of({1, 1e9}, cached).limit, Limit::compute);
  EXPECT_EQ(bound_of({1, 1e9}, cached).seconds, 0.01);
  EXPECT_EQ(ridge_point(cached), 0);
}

TEST(roofline, a_point_says_how_far_below_its_roof_it_is) {
  const Point point = point_of("case", 20, {500, 100}, machine);
  EXPECT_EQ(point.times_bound, 2);
  EXPECT_EQ(point.percent_of_roof, 50);
  EXPECT_EQ(point.standing, Standing::partly_latency);
  EXPECT_EQ(point.limited_by, Class::memory);
  EXPECT_EQ(point_of("case", 10, {500, 100}, machine).percent_of_roof, 100);
}

TEST(roofline, a_point_above_its_roof_is_refused_by_name) {
  try {
    point_of("attention, case x", 9.99, {500, 100}, machine);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.argument(), "attention, case x");
    EXPECT_EQ(error.got(), "100.1 % of its roof");
  }
}

TEST(roofline, the_thresholds_of_the_classes_are_1_1_and_1_5_and_3) {
  EXPECT_EQ(standing_of(1.1), Standing::at_roof);
  EXPECT_EQ(standing_of(1.11), Standing::below_roof);
  EXPECT_EQ(standing_of(1.5), Standing::below_roof);
  EXPECT_EQ(standing_of(1.51), Standing::partly_latency);
  EXPECT_EQ(standing_of(3), Standing::partly_latency);
  EXPECT_EQ(standing_of(3.01), Standing::latency);
  EXPECT_EQ(point_of("case", 30.1, {500, 100}, machine).limited_by, Class::latency);
  EXPECT_EQ(point_of("case", 29.9, {500, 100}, machine).limited_by, Class::memory);
}

TEST(roofline, work_far_shorter_than_a_launch_is_bound_by_latency) {
  const Bound bound = bound_of({500, 100}, machine); // 10 s by memory
  EXPECT_EQ(class_of(bound, 30), Class::memory);
  EXPECT_EQ(class_of(bound, 30.5), Class::latency);
  EXPECT_EQ(class_of(bound_of({5'000, 100}, machine), 0), Class::compute);
}

TEST(roofline, what_is_no_work_no_machine_or_no_time_is_refused) {
  EXPECT_THROW(bound_of({1, 0}, machine), Error);
  EXPECT_THROW(bound_of({-1, 1}, machine), Error);
  EXPECT_THROW(bound_of({std::numeric_limits<double>::quiet_NaN(), 1}, machine), Error);
  EXPECT_THROW(bound_of({1, 1}, {0, 10}), Error);
  EXPECT_THROW(bound_of({1, 1}, {100, -1}), Error);
  EXPECT_THROW(bound_of({0, 1}, {100, std::numeric_limits<double>::infinity()}), Error);
  EXPECT_THROW(point_of("case", 0, {1, 1}, machine), Error);
  EXPECT_THROW(intensity({1, 0}), Error);
}

} // namespace
} // namespace xeforge::roofline
