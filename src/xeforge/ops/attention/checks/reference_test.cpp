// The reference against values worked out by hand, and the bound against what is known of errors.
#include "xeforge/ops/attention/checks/reference.hpp"

#include "xeforge/ops/attention/checks/bound.hpp"
#include "xeforge/ops/attention/checks/call_for_test.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace xeforge::ops::attention {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
const double ln2 = std::log(2.0), ln3 = std::log(3.0);

// One head, queries and keys of depth 1 and values of depth 2: scores are products.
struct Small {
  std::vector<float> q, k, v, bias, slopes, sinks;
  std::vector<std::uint8_t> mask;
  AttentionProblem problem;

  Small(std::vector<float> queries, std::vector<float> keys) : q(std::move(queries)), k(std::move(keys)) {
    const auto seq_q = static_cast<std::int64_t>(q.size()), seq_k = static_cast<std::int64_t>(k.size());
    for (std::int64_t j = 0; j < seq_k; ++j) { // (1, 0), (2, 1), (3, 4), ...
      v.push_back(static_cast<float>(j + 1));
      v.push_back(static_cast<float>(j * j));
    }
    problem.q = Call::packed<4>(q.data(), {1, 1, seq_q, 1});
    problem.k = Call::packed<4>(k.data(), {1, 1, seq_k, 1});
    problem.v = Call::packed<4>(v.data(), {1, 1, seq_k, 2});
    problem.options.scale = 1.0f;
  }
  reference::Row row(std::int64_t i) const {
    const reference::Head head(problem, 0, 0);
    return head.row(head.scores(i));
  }
  void expect_row(std::int64_t i, const std::vector<double>& out, double lse) const {
    const reference::Row got = row(i);
    ASSERT_EQ(got.out.size(), out.size());
    for (std::size_t d = 0; d < out.size(); ++d)
      EXPECT_NEAR(got.out[d], out[d], 1e-6) << "row " << i << ", d " << d;
    if (std::isinf(lse))
      EXPECT_EQ(got.lse, lse) << "row " << i;
    else
      EXPECT_NEAR(got.lse, lse, 1e-6) << "row " << i;
  }
};

// Weights 1 : 2 : 4 of values (1, 0), (2, 1), (3, 4); the second query sees 1 : 4 : 16.
TEST(AttentionReference, is_the_mean_of_the_values_weighted_by_the_softmax) {
  const Small small({1.0f, 2.0f}, {0.0f, static_cast<float>(ln2), static_cast<float>(2 * ln2)});
  small.expect_row(0, {17.0 / 7, 18.0 / 7}, std::log(7.0));
  small.expect_row(1, {57.0 / 21, 68.0 / 21}, std::log(21.0));
}

TEST(AttentionReference, scales_then_caps_then_slopes_then_adds_the_bias) {
  Small small({2.0f}, {0.5f, -1.0f, 3.0f});
  small.problem.options.scale = 0.5f;
  small.problem.options.softcap = 1.5f;
  small.slopes = {0.25f};
  small.problem.options.alibi_slopes = Call::packed<2>(small.slopes.data(), {1, 1});
  small.bias = {1.0f, 2.0f, 4.0f};
  small.problem.options.attn_bias = Call::packed<4>(small.bias.data(), {1, 1, 1, 3});
  const reference::Head head(small.problem, 0, 0);
  const std::vector<reference::Score> scores = head.scores(0);
  // The only query stands on the diagonal of the last key.
  EXPECT_NEAR(scores[0].total, 1.5 * std::tanh(0.5 / 1.5) - 0.25 * 2 + 1.0, 1e-12);
  EXPECT_NEAR(scores[1].total, 1.5 * std::tanh(-1.0 / 1.5) - 0.25 * 1 + 2.0, 1e-12);
  EXPECT_NEAR(scores[2].total, 1.5 * std::tanh(3.0 / 1.5) + 4.0, 1e-12);
}

TEST(AttentionReference, causal_keeps_keys_up_to_either_diagonal) {
  Small small({0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}); // all keys weigh the same
  small.problem.options.causal = Causal::top_left;
  small.expect_row(0, {1.0, 0.0}, 0.0);
  small.expect_row(1, {1.5, 0.5}, ln2);
  small.problem.options.causal = Causal::bottom_right;
  small.expect_row(0, {1.5, 0.5}, ln2);
  small.expect_row(1, {2.0, 5.0 / 3}, ln3);
}

TEST(AttentionReference, the_window_includes_both_ends_around_the_bottom_right_diagonal) {
  Small small({0.0f}, {0.0f, 0.0f, 0.0f, 0.0f}); // on the diagonal of key 3
  small.problem.options.window = {1, 0};
  small.expect_row(0, {3.5, 6.5}, ln2);
  small.problem.options.window = {2, -1};
  small.expect_row(0, {3.0, 14.0 / 3}, ln3);
  Small wide({0.0f, 0.0f, 0.0f}, {0.0f, 0.0f}); // query i on the diagonal of key i - 1
  wide.problem.options.window = {0, 1};
  wide.expect_row(0, {1.0, 0.0}, 0.0);
  wide.expect_row(1, {1.5, 0.5}, ln2);
  wide.expect_row(2, {2.0, 1.0}, 0.0);
}

TEST(AttentionReference, a_masked_row_is_0_with_a_log_sum_of_minus_infinity) {
  Small small({1.0f, 1.0f}, {2.0f, 3.0f});
  small.mask = {0, 0, 1, 0};
  small.problem.options.attn_mask = Call::packed<4>(small.mask.data(), {1, 1, 2, 2});
  small.problem.options.attn_mask.dtype = DType::boolean;
  small.expect_row(0, {0.0, 0.0}, -inf);
  small.expect_row(1, {1.0, 0.0}, 2.0);
}

