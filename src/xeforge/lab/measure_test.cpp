#include "xeforge/lab/measure.hpp"

#include <gtest/gtest.h>

namespace xeforge::lab {
namespace {

// A clock that moves only when the work says so.
struct StepClock {
  using duration = std::chrono::nanoseconds;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<StepClock>;
  static inline duration passed{0};
  static time_point now() { return time_point(passed); }
};

struct Work {
  std::vector<long> step_ns; // the last one repeats
  std::size_t calls = 0;
  void operator()() {
    StepClock::passed += std::chrono::nanoseconds(step_ns[std::min(calls, step_ns.size() - 1)]);
    ++calls;
  }
};

TEST(measure, the_median_is_the_middle_of_an_odd_count_and_between_the_two_of_an_even_one) {
  EXPECT_EQ(summarize({5, 1, 9}).median_ns, 5);
  EXPECT_EQ(summarize({5, 1, 9, 6}).median_ns, 5.5);
  EXPECT_EQ(summarize({5, 1, 9, 6}).min_ns, 1);
  EXPECT_EQ(summarize({5, 1, 9, 6}).runs, 4);
}

TEST(measure, warm_up_runs_are_not_counted) {
  Work work{{1'000'000, 1'000'000, 7}};
  const Timing timing = measure<StepClock>(work, {.warm_up_runs = 2, .least_runs = 5, .least_seconds = 0});
  EXPECT_EQ(timing.runs, 5);
  EXPECT_EQ(timing.median_ns, 7);
  EXPECT_EQ(work.calls, 7u);
}

TEST(measure, short_work_is_repeated_until_the_time_is_full) {
  Work work{{1'000}};
  const Timing timing = measure<StepClock>(work, {.warm_up_runs = 0, .least_runs = 3, .least_seconds = 1e-3});
  EXPECT_GE(timing.runs, 1'000);
  EXPECT_LE(timing.runs, 1'001);
}

TEST(measure, long_work_stops_at_the_time_limit_but_runs_at_least_once) {
  Work slow{{2'000'000'000}};
  EXPECT_EQ(measure<StepClock>(slow, {.warm_up_runs = 0, .most_seconds = 5}).runs, 3);
  Work slower{{60'000'000'000}};
  EXPECT_EQ(measure<StepClock>(slower, {.warm_up_runs = 0, .most_seconds = 5}).runs, 1);
}

TEST(measure, the_number_of_runs_is_bounded) {
  Work work{{1}};
  EXPECT_EQ(measure<StepClock>(work, {.warm_up_runs = 0, .most_runs = 50}).runs, 50);
}

} // namespace
} // namespace xeforge::lab
