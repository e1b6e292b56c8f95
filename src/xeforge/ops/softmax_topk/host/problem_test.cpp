// What softmax_topk(), supports() and plan() refuse, and in which words.
#include "xeforge/machine/cpu_targets.hpp"
#include "xeforge/ops/checks/refusal_for_test.hpp"
#include "xeforge/ops/softmax_topk/checks/call_for_test.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace xeforge::ops::softmax_topk {
namespace {

constexpr float inf = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

struct Mistake {
  std::string_view name;
  std::string_view argument; // as the error must name it
  void (*spoil)(Call& call);
};

// Seen by supports() and plan() as well: nothing here depends on the arrays.
const Mistake problem_mistakes[] = {
    {"k_of_0", "k", [](Call& call) { call.options.k = 0; }},
    {"negative_k", "k", [](Call& call) { call.options.k = -1; }},
    {"k_above_n", "k", [](Call& call) { call.options.k = 17; }},
    {"no_rows", "scores rows", [](Call& call) { call.scores.rows = 0; }},
    {"negative_rows", "scores rows", [](Call& call) { call.scores.rows = -1; }},
    {"no_columns", "scores columns", [](Call& call) { call.scores.columns = 0; }},
    {"negative_columns", "scores columns", [](Call& call) { call.scores.columns = -16; }},
    {"too_many_columns", "scores columns", [](Call& call) { call.scores.columns = 65537; }},
    {"integer_scores", "scores dtype", [](Call& call) { call.scores.dtype = DType::i32; }},
    {"half_weights_of_float_scores", "weights dtype", [](Call& call) { call.weights.dtype = DType::f16; }},
    {"integer_weights", "weights dtype", [](Call& call) { call.weights.dtype = DType::i32; }},
    {"float_indices", "indices dtype", [](Call& call) { call.indices.dtype = DType::f32; }},
    {"no_groups", "num_expert_group", [](Call& call) { call.options.num_expert_group = 0; }},
    {"groups_that_do_not_divide_n", "num_expert_group", [](Call& call) { call.options.num_expert_group = 3; }},
    {"more_groups_than_columns", "num_expert_group", [](Call& call) { call.options.num_expert_group = 32; }},
    {"no_group_kept", "topk_group",
     [](Call& call) {
       call.options.num_expert_group = 4;
       call.options.topk_group = 0;
     }},
    {"more_groups_kept_than_there_are", "topk_group",
     [](Call& call) {
       call.options.num_expert_group = 4;
       call.options.topk_group = 5;
     }},
    {"kept_groups_smaller_than_k", "topk_group",
     [](Call& call) {
       call.options.num_expert_group = 8;
       call.options.topk_group = 1;
     }},
    {"short_bias", "correction_bias", [](Call& call) { call.options.correction_bias = {call.bias.data(), 15}; }},
    {"null_bias_of_some_size", "correction_bias", [](Call& call) { call.options.correction_bias = {nullptr, 16}; }},
    {"nan_factor", "routed_scaling_factor", [](Call& call) { call.options.routed_scaling_factor = nan; }},
    {"infinite_factor", "routed_scaling_factor", [](Call& call) { call.options.routed_scaling_factor = inf; }},
    {"unknown_scoring", "scoring", [](Call& call) { call.options.scoring = static_cast<Scoring>(7); }},
    {"unknown_variant", "variant", [](Call& call) { call.options.variant = "quick"; }},
    {"unknown_target", "target", [](Call& call) { call.options.target = "v9"; }},
    {"variant_that_refuses", "variant",
     [](Call& call) {
       call.set_bias();
       call.options.variant = "seed";
     }},
};

const Mistake array_mistakes[] = {
    {"null_scores", "scores", [](Call& call) { call.scores.data = nullptr; }},
    {"null_weights", "weights", [](Call& call) { call.weights.data = nullptr; }},
    {"null_indices", "indices", [](Call& call) { call.indices.data = nullptr; }},
    {"weights_with_other_rows", "weights", [](Call& call) { call.weights.rows = 2; }},
    {"weights_with_other_columns", "weights", [](Call& call) { call.weights.columns = 5; }},
    {"indices_with_other_rows", "indices", [](Call& call) { call.indices.rows = 4; }},
    {"indices_with_negative_columns", "indices", [](Call& call) { call.indices.columns = -4; }},
    {"scores_stride_below_n", "scores row stride", [](Call& call) { call.scores.row_stride = 15; }},
    {"weights_stride_of_0", "weights row stride", [](Call& call) { call.weights.row_stride = 0; }},
    {"negative_indices_stride", "indices row stride", [](Call& call) { call.indices.row_stride = -4; }},
    {"stride_beyond_memory", "scores row stride",
     [](Call& call) { call.scores.row_stride = std::numeric_limits<std::int64_t>::max() / 4; }},
    {"stride_beyond_memory_in_bytes", "weights row stride",
     [](Call& call) { call.weights.row_stride = std::numeric_limits<std::int64_t>::max() / 4; }},
    {"misaligned_scores", "scores",
     [](Call& call) { call.scores.data = reinterpret_cast<const std::byte*>(call.score_data.data()) + 2; }},
    {"weights_over_scores", "weights", [](Call& call) { call.weights.data = call.score_data.data() + 47; }},
    {"indices_over_scores", "indices", [](Call& call) { call.indices.data = call.score_data.data(); }},
    {"indices_over_weights", "indices", [](Call& call) { call.indices.data = call.weight_data.data() + 11; }},
    {"weights_over_bias", "weights",
     [](Call& call) {
       call.set_bias();
       call.weights.data = call.bias.data() + 4;
     }},
    {"nan_in_bias", "correction_bias",
     [](Call& call) {
       call.set_bias();
       call.bias[15] = nan;
     }},
    {"infinity_in_bias", "correction_bias",
     [](Call& call) {
       call.set_bias();
       call.bias[0] = -inf;
     }},
};

class RefusedProblem : public testing::TestWithParam<Mistake> {};
class RefusedArrays : public testing::TestWithParam<Mistake> {};
std::string mistake_name(const testing::TestParamInfo<Mistake>& info) { return std::string(info.param.name); }
INSTANTIATE_TEST_SUITE_P(Each, RefusedProblem, testing::ValuesIn(problem_mistakes), mistake_name);
INSTANTIATE_TEST_SUITE_P(Each, RefusedArrays, testing::ValuesIn(array_mistakes), mistake_name);

void expect_refusal(Call& call, std::string_view argument) {
  expect_error_about(argument, [&] { call.run(); });
  EXPECT_TRUE(call.is_untouched());
}

TEST_P(RefusedProblem, names_the_argument_and_leaves_the_outputs_untouched) {
  Call call;
  GetParam().spoil(call);
  expect_refusal(call, GetParam().argument);
}

TEST_P(RefusedProblem, is_refused_by_supports_and_plan_with_the_same_words) {
  Call call;
  GetParam().spoil(call);
  expect_refused_alike(call.problem());
}

TEST_P(RefusedArrays, names_the_argument_and_leaves_the_outputs_untouched) {
  Call call;
  GetParam().spoil(call);
  expect_refusal(call, GetParam().argument);
}

TEST_P(RefusedArrays, does_not_concern_supports) {
  Call call;
  GetParam().spoil(call);
  EXPECT_TRUE(supports(call.problem())) << supports(call.problem()).reason;
}

TEST(Refusal, unknown_names_are_answered_with_the_known_ones) {
  Call call;
  call.options.variant = "quick";
  for (const SoftmaxTopkVariant& variant : softmax_topk_variants())
    EXPECT_NE(supports(call.problem()).reason.find(variant.name), std::string::npos) << variant.name;
  call.options.variant.clear();
  call.options.target = "v9";
  for (const machine::CpuTargetInfo& target : machine::cpu_targets())
    EXPECT_NE(supports(call.problem()).reason.find(target.name), std::string::npos) << target.name;
}

TEST(Refusal, covers_outputs_interleaved_too_closely_or_with_different_strides) {
  Call call;
  call.weights.row_stride = call.indices.row_stride = 2 * Call::k;
  call.indices.data = call.weight_data.data() + Call::k + 1; // its last element is the first of the next record
  expect_refusal(call, "indices");
  Call other_pitch;
  other_pitch.weights.row_stride = 2 * Call::k;
  other_pitch.indices.row_stride = 2 * Call::k + 1;
  other_pitch.indices.data = other_pitch.weight_data.data() + Call::k;
  expect_refusal(other_pitch, "indices");
}

} // namespace
} // namespace xeforge::ops::softmax_topk
