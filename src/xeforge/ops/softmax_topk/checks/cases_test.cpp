#include "xeforge/ops/softmax_topk/checks/cases.hpp"

#include "xeforge/ops/checks/elements.hpp"
#include "xeforge/ops/softmax_topk/checks/check.hpp"
#include "xeforge/ops/softmax_topk/checks/reference.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace xeforge::ops::softmax_topk {
namespace {

TEST(Cases, names_are_unique_and_findable) {
  std::set<std::string_view> names;
  for (const Case& problem : cases()) {
    EXPECT_TRUE(names.insert(problem.name).second) << problem.name << " is there twice";
    EXPECT_EQ(find_case(problem.name), &problem);
  }
  EXPECT_EQ(find_case("no such case"), nullptr);
}

TEST(Cases, every_set_but_that_of_cards_includes_the_ones_before_it) {
  const std::size_t smoke = cases_of(CaseSet::smoke).size(), ci = cases_of(CaseSet::ci).size();
  EXPECT_GT(smoke, 0u);
  EXPECT_GT(ci, smoke);
  const std::size_t full = cases_of(CaseSet::full).size();
  EXPECT_GT(full, ci);
  const auto of_cards = std::ranges::count(cases(), CaseSet::cards, &Case::set);
  EXPECT_GT(of_cards, 0);
  EXPECT_EQ(full + static_cast<std::size_t>(of_cards), cases().size());
}

TEST(Cases, every_case_is_a_problem_that_is_supported) {
  std::vector<float> bias(65536, 0.0f);
  for (const Case& problem : cases()) {
    SoftmaxTopkProblem description{problem.rows,    problem.n,       problem.scores,
                                   problem.weights, problem.indices, problem.options};
    if (problem.bias != BiasFill::none)
      description.options.correction_bias = {bias.data(), problem.n};
    EXPECT_TRUE(supports(description)) << problem.name << ": " << supports(description).reason;
  }
}

TEST(Cases, the_real_shapes_are_timed_and_checked) {
  for (const char* name : {"seed", "mixtral", "olmoe", "deepseek-v2", "qwen3-moe", "gpt-oss-120b", "gpt-oss-20b",
                           "deepseek-v3", "kimi-k2", "llama-4", "block-selection"}) {
    const Case* problem = find_case(name);
    ASSERT_NE(problem, nullptr) << name;
    EXPECT_TRUE(problem->timed) << name;
    EXPECT_LE(problem->set, CaseSet::ci) << name;
  }
}

TEST(Cases, the_same_case_holds_the_same_scores_each_time) {
  const Case& problem = *find_case("deepseek-v3-float16-mixed");
  const CaseData first(problem), second(problem);
  const ConstMatrixView a = first.scores(), b = second.scores();
  for (std::int64_t i = 0; i < a.rows * a.columns; ++i)
    ASSERT_EQ(static_cast<const base::half*>(a.data)[i].bits(), static_cast<const base::half*>(b.data)[i].bits());
  EXPECT_EQ(first.options().correction_bias.data[17], second.options().correction_bias.data[17]);
}

TEST(Cases, near_ties_are_closer_than_a_float_can_tell_apart) {
  for (const char* name : {"bias-near-ties-softmax", "bias-near-ties-sigmoid-grouped"}) {
    const CaseData data(*find_case(name));
    const auto selection = reference::selection_scores(data.row(0), data.options());
    const auto [lowest, highest] = std::ranges::minmax(selection);
    EXPECT_LT(highest - lowest, 0x1p-22) << name;
    EXPECT_GT(std::set<double>(selection.begin(), selection.end()).size(), 200u) << name;
  }
}

struct Contents {
  std::int64_t nans = 0, plus_infinities = 0, minus_infinities = 0, negative_zeros = 0, subnormals = 0;
  std::set<double> values; // distinct numbers
  double largest = 0.0;    // magnitude of a finite one
};
Contents contents_of(Fill fill) {
  Case problem{.name = "contents", .rows = 40, .fill = fill};
  const CaseData data(problem);
  Contents result;
  for (std::int64_t row = 0; row < problem.rows; ++row)
    for (const double score : data.row(row)) {
      result.nans += std::isnan(score);
      result.plus_infinities += score > 0 && std::isinf(score);
      result.minus_infinities += score < 0 && std::isinf(score);
      result.negative_zeros += score == 0 && std::signbit(score);
      result.subnormals += score != 0 && std::fabs(score) < 0x1p-14;
      if (!std::isfinite(score))
        continue;
      result.values.insert(score);
      result.largest = std::max(result.largest, std::fabs(score));
    }
  return result;
}

TEST(Cases, the_designed_fills_hold_what_they_are_named_for) {
  constexpr std::int64_t all = 40 * 128;
  EXPECT_GT(contents_of(Fill::normal).values.size(), 1000u);
  EXPECT_EQ(contents_of(Fill::few_values).values.size(), 4u);
  EXPECT_EQ(contents_of(Fill::close).values.size(), 8u);
  EXPECT_EQ(contents_of(Fill::all_equal).values.size(), 1u);
  EXPECT_EQ(contents_of(Fill::ascending).values.size(), 128u);
  EXPECT_LT(*contents_of(Fill::all_negative).values.rbegin(), -900.0);
  EXPECT_GT(contents_of(Fill::near_overflow).largest, 65000.0);
  EXPECT_GT(contents_of(Fill::denormals).subnormals, all / 2);
  EXPECT_GT(contents_of(Fill::signed_zeros).negative_zeros, all / 4);
  EXPECT_EQ(contents_of(Fill::one_hot).values.size(), 2u);
  EXPECT_GT(contents_of(Fill::some_minus_inf).minus_infinities, all / 4);
  EXPECT_LT(contents_of(Fill::some_minus_inf).minus_infinities, all / 2);
  EXPECT_EQ(contents_of(Fill::all_minus_inf).minus_infinities, all);
  EXPECT_GE(contents_of(Fill::some_plus_inf).plus_infinities, 40);
  EXPECT_GT(contents_of(Fill::nan_scattered).nans, all / 4);
  EXPECT_EQ(contents_of(Fill::all_nan).nans, all);
  EXPECT_GT(contents_of(Fill::comb).largest, 15.0);
  const Contents specials = contents_of(Fill::specials);
  EXPECT_GT(std::min({specials.nans, specials.plus_infinities, specials.minus_infinities, specials.negative_zeros}), 0);
}

} // namespace
} // namespace xeforge::ops::softmax_topk
