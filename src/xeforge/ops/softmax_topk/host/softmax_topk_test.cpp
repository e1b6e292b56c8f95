// The public functions on valid calls: what plan() says, and that every option and stride matters.
#include "xeforge/machine/cpu_targets.hpp"
#include "xeforge/ops/softmax_topk/checks/call_for_test.hpp"
#include "xeforge/ops/softmax_topk/host/compiled_sizes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>

namespace xeforge::ops::softmax_topk {
namespace {

// --- plan ------------------------------------------------------------------------------------------------------------

TEST(SoftmaxTopkPlan, is_a_pure_function_of_the_problem) {
  const Call call;
  const SoftmaxTopkPlan first = plan(call.problem()), second = plan(call.problem());
  EXPECT_EQ(first.variant, second.variant);
  EXPECT_EQ(first.target, second.target);
  EXPECT_EQ(first.reason, second.reason);
  EXPECT_TRUE(supports(call.problem()));
  EXPECT_TRUE(supports(call.problem()).reason.empty());
}

TEST(SoftmaxTopkPlan, names_every_preferred_variant_that_refused) {
  Call call;
  call.set_bias();
  const SoftmaxTopkPlan chosen = plan(call.problem());
  EXPECT_EQ(chosen.target, machine::name_of(machine::best_cpu_target()));
  for (const SoftmaxTopkVariant& variant : softmax_topk_variants()) {
    EXPECT_NE(chosen.reason.find(variant.name), std::string::npos) << chosen.reason;
    if (variant.name == chosen.variant)
      break;
  }
}

TEST(SoftmaxTopkPlan, honours_a_forced_variant_and_a_forced_target) {
  Call call;
  call.options.variant = softmax_topk_variants().back().name;
  call.options.target = "v3";
  const SoftmaxTopkPlan chosen = plan(call.problem());
  EXPECT_EQ(chosen.variant, softmax_topk_variants().back().name);
  EXPECT_EQ(chosen.target, "v3");
}

TEST(SoftmaxTopkPlan, the_last_variant_accepts_every_valid_problem) {
  Call call;
  call.set_bias();
  call.options.variant = softmax_topk_variants().back().name;
  call.options.scoring = Scoring::sigmoid;
  call.options.num_expert_group = call.options.topk_group = 16;
  call.options.k = 16;
  EXPECT_TRUE(supports(call.problem())) << supports(call.problem()).reason;
}

// The sentences that say what a variant is compiled for are written by hand: they must name every size of the table.
template <class Sizes>
void expect_every_size_is_named(std::string_view variant, const Sizes& sizes) {
  Call call;
  call.options.variant = variant;
  call.options.k = 3; // compiled for nothing
  SoftmaxTopkProblem problem = call.problem();
  problem.scores = DType::f16;
  const std::string refusal = supports(problem).reason;
  for (const auto& size : sizes) {
    std::string name = "(" + std::to_string(size.n) + ", " + std::to_string(size.k);
    if constexpr (requires { size.groups; })
      name += ", " + std::to_string(size.groups);
    EXPECT_NE(refusal.find(name + ")"), std::string::npos) << name << " in: " << refusal;
  }
}

TEST(SoftmaxTopkPlan, refusals_name_every_compiled_size) {
  expect_every_size_is_named("fold", fold_sizes);
  expect_every_size_is_named("routed", routed_sizes);
  expect_every_size_is_named("seed", seed_sizes);
}

// --- options and strides ---------------------------------------------------------------------------------------------

struct Result {
  std::vector<float> weights;
  std::vector<std::int32_t> indices;
  bool operator==(const Result&) const = default;
};
Result result_of(const std::function<void(Call&)>& change) {
  Call call;
  change(call);
  call.run();
  return {call.weight_data, call.index_data};
}
Result plain_result() {
  return result_of([](Call&) {});
}

TEST(SoftmaxTopkOptions, plain_call_gives_descending_weights_that_sum_to_one) {
  const Result result = plain_result();
  for (std::int64_t row = 0; row < Call::rows; ++row) {
    const auto first = result.weights.begin() + row * Call::k;
    EXPECT_TRUE(std::is_sorted(first, first + Call::k, std::greater<>()));
    EXPECT_NEAR(std::accumulate(first, first + Call::k, 0.0), 1.0, 1e-6);
  }
  EXPECT_EQ(result.weights[Call::rows * Call::k], -7.0f);
}

TEST(SoftmaxTopkOptions, renormalize_changes_the_weights_alone) {
  const Result changed = result_of([](Call& call) { call.options.renormalize = false; });
  EXPECT_EQ(changed.indices, plain_result().indices);
  EXPECT_LT(changed.weights[0], plain_result().weights[0]);
}

TEST(SoftmaxTopkOptions, sigmoid_changes_the_weights_alone) {
  const Result changed = result_of([](Call& call) { call.options.scoring = Scoring::sigmoid; });
  EXPECT_EQ(changed.indices, plain_result().indices);
  EXPECT_NE(changed.weights, plain_result().weights);
}

TEST(SoftmaxTopkOptions, routed_scaling_factor_multiplies_the_weights) {
  const Result changed = result_of([](Call& call) { call.options.routed_scaling_factor = 4.0f; });
  EXPECT_EQ(changed.indices, plain_result().indices);
  for (std::int64_t i = 0; i < Call::rows * Call::k; ++i)
    EXPECT_EQ(changed.weights[i], 4.0f * plain_result().weights[i]);
}

TEST(SoftmaxTopkOptions, correction_bias_changes_the_selection) {
  const Result changed = result_of([](Call& call) {
    call.set_bias();
    call.bias[9] = 2.0f;
  });
  for (std::int64_t row = 0; row < Call::rows; ++row)
    EXPECT_EQ(changed.indices[row * Call::k], 9);
}

TEST(SoftmaxTopkOptions, num_expert_group_and_topk_group_confine_the_winners) {
  for (const std::int64_t kept : {1, 2}) {
    const Result changed = result_of([&](Call& call) {
      call.options.num_expert_group = 4;
      call.options.topk_group = kept;
    });
    for (std::int64_t row = 0; row < Call::rows; ++row) {
      std::vector<std::int32_t> groups;
      for (std::int64_t slot = 0; slot < Call::k; ++slot)
        groups.push_back(changed.indices[row * Call::k + slot] / 4);
      std::ranges::sort(groups);
      groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
      EXPECT_LE(static_cast<std::int64_t>(groups.size()), kept);
    }
    EXPECT_NE(changed.indices, plain_result().indices);
  }
}

TEST(SoftmaxTopkOptions, k_changes_how_many_are_written) {
  const Result changed = result_of([](Call& call) {
    call.options.k = call.weights.columns = call.indices.columns = 2;
    call.weights.row_stride = call.indices.row_stride = 2;
  });
  EXPECT_EQ(changed.indices[0], plain_result().indices[0]);
  EXPECT_EQ(changed.indices[2], plain_result().indices[Call::k]);
  EXPECT_EQ(changed.indices[Call::rows * 2], -7);
}

TEST(SoftmaxTopkStrides, of_the_scores_choose_the_rows_that_are_read) {
  const Result changed = result_of([](Call& call) {
    for (std::int64_t i = Call::n * 3; i-- > 0;) // rows moved 5 elements apart, poison between them
      call.score_data[i / Call::n * 21 + i % Call::n] = call.score_data[i];
    for (std::int64_t i = 0; i < 63; ++i)
      if (i % 21 >= Call::n)
        call.score_data[i] = 1e30f;
    call.scores.row_stride = 21;
  });
  EXPECT_EQ(changed, plain_result());
}

TEST(SoftmaxTopkStrides, of_the_outputs_choose_where_rows_are_written_and_gaps_stay) {
  const Result changed = result_of([](Call& call) {
    call.weights.row_stride = 7;
    call.indices.row_stride = 5;
  });
  const Result plain = plain_result();
  for (std::int64_t row = 0; row < Call::rows; ++row)
    for (std::int64_t slot = 0; slot < 7; ++slot) {
      const bool is_inside = slot < Call::k;
      EXPECT_EQ(changed.weights[row * 7 + slot], is_inside ? plain.weights[row * Call::k + slot] : -7.0f);
      if (slot < 5)
        EXPECT_EQ(changed.indices[row * 5 + slot], is_inside ? plain.indices[row * Call::k + slot] : -7);
    }
}

// An array of records, each a row of weights and a row of indices.
TEST(SoftmaxTopkStrides, outputs_interleaved_row_by_row_are_accepted_when_provably_apart) {
  Call call;
  call.weights.row_stride = call.indices.row_stride = 2 * Call::k;
  call.indices.data = call.weight_data.data() + Call::k;
  call.run();
  const Result plain = plain_result();
  for (std::int64_t i = 0; i < Call::rows * Call::k; ++i) {
    const std::int64_t at = i / Call::k * 2 * Call::k + i % Call::k;
    EXPECT_EQ(call.weight_data[at], plain.weights[i]);
    EXPECT_EQ(std::bit_cast<std::int32_t>(call.weight_data[at + Call::k]), plain.indices[i]);
  }
}

} // namespace
} // namespace xeforge::ops::softmax_topk
