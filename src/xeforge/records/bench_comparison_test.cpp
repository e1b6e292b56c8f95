#include "xeforge/records/bench_comparison.hpp"

#include "xeforge/records/comparison_json.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace xeforge::records {
namespace {

std::vector<double> times(int seed, double scale, int count = 100) {
  std::mt19937 random(static_cast<unsigned>(seed));
  std::gamma_distribution<double> tail(2, 0.02);
  std::vector<double> samples;
  for (int run = 0; run < count; ++run)
    samples.push_back(scale * 1e6 * (1 + tail(random)));
  return samples;
}

BenchCase bench_case(const std::string& name, const std::vector<double>& samples) {
  return {"softmax-topk", name, "fold", "v4", "float16", "rows 8, n 8, k 2", 2, true, statistics::median(samples),
          samples,        4.0};
}

BenchReport report_of(std::vector<BenchCase> cases) {
  return {{"some CPU", "clang", "abc", "2026-11-20"}, std::move(cases)};
}

CaseComparison only_case(const BenchReport& before, const BenchReport& after) {
  const BenchComparison comparison = compare_benches(before, after, {});
  EXPECT_EQ(comparison.cases.size(), 1u);
  return comparison.cases.at(0);
}

TEST(bench_comparison, a_clear_difference_is_named_with_its_size_and_interval) {
  const BenchReport before = report_of({bench_case("a", times(1, 1))}),
                    after = report_of({bench_case("a", times(2, 0.8))});
  const CaseComparison faster = only_case(before, after), slower = only_case(after, before);
  EXPECT_EQ(faster.verdict, Verdict::faster);
  EXPECT_NEAR(faster.ratio, 0.8, 0.01);
  EXPECT_LT(faster.ratio_interval.low, 0.8);
  EXPECT_GT(faster.ratio_interval.high, 0.8);
  EXPECT_LT(faster.p_adjusted, 0.001);
  EXPECT_EQ(faster.reason, "");
  EXPECT_EQ(slower.verdict, Verdict::slower);
  EXPECT_NEAR(slower.ratio, 1 / faster.ratio, 1e-9);
  EXPECT_TRUE(is_any_slower(compare_benches(after, before, {})));
  EXPECT_FALSE(is_any_slower(compare_benches(before, after, {})));
}

TEST(bench_comparison, two_measurements_of_the_same_show_no_difference) {
  const CaseComparison same =
      only_case(report_of({bench_case("a", times(1, 1))}), report_of({bench_case("a", times(2, 1))}));
  EXPECT_EQ(same.verdict, Verdict::no_difference);
  EXPECT_EQ(same.reason, "may be noise");
  EXPECT_LT(same.ratio_interval.low, 1);
  EXPECT_GT(same.ratio_interval.high, 1);
}

TEST(bench_comparison, a_difference_that_is_certain_but_tiny_is_none) {
  const CaseComparison tiny =
      only_case(report_of({bench_case("a", times(1, 1, 200))}), report_of({bench_case("a", times(1, 1.005, 200))}));
  EXPECT_EQ(tiny.verdict, Verdict::no_difference);
  const BenchReport before = report_of({bench_case("a", {1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007})});
  const BenchReport after = report_of({bench_case("a", {1008, 1009, 1010, 1011, 1012, 1013, 1014, 1015})});
  EXPECT_EQ(only_case(before, after).reason, "less than 1%");
  EXPECT_LT(only_case(before, after).p, 0.001);
  EXPECT_EQ(compare_benches(before, after, {.level = 0.05, .least_change = 0.001}).cases[0].verdict, Verdict::slower);
}

// 40 cases without a difference: uncorrected about two of them would be called one.
TEST(bench_comparison, of_many_cases_without_a_difference_none_is_called_one) {
  std::vector<BenchCase> before, after;
  for (int number = 0; number < 40; ++number) {
    before.push_back(bench_case("case" + std::to_string(number), times(number, 1, 40)));
    after.push_back(bench_case("case" + std::to_string(number), times(1000 + number, 1, 40)));
  }
  const BenchComparison comparison =
      compare_benches(report_of(before), report_of(after), {.level = 0.05, .least_change = 0});
  int below_the_level = 0;
  for (const CaseComparison& one : comparison.cases) {
    EXPECT_EQ(one.verdict, Verdict::no_difference) << one.name;
    EXPECT_GE(one.p_adjusted, one.p);
    below_the_level += one.p <= 0.05;
  }
  EXPECT_GE(below_the_level, 1); // else this shows nothing
}

TEST(bench_comparison, what_cannot_be_compared_says_why) {
  const BenchCase good = bench_case("a", times(1, 1));
  const auto reason = [&](auto change) {
    BenchCase other = good;
    change(other);
    const CaseComparison result = only_case(report_of({good}), report_of({other}));
    EXPECT_EQ(result.verdict, Verdict::not_comparable);
    EXPECT_EQ(result.new_samples, 0u);
    return result.reason;
  };
  EXPECT_EQ(reason([](BenchCase& one) { one.threads = 1; }), "threads: 2 before, 1 after");
  EXPECT_EQ(reason([](BenchCase& one) { one.target = "v3"; }), "another target: v4 before, v3 after");
  EXPECT_EQ(reason([](BenchCase& one) { one.shape = "rows 9"; }),
            "another shape: rows 8, n 8, k 2 before, rows 9 after");
  EXPECT_EQ(reason([](BenchCase& one) { one.dtype = "float32"; }), "another type: float16 before, float32 after");
  EXPECT_EQ(reason([](BenchCase& one) { one.passed = false; }), "the check failed after");
  EXPECT_EQ(reason([](BenchCase& one) { one.samples_ns.clear(); }), "no samples kept after");
  EXPECT_EQ(reason([](BenchCase& one) { one.samples_ns[3] = 0; }), "a run that took no time");
  BenchReport elsewhere = report_of({good});
  elsewhere.origin.machine = "another CPU";
  EXPECT_EQ(only_case(report_of({good}), elsewhere).reason, "another machine: some CPU before, another CPU after");
}

// Which variant runs a case is the plan's business: a better one is a gain.
TEST(bench_comparison, another_variant_can_be_compared) {
  BenchCase after = bench_case("a", times(2, 0.5));
  after.variant = "routed";
  EXPECT_EQ(only_case(report_of({bench_case("a", times(1, 1))}), report_of({after})).verdict, Verdict::faster);
}

TEST(bench_comparison, cases_of_one_side_are_listed) {
  const BenchComparison comparison =
      compare_benches(report_of({bench_case("old", times(1, 1)), bench_case("both", times(2, 1))}),
                      report_of({bench_case("both", times(3, 1)), bench_case("new", times(4, 1))}), {});
  ASSERT_EQ(comparison.cases.size(), 3u);
  EXPECT_EQ(comparison.cases[1].reason, "only after");
  EXPECT_EQ(comparison.cases[2].name, "old");
  EXPECT_EQ(comparison.cases[2].reason, "only before");
}

TEST(bench_comparison, runs_that_hang_together_count_less) {
  std::vector<double> wandering;
  for (int run = 0; run < 200; ++run)
    wandering.push_back(1e6 * (1.5 + std::sin(run / 15.0)));
  const BenchReport one = report_of({bench_case("a", wandering)});
  EXPECT_LT(compare_benches(one, one, {}).cases[0].old_samples, 30u);
  EXPECT_EQ(compare_benches(one, one, {}, Samples::independent).cases[0].old_samples, 200u);
}

TEST(bench_comparison, a_difference_that_one_side_makes_by_itself_is_none) {
  std::vector<double> unsteady = times(1, 1, 50);
  for (const double time : times(2, 1.2, 50))
    unsteady.push_back(time);
  const BenchReport before = report_of({bench_case("a", times(3, 1))}), after = report_of({bench_case("a", unsteady)});
  const CaseComparison result = only_case(before, after);
  EXPECT_EQ(result.verdict, Verdict::no_difference);
  EXPECT_LT(result.p, 0.05);
  EXPECT_NEAR(result.wander, 0.2, 0.02);
  EXPECT_EQ(result.reason.find("one side alone moved by "), 0u) << result.reason;
  EXPECT_EQ(compare_benches(before, after, {}, Samples::independent).cases[0].verdict, Verdict::slower);
}

TEST(bench_comparison, a_clock_that_differs_is_remarked_on) {
  BenchCase slow = bench_case("a", times(2, 1));
  slow.clock_ghz = 3;
  const BenchComparison comparison =
      compare_benches(report_of({bench_case("a", times(1, 1))}), report_of({slow}), {}, Samples::independent);
  ASSERT_EQ(comparison.remarks.size(), 1u);
  EXPECT_NE(comparison.remarks[0].find("4.00 GHz before and 3.00 GHz after"), std::string::npos);
}

TEST(bench_comparison, json_has_null_where_nothing_was_compared) {
  const BenchComparison comparison =
      compare_benches(report_of({bench_case("a", times(1, 1))}), report_of({bench_case("b", times(1, 1))}), {});
  const Json json = to_json(comparison);
  EXPECT_TRUE(json.at("results").at(0).at("ratio").is_null());
  EXPECT_EQ(json.at("results").at(0).at("verdict"), "not comparable");
}

} // namespace
} // namespace xeforge::records
