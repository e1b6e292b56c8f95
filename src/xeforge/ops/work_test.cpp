// The work of problems, against sums done by hand.
#include "xeforge/ops/attention/checks/check.hpp"
#include "xeforge/ops/attention/checks/work.hpp"
#include "xeforge/ops/softmax_topk/checks/work.hpp"

#include <gtest/gtest.h>

namespace xeforge::ops {
namespace {

Work work_of(const attention::Case& problem) {
  const attention::CaseDescription description(problem);
  return attention::work_of(description.problem);
}

attention::Case small_case() {
  attention::Case problem; // f16, 2 heads, 32 queries and keys, depth 64
  problem.lse = attention::Lse::not_wanted;
  return problem;
}

TEST(work, of_attention_is_four_d_and_two_flops_for_each_score_and_four_arrays) {
  const Work work = work_of(small_case());
  EXPECT_EQ(work.flops, 2.0 * 32 * 32 * (4 * 64 + 2));
  EXPECT_EQ(work.bytes, 4 * 2 * 32 * 64 * 2);
}

TEST(work, of_causal_attention_is_that_of_the_scores_that_are_left) {
  attention::Case problem = small_case();
  problem.options.causal = Causal::top_left;
  EXPECT_EQ(work_of(problem).flops, 2.0 * (32 * 33 / 2) * (4 * 64 + 2));
  problem.options.causal = Causal::none;
  problem.options.window.left = problem.options.window.right = 0;
  EXPECT_EQ(work_of(problem).flops, 2.0 * 32 * (4 * 64 + 2));
}

TEST(work, of_a_bias_for_all_heads_is_counted_once) {
  attention::Case problem = small_case();
  problem.bias = "qk";
  EXPECT_EQ(work_of(problem).bytes, 4 * 2 * 32 * 64 * 2 + 32 * 32 * 4);
  problem.bias = "hqk";
  EXPECT_EQ(work_of(problem).bytes, 4 * 2 * 32 * 64 * 2 + 2 * 32 * 32 * 4);
}

TEST(work, of_softmax_topk_is_four_flops_for_each_score_and_one_for_each_weight) {
  SoftmaxTopkProblem problem{10, 128, DType::f16, DType::f32, DType::i32, {}};
  problem.options.k = 8;
  const Work work = softmax_topk::work_of(problem);
  EXPECT_EQ(work.flops, 10.0 * (4 * 128 + 8));
  EXPECT_EQ(work.bytes, 10 * (128 * 2 + 8 * (4 + 4)));
}

} // namespace
} // namespace xeforge::ops