TEST(AttentionReference, a_sink_joins_the_denominator_only) {
  Small small({1.0f}, {0.0f, 0.0f});
  small.sinks = {static_cast<float>(ln2)};
  small.problem.options.sinks = {small.sinks.data(), 1};
  small.expect_row(0, {3.0 / 4, 1.0 / 4}, std::log(4.0));
  small.mask = {0, 0};
  small.problem.options.attn_mask = Call::packed<4>(small.mask.data(), {1, 1, 1, 2});
  small.problem.options.attn_mask.dtype = DType::boolean;
  small.expect_row(0, {0.0, 0.0}, ln2);
}

TEST(AttentionReference, nan_and_plus_infinity_make_their_row_nan_unless_they_are_masked) {
  Small small({1.0f, 2.0f}, {1.0f, std::nanf("")});
  EXPECT_TRUE(std::isnan(small.row(0).out[0]));
  small.mask = {1, 0};
  small.problem.options.attn_mask = Call::packed<4>(small.mask.data(), {1, 1, 1, 2});
  small.problem.options.attn_mask.dtype = DType::boolean;
  small.expect_row(1, {1.0, 0.0}, 2.0);
  Small infinite({1.0f}, {std::numeric_limits<float>::infinity(), 0.0f});
  EXPECT_TRUE(std::isnan(infinite.row(0).out[1]));
}

// One key has all of the weight, the other one e^-2000 of it.
TEST(AttentionReference, a_value_that_is_not_finite_counts_however_small_its_weight) {
  Small small({1.0f}, {2000.0f, 0.0f});
  small.v[2] = std::nanf("");
  small.v[3] = std::numeric_limits<float>::infinity();
  EXPECT_TRUE(std::isnan(small.row(0).out[0]));
  EXPECT_EQ(small.row(0).out[1], inf);
  small.mask = {1, 0};
  small.problem.options.attn_mask = Call::packed<4>(small.mask.data(), {1, 1, 1, 2});
  small.problem.options.attn_mask.dtype = DType::boolean;
  small.expect_row(0, {1.0, 0.0}, 2000.0);
}

TEST(AttentionReference, query_heads_share_heads_of_keys_in_runs) {
  Call call;
  call.set_slopes();
  const AttentionProblem problem = call.problem();
  for (std::int64_t h = 0; h < Call::heads_q; ++h) {
    const reference::Head head(problem, 1, h);
    EXPECT_EQ(head.key(3)[2], call.k_data[static_cast<std::size_t>(((1 * 2 + h / 2) * 7 + 3) * 8 + 2)]);
    EXPECT_EQ(head.value(6)[5], call.v_data[static_cast<std::size_t>(((1 * 2 + h / 2) * 7 + 6) * 6 + 5)]);
    EXPECT_EQ(head.query(4)[1], call.q_data[static_cast<std::size_t>(((1 * 4 + h) * 5 + 4) * 8 + 1)]);
  }
}

TEST(AttentionReference, sequences_one_after_another_see_their_own_keys_only) {
  Call call;
  call.set_sequences();
  const AttentionProblem problem = call.problem();
  EXPECT_EQ(reference::sequences_of(problem), 2);
  const reference::Head second(problem, 1, 0);
  EXPECT_EQ(second.sequence().queries, 3);
  EXPECT_EQ(second.sequence().keys, 3);
  EXPECT_EQ(second.query(0)[0], call.q_data[2 * 8]);
  EXPECT_EQ(second.key(0)[0], call.k_data[4 * 8]);
}

// --- the bound -------------------------------------------------------------------------------------------------------

RowBound bound_of(const AttentionProblem& problem, std::int64_t i, DType dtype) {
  const reference::Head head(problem, 0, 0);
  const auto scores = head.scores(i);
  return Bounds(head, dtype).of_row(i, scores, head.row(scores));
}

TEST(AttentionBound, grows_with_the_unit_of_the_type_and_stays_near_it) {
  const Call call;
  const AttentionProblem problem = call.problem();
  const double f32 = bound_of(problem, 0, DType::f32).out[0], f16 = bound_of(problem, 0, DType::f16).out[0],
               bf16 = bound_of(problem, 0, DType::bf16).out[0];
  EXPECT_GT(f32, 0x1p-24);
  EXPECT_LT(f32, 1e-4);
  EXPECT_GT(f16, 8 * f32);
  EXPECT_LT(f16, 4 * 1.5 * 0x1p-11); // values are below 1.5: rounding of weights and of the output, and little else
  EXPECT_GT(bf16, 6 * f16);
  EXPECT_LT(bf16, 4 * 1.5 * 0x1p-8);
}

TEST(AttentionBound, of_exact_scores_has_no_part_from_their_magnitude) {
  const Small exact({1024.0f}, {64.0f, 64.0f});              // scores of 65536
  const Small rounded({1024.0f + 0x1p-13f}, {64.0f, 64.0f}); // 24 bits: still one product, and it is no float
  EXPECT_LT(bound_of(exact.problem, 0, DType::f32).out[0], bound_of(rounded.problem, 0, DType::f32).out[0]);
}

TEST(AttentionBound, of_a_masked_row_is_0) {
  Small small({1.0f}, {1.0f, 2.0f});
  small.problem.options.window = {-1, 0};
  small.problem.options.causal = Causal::top_left;
  small.mask = {0, 1};
  small.problem.options.attn_mask = Call::packed<4>(small.mask.data(), {1, 1, 1, 2});
  small.problem.options.attn_mask.dtype = DType::boolean;
  const RowBound bound = bound_of(small.problem, 0, DType::f16);
  EXPECT_EQ(bound.out[0], 0.0);
  EXPECT_EQ(bound.lse, 0.0);
}

} // namespace
} // namespace xeforge::ops::attention
