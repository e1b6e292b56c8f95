#include "xeforge/lab/bench/measure.hpp"

#include "xeforge/lab/bench/timing_report.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

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
  const Timing timing = measure<StepClock>(work, {.warm_up_runs = 2, .least_runs = 8, .least_seconds = 0});
  EXPECT_EQ(timing.runs, 8);
  EXPECT_EQ(timing.median_ns, 7);
  EXPECT_EQ(work.calls, 10u);
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

TEST(measure, work_that_varies_is_repeated_until_the_interval_is_narrow) {
  std::mt19937 random(1);
  std::normal_distribution<double> noise(1e6, 1e5);
  Work work;
  for (int run = 0; run < 5000; ++run)
    work.step_ns.push_back(std::lround(noise(random)));
  const MeasureLimits limits{.warm_up_runs = 0, .least_seconds = 0, .settle_seconds = 1e9, .most_seconds = 1e9};
  const Timing timing = measure<StepClock>(work, limits);
  EXPECT_GT(timing.runs, 300); // the interval is about 2 * 1.96 * 1.25 * 10% / sqrt(runs) wide
  EXPECT_LT(timing.runs, 4500);
  EXPECT_TRUE(timing.is_settled);
  EXPECT_LE(timing.interval.interval.width(), 0.01 * timing.median_ns);
  EXPECT_GE(timing.interval.confidence, 0.95);
  EXPECT_LE(timing.interval.interval.low, timing.median_ns);
  EXPECT_GE(timing.interval.interval.high, timing.median_ns);
}

TEST(measure, an_interval_that_stays_wide_ends_with_the_time_and_is_said) {
  Work work;
  for (int run = 0; run < 1000; ++run)
    work.step_ns.push_back(run % 2 ? 1'000'000 : 3'000'000);
  Timing timing = measure<StepClock>(
      work, {.warm_up_runs = 0, .least_runs = 20, .least_seconds = 0.1, .settle_seconds = 0.5, .most_seconds = 10});
  timing.clock_after_ghz = timing.clock_before_ghz; // they are the processor's own, which may change meanwhile
  EXPECT_EQ(timing.runs, 250);
  EXPECT_FALSE(timing.is_settled);
  EXPECT_EQ(disturbances_of(timing), (std::vector{Disturbance::unsettled, Disturbance::noisy}));
}

TEST(measure, of_many_runs_some_are_kept_evenly_and_in_their_order) {
  std::vector<double> samples;
  for (int run = 0; run < 1001; ++run)
    samples.push_back(1e6 + run);
  const Timing timing = summarize(samples);
  EXPECT_EQ(timing.runs, 1001);
  EXPECT_EQ(timing.sample_stride, 6);
  EXPECT_LE(timing.samples_ns.size(), most_samples_kept);
  EXPECT_GE(timing.samples_ns.size(), most_samples_kept / 2);
  for (std::size_t kept = 0; kept < timing.samples_ns.size(); ++kept)
    EXPECT_EQ(timing.samples_ns[kept], samples[6 * kept]);
  EXPECT_EQ(summarize({5, 1, 9}).samples_ns, (std::vector<double>{5, 1, 9}));
}

// 1,000 runs around a millisecond that change by as much from the first to the last.
Timing drifting(double relative) {
  std::mt19937 random(2);
  std::normal_distribution<double> noise(0, 1e4);
  std::vector<double> samples;
  for (int run = 0; run < 1000; ++run)
    samples.push_back(1e6 * (1 + relative * run / 1000) + noise(random));
  return summarize(samples);
}

TEST(measure, a_drift_over_the_runs_is_found_and_its_absence_too) {
  EXPECT_NEAR(drifting(0.1).drift, 0.095, 0.01);
  EXPECT_NEAR(drifting(-0.1).drift, -0.105, 0.01);
  EXPECT_EQ(std::ranges::count(disturbances_of(drifting(0.1)), Disturbance::drift), 1);
  EXPECT_EQ(std::ranges::count(disturbances_of(drifting(-0.1)), Disturbance::drift), 1);
  EXPECT_TRUE(disturbances_of(drifting(0)).empty());
}

TEST(measure, a_clock_that_moved_is_said) {
  Timing timing = drifting(0);
  timing.clock_before_ghz = 4;
  timing.clock_after_ghz = 3.9;
  EXPECT_TRUE(disturbances_of(timing).empty());
  timing.clock_after_ghz = 3.5;
  EXPECT_EQ(disturbances_of(timing), std::vector{Disturbance::clock});
  const std::string text = disturbances_text({{"quiet", drifting(0)}, {"loud", timing}}, {});
  EXPECT_NE(text.find("loud 4.00 to 3.50"), std::string::npos) << text;
  EXPECT_EQ(text.find("quiet"), std::string::npos) << text;
  EXPECT_EQ(disturbances_text({{"quiet", drifting(0)}}, {}), "");
}

// The chain of additions is real: its speed is one that processors have.
TEST(measure, the_clock_is_one_that_a_processor_can_have) {
  EXPECT_GT(clock_ghz(), 0.2);
  EXPECT_LT(clock_ghz(), 8);
  EXPECT_GT(measure([] {}, {.least_seconds = 0, .settle_seconds = 0}).clock_before_ghz, 0.2);
}

TEST(measure, json_has_the_samples_and_what_disturbed_them) {
  Timing timing = drifting(0.1);
  const Json json = as_json(timing);
  EXPECT_EQ(json.at("disturbances"), Json::array({"drift"}));
  EXPECT_EQ(json.at("samples_ns").size(), timing.samples_ns.size());
  EXPECT_EQ(json.at("interval_ns").at(0), timing.interval.interval.low);
}

} // namespace
} // namespace xeforge::lab
