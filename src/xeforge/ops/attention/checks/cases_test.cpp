#include "xeforge/ops/attention/checks/cases.hpp"

#include "xeforge/ops/attention/checks/check.hpp"
#include "xeforge/ops/attention/host/asked_rules.hpp"
#include "xeforge/ops/attention/host/variants.hpp"
#include "xeforge/ops/checks/elements.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

namespace xeforge::ops::attention {
namespace {

TEST(AttentionCases, names_are_unique_and_findable) {
  std::set<std::string_view> names;
  for (const Case& problem : cases()) {
    EXPECT_TRUE(names.insert(problem.name).second) << problem.name << " is there twice";
    EXPECT_EQ(find_case(problem.name), &problem);
  }
  EXPECT_EQ(find_case("no such case"), nullptr);
}

TEST(AttentionCases, every_set_but_that_of_cards_includes_the_ones_before_it) {
  const std::size_t smoke = cases_of(CaseSet::smoke).size(), ci = cases_of(CaseSet::ci).size();
  EXPECT_GT(smoke, 0u);
  EXPECT_GT(ci, smoke);
  const std::size_t full = cases_of(CaseSet::full).size();
  EXPECT_GT(full, ci);
  const auto of_cards = std::ranges::count(cases(), CaseSet::cards, &Case::set);
  EXPECT_GT(of_cards, 0);
  EXPECT_EQ(full + static_cast<std::size_t>(of_cards), cases().size());
}

TEST(AttentionCases, every_case_is_a_problem_that_is_supported) {
  for (const Case& problem : cases()) {
    const CaseDescription description(problem);
    EXPECT_TRUE(supports(description.problem)) << problem.name << ": " << supports(description.problem).reason;
  }
}

TEST(AttentionCases, a_description_without_data_is_that_of_the_data) {
  for (const char* name : {"everything-float16-50-queries", "sequences-prefill-all", "mask-k-37-queries-expanded"}) {
    const CaseData data(*find_case(name));
    const CaseDescription description(*find_case(name));
    const AttentionProblem &a = description.problem, b = data.description();
    EXPECT_EQ(a.q.strides, b.q.strides);
    EXPECT_EQ(a.out.shape, b.out.shape);
    EXPECT_EQ(a.lse.strides, b.lse.strides);
    EXPECT_EQ(a.options.attn_bias.shape, b.options.attn_bias.shape);
    EXPECT_EQ(a.options.attn_mask.strides, b.options.attn_mask.strides);
    EXPECT_EQ(a.options.alibi_slopes.shape, b.options.alibi_slopes.shape);
    EXPECT_EQ(a.options.cu_seqlens_k.size(), b.options.cu_seqlens_k.size());
  }
}

bool is_any(const std::function<bool(const Case&)>& wanted) {
  const std::vector<const Case*> checked = cases_of(CaseSet::ci);
  return std::ranges::any_of(checked, [&](const Case* problem) { return wanted(*problem); });
}

// The rows of the operator's contract, for each type.
TEST(AttentionCases, every_option_is_checked_in_every_type_with_few_and_with_many_queries) {
  const std::pair<const char*, bool (*)(const Case&)> options[] = {
      {"bias", [](const Case& c) { return !c.bias.empty(); }},
      {"mask", [](const Case& c) { return !c.mask.empty(); }},
      {"bias and mask", [](const Case& c) { return !c.bias.empty() && !c.mask.empty(); }},
      {"top left", [](const Case& c) { return c.options.causal == Causal::top_left; }},
      {"bottom right", [](const Case& c) { return c.options.causal == Causal::bottom_right; }},
      {"window", [](const Case& c) { return c.options.window.left >= 0; }},
      {"softcap", [](const Case& c) { return c.options.softcap > 0; }},
      {"slopes", [](const Case& c) { return c.slopes != SlopeFill::none; }},
      {"sinks", [](const Case& c) { return c.sinks != SinkFill::none; }},
      {"shared heads", [](const Case& c) { return c.heads_q > c.heads_kv; }},
      {"unequal depths", [](const Case& c) { return c.d_qk != c.d_v; }},
      {"other layouts", [](const Case& c) { return c.out.order == "bshd" && c.q.order != "bhsd"; }},
      {"transposed", [](const Case& c) { return c.q.order == "bhds"; }},
      {"no lse", [](const Case& c) { return c.lse == Lse::not_wanted; }},
      {"scale", [](const Case& c) { return c.options.scale.has_value(); }},
      {"NaN", [](const Case& c) { return c.fill == Fill::nan_queries; }},
      {"masked rows", [](const Case& c) { return c.mask_fill == MaskFill::rows_off; }}};
  for (const auto& [name, has_option] : options)
    for (const DType dtype : {DType::f16, DType::bf16, DType::f32})
      for (const bool few : {true, false})
        EXPECT_TRUE(is_any([&, has = has_option](const Case& c) {
          return has(c) && c.dtype == dtype && (c.seq_q <= 16) == few;
        })) << name
            << ", " << name_of(dtype) << (few ? ", few" : ", many");
  for (const DType dtype : {DType::f16, DType::bf16, DType::f32})
    EXPECT_TRUE(is_any([&](const Case& c) { return !c.lengths_q.empty() && c.dtype == dtype; }));
}

// So that none states a rule that its kernel lacks: check runs each variant on every case that it accepts.
TEST(AttentionCases, every_rule_that_a_variant_states_is_checked_with_that_variant) {
  std::vector<Variant> all(variants().begin(), variants().end());
  all.insert(all.end(), variants_on_devices().begin(), variants_on_devices().end());
  for (const Variant& variant : all)
    for (int i = 0; i < rule_count; ++i)
      if (const auto rule = static_cast<Rule>(i); variant.rules.contains(rule))
        EXPECT_TRUE(is_any([&](const Case& c) {
          const CaseDescription description(c);
          return asked_rules(description.problem.options).contains(rule) &&
                 refusal_of(variant, description.problem).empty();
        })) << variant.about.name
            << ", rule " << i;
}

TEST(AttentionCases, the_boundaries_that_broke_others_are_checked) {
  const std::pair<const char*, bool (*)(const Case&)> boundaries[] = {
      {"16 of 128", [](const Case& c) { return c.seq_q == 16 && c.seq_k == 128 && c.d_qk == 64 && c.mask == "qk"; }},
      {"17 of 129", [](const Case& c) { return c.seq_q == 17 && c.seq_k == 129 && c.d_qk == 64 && c.mask == "bhqk"; }},
      {"mask per head", [](const Case& c) { return c.mask == "hqk" && c.heads_q > c.heads_kv && c.heads_kv > 1; }},
      {"strides 0 0 0 1", [](const Case& c) { return c.mask == "k" && c.mask_repeat == Repeat::expanded; }},
      {"causal, fewer keys",
       [](const Case& c) { return c.options.causal == Causal::bottom_right && c.seq_q > c.seq_k; }},
      {"causal, more keys", [](const Case& c) { return c.options.causal == Causal::top_left && c.seq_q < c.seq_k; }},
      {"one key behind", [](const Case& c) { return c.seq_k % 32 == 1 && c.seq_k > 32; }},
      {"depth 72", [](const Case& c) { return c.d_qk == 72 && c.d_v == 72; }},
      {"depth 80", [](const Case& c) { return c.d_qk == 80 && c.d_v == 80; }},
      {"depth 88", [](const Case& c) { return c.d_qk == 88 && c.d_v == 88; }},
      {"depth 1", [](const Case& c) { return c.d_qk == 1; }},
      {"depth 512", [](const Case& c) { return c.d_qk == 512; }},
      {"all -inf among others", [](const Case& c) { return c.bias_fill == BiasFill::minus_inf_rows; }},
      {"nothing kept", [](const Case& c) { return c.mask_fill == MaskFill::none_kept; }},
      {"window and causal",
       [](const Case& c) { return c.options.window.left > 0 && c.options.causal != Causal::none; }},
      {"offsets beyond 32 bits", [](const Case& c) { return c.q.gap * c.seq_q > std::int64_t{1} << 31; }}};
  for (const auto& [name, is_boundary] : boundaries)
    EXPECT_TRUE(is_any(is_boundary)) << name;
  for (std::int64_t queries = 1; queries <= 16; ++queries)
    EXPECT_TRUE(is_any([&](const Case& c) { return c.seq_q == queries && c.seq_k > 100; })) << queries;
}

TEST(AttentionCases, what_bench_compares_is_there) {
  for (const char* name : {"sdpa-bf16", "sdpa-f32", "sdpa-f16"})
    for (const char* suffix : {"", "-no-bias", "-bhsd-out", "-d64", "-d80", "-d96", "-d256"}) {
      const Case* problem = find_case(std::string(name) + suffix);
      ASSERT_NE(problem, nullptr) << name << suffix;
      EXPECT_TRUE(problem->timed);
      EXPECT_GT(problem->rows_checked, 0);
    }
  for (const char* name : {"causal-4096", "full-4096", "decode", "length-16384", "heads-16"})
    EXPECT_NE(find_case(name), nullptr) << name;
}

TEST(AttentionCases, huge_scores_are_beyond_half_and_exact) {
  const CaseData data(*find_case("fill-huge-44-queries-float16"));
  const ConstTensorView<4> q = data.q(), k = data.k();
  double dot = 0.0;
  for (std::int64_t d = 0; d < q.shape[3]; ++d)
    dot += load_element(q.data, q.dtype, d) * load_element(k.data, k.dtype, d);
  EXPECT_GT(dot / 8.0, 65504.0);
}

TEST(AttentionCases, rows_that_nothing_is_left_of_are_expected_to_be_0) {
  const CaseData data(*find_case("mask-rows-off-44-queries-float16"));
  std::int64_t empty = 0;
  for (const ExpectedRow& row : data.expected())
    if (row.lse == -std::numeric_limits<double>::infinity()) {
      ++empty;
      EXPECT_TRUE(std::ranges::all_of(row.out, [](double value) { return value == 0.0; }));
    }
  EXPECT_GT(empty, 10);
  EXPECT_LT(empty, static_cast<std::int64_t>(data.expected().size()) / 2);
}

// A bound as large as the results would let everything pass.
TEST(AttentionCases, bounds_are_small_beside_the_results) {
  for (const char* name :
       {"plain-float16", "bias-and-permute-bfloat16", "prefill-float32", "everything-float16-50-queries",
        "fill-sharp-44-queries-float16", "fill-one-hot-44-queries-float32"}) {
    const CaseData data(*find_case(name));
    const double unit = limits_of(data.problem().dtype).unit;
    for (const ExpectedRow& row : data.expected()) {
      EXPECT_LT(*std::ranges::max_element(row.bounds), 8.0 * unit + 1e-3) << name;
      EXPECT_LT(row.lse_bound, 2e-3) << name;
    }
  }
}

TEST(AttentionCases, a_sample_of_rows_has_the_first_and_the_last) {
  Case problem = *find_case("plain-float32");
  problem.rows_checked = 10;
  const CaseData data(problem);
  ASSERT_EQ(data.expected().size(), 10u);
  EXPECT_EQ(data.expected().front().s, 0);
  EXPECT_EQ(data.expected().back().h, 1);
  EXPECT_EQ(data.expected().back().s, 69);
}

} // namespace
} // namespace xeforge::ops::attention
