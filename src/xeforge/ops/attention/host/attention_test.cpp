// The public functions on valid calls: what plan() says, and that every argument matters.
#include "xeforge/machine/cpu_targets.hpp"
#include "xeforge/ops/attention/checks/call_for_test.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

namespace xeforge::ops::attention {
namespace {

constexpr float inf = std::numeric_limits<float>::infinity();

// --- plan ------------------------------------------------------------------------------------------------------------

TEST(AttentionPlan, is_a_pure_function_of_the_problem) {
  const Call call;
  const AttentionPlan first = plan(call.problem()), second = plan(call.problem());
  EXPECT_EQ(first.variant, second.variant);
  EXPECT_EQ(first.target, second.target);
  EXPECT_EQ(first.reason, second.reason);
  EXPECT_TRUE(supports(call.problem()));
  EXPECT_TRUE(supports(call.problem()).reason.empty());
}

TEST(AttentionPlan, names_every_preferred_variant_that_refused) {
  Call call;
  call.k.strides = {0, 0, 1, Call::seq_k};
  const AttentionPlan chosen = plan(call.problem());
  EXPECT_EQ(chosen.target, machine::name_of(machine::best_cpu_target()));
  for (const AttentionVariant& variant : attention_variants()) {
    EXPECT_NE(chosen.reason.find(variant.name), std::string::npos) << chosen.reason;
    if (variant.name == chosen.variant)
      break;
  }
}

TEST(AttentionPlan, honours_a_forced_variant_and_a_forced_target) {
  Call call;
  call.options.variant = attention_variants().back().name;
  call.options.target = "v3";
  const AttentionPlan chosen = plan(call.problem());
  EXPECT_EQ(chosen.variant, attention_variants().back().name);
  EXPECT_EQ(chosen.target, "v3");
}

TEST(AttentionPlan, few_queries_are_decoded_and_many_are_tiled) {
  Call call;
  EXPECT_EQ(plan(call.problem()).variant, "decode");
  call.q.shape[2] = call.out.shape[2] = call.lse.shape[2] = 17;
  call.out.strides = {17 * 24, 6, 24, 1};
  call.lse.strides = {17 * 4, 17, 1};
  EXPECT_EQ(plan(call.problem()).variant, "tiled");
}

TEST(AttentionPlan, sequences_one_after_another_are_decoded_while_the_longest_is_short) {
  Call call;
  call.set_sequences();
  std::vector<std::int32_t> begins_q(31), begins_k(31);
  for (std::size_t sequence = 0; sequence < begins_q.size(); ++sequence)
    begins_q[sequence] = begins_k[sequence] = static_cast<std::int32_t>(sequence);
  call.q.shape[2] = call.k.shape[2] = call.v.shape[2] = call.out.shape[2] = call.lse.shape[2] = 30;
  call.out.strides = {30 * 24, 6, 24, 1};
  call.lse.strides = {30 * 4, 30, 1};
  call.options.cu_seqlens_q = begins_q;
  call.options.cu_seqlens_k = begins_k;
  EXPECT_EQ(plan(call.problem()).variant, "decode");
  std::fill(begins_q.begin() + 2, begins_q.begin() + 18, 1); // the 17th sequence is 17 long
  EXPECT_EQ(plan(call.problem()).variant, "tiled");
}

TEST(AttentionPlan, looks_at_no_memory) {
  Call call;
  call.q.data = call.k.data = call.v.data = nullptr;
  call.out.data = nullptr;
  EXPECT_TRUE(supports(call.problem()));
  EXPECT_FALSE(plan(call.problem()).variant.empty());
}

// --- every argument matters ------------------------------------------------------------------------------------------

struct Result {
  std::vector<float> out, lse;
  bool operator==(const Result&) const = default;
  float at(std::int64_t b, std::int64_t h, std::int64_t i, std::int64_t d) const {
    return out[static_cast<std::size_t>(((b * Call::heads_q + h) * Call::seq_q + i) * Call::d_v + d)];
  }
  float lse_at(std::int64_t b, std::int64_t h, std::int64_t i) const {
    return lse[static_cast<std::size_t>((b * Call::heads_q + h) * Call::seq_q + i)];
  }
};
Result result_of(const std::function<void(Call&)>& change) {
  Call call;
  change(call);
  call.run();
  return {call.out_data, call.lse_data};
}
Result plain_result() {
  return result_of([](Call&) {});
}

// Calls visit(b, h, i) for every row.
void for_each_row(const std::function<void(std::int64_t, std::int64_t, std::int64_t)>& visit) {
  for (std::int64_t b = 0; b < Call::batch; ++b)
    for (std::int64_t h = 0; h < Call::heads_q; ++h)
      for (std::int64_t i = 0; i < Call::seq_q; ++i)
        visit(b, h, i);
}
bool same_row(const Result& a, const Result& b, std::int64_t batch, std::int64_t h, std::int64_t i) {
  bool same = a.lse_at(batch, h, i) == b.lse_at(batch, h, i);
  for (std::int64_t d = 0; d < Call::d_v; ++d)
    same = same && a.at(batch, h, i, d) == b.at(batch, h, i, d);
  return same;
}

TEST(AttentionArguments, q_changes_its_own_row) {
  const Result changed = result_of([](Call& call) { call.q_data[((1 * 4 + 2) * 5 + 3) * 8 + 7] += 1.0f; });
  for_each_row([&](auto b, auto h, auto i) {
    EXPECT_EQ(same_row(changed, plain_result(), b, h, i), !(b == 1 && h == 2 && i == 3));
  });
}

TEST(AttentionArguments, k_changes_the_rows_of_the_heads_that_share_it) {
  const Result changed = result_of([](Call& call) { call.k_data[((1 * 2 + 1) * 7 + 6) * 8 + 7] += 1.0f; });
  for_each_row(
      [&](auto b, auto h, auto i) { EXPECT_EQ(same_row(changed, plain_result(), b, h, i), !(b == 1 && h >= 2)); });
}

TEST(AttentionArguments, v_changes_its_own_column_and_no_log_sum) {
  const Result plain = plain_result();
  const Result changed = result_of([](Call& call) { call.v_data[((0 * 2 + 1) * 7 + 5) * 6 + 4] += 1.0f; });
  EXPECT_EQ(changed.lse, plain.lse);
  for_each_row([&](auto b, auto h, auto i) {
    for (std::int64_t d = 0; d < Call::d_v; ++d)
      EXPECT_EQ(changed.at(b, h, i, d) == plain.at(b, h, i, d), !(b == 0 && h >= 2 && d == 4));
  });
}

TEST(AttentionArguments, lse_may_be_left_out_without_changing_out) {
  const Result changed = result_of([](Call& call) { call.lse = {}; });
  EXPECT_EQ(changed.out, plain_result().out);
  EXPECT_EQ(changed.lse[0], Call::untouched);
}

TEST(AttentionOptions, scale_defaults_to_one_over_the_root_of_the_depth) {
  const Result same = result_of([](Call& call) { call.options.scale = 1.0f / std::sqrt(8.0f); });
  EXPECT_EQ(same, plain_result());
  const Result none = result_of([](Call& call) { call.options.scale = 0.0f; });
  for_each_row([&](auto b, auto h, auto i) { EXPECT_NEAR(none.lse_at(b, h, i), std::log(7.0f), 1e-6f); });
}

TEST(AttentionOptions, softcap_bounds_the_scores) {
  const Result changed = result_of([](Call& call) { call.options.softcap = 0.125f; });
  for_each_row([&](auto b, auto h, auto i) {
    EXPECT_FALSE(same_row(changed, plain_result(), b, h, i));
    EXPECT_NEAR(changed.lse_at(b, h, i), std::log(7.0f), 0.125f);
  });
}

TEST(AttentionOptions, attn_bias_is_added_to_its_own_score) {
  const Result changed = result_of([](Call& call) {
    call.set_bias();
    std::ranges::fill(call.bias_data, 0.0f);
    call.bias_data[((1 * 4 + 3) * 5 + 2) * 7 + 6] = 50.0f; // nothing else counts in this row
  });
  const Call call;
  for_each_row([&](auto b, auto h, auto i) {
    if (b == 1 && h == 3 && i == 2)
      for (std::int64_t d = 0; d < Call::d_v; ++d)
        EXPECT_NEAR(changed.at(b, h, i, d), call.v_data[static_cast<std::size_t>(((1 * 2 + 1) * 7 + 6) * 6 + d)],
                    1e-6f);
    else
      EXPECT_TRUE(same_row(changed, plain_result(), b, h, i));
  });
}

TEST(AttentionOptions, attn_bias_may_be_of_the_type_of_q) {
  const auto with_bias = [](DType dtype) {
    return result_of([=](Call& call) {
      call.set_bias();
      for (auto* array : {&call.q, &call.k, &call.v})
        array->dtype = DType::bf16;
      call.out.dtype = call.options.attn_bias.dtype = DType::bf16;
      call.options.attn_bias.dtype = dtype;
    });
  };
  EXPECT_NE(with_bias(DType::bf16).out, with_bias(DType::f32).out);
}

TEST(AttentionOptions, attn_mask_removes_its_own_score) {
  const Result changed = result_of([](Call& call) {
    call.set_mask();
    for (std::size_t j = 0; j < 7; ++j)
      call.mask_data[((0 * 4 + 1) * 5 + 4) * 7 + j] = j == 2;
  });
  const Call call;
  for_each_row([&](auto b, auto h, auto i) {
    if (b == 0 && h == 1 && i == 4)
      for (std::int64_t d = 0; d < Call::d_v; ++d)
        EXPECT_EQ(changed.at(b, h, i, d), call.v_data[static_cast<std::size_t>(2 * 6 + d)]);
    else
      EXPECT_TRUE(same_row(changed, plain_result(), b, h, i));
  });
}

TEST(AttentionOptions, causal_hides_keys_by_either_corner) {
  const Result top_left = result_of([](Call& call) { call.options.causal = Causal::top_left; });
  const Result bottom_right = result_of([](Call& call) { call.options.causal = Causal::bottom_right; });
  EXPECT_NE(top_left, bottom_right);
  const Call call;
  for (std::int64_t d = 0; d < Call::d_v; ++d)
    EXPECT_EQ(top_left.at(0, 0, 0, d), call.v_data[static_cast<std::size_t>(d)]); // key 0 alone
  // The last query of the bottom right sees everything, the last of the top left five of seven.
  EXPECT_TRUE(same_row(bottom_right, plain_result(), 1, 3, 4));
  EXPECT_FALSE(same_row(top_left, plain_result(), 1, 3, 4));
}

TEST(AttentionOptions, window_left_and_right_include_their_ends) {
  const auto with_window = [](AttentionWindow window) {
    return result_of([=](Call& call) { call.options.window = window; });
  };
  EXPECT_EQ(with_window({6, 6}), plain_result()); // the farthest key is 6 before the last query, or 4 after the first
  EXPECT_NE(with_window({5, -1}), plain_result());
  EXPECT_NE(with_window({-1, 3}), plain_result());
  EXPECT_EQ(with_window({-1, 4}), plain_result());
  EXPECT_NE(with_window({2, 0}), with_window({1, 0}));
  EXPECT_NE(with_window({2, 1}), with_window({2, 0}));
  const Result one = with_window({0, 0}); // query i sees key i + 2
  const Call call;
  for (std::int64_t i = 0; i < Call::seq_q; ++i)
    EXPECT_EQ(one.at(0, 0, i, 3), call.v_data[static_cast<std::size_t>((i + 2) * 6 + 3)]);
}

TEST(AttentionOptions, alibi_slopes_are_of_batch_and_head) {
  const Result per_batch = result_of([](Call& call) { call.set_slopes(); });
  const Result shared = result_of([](Call& call) {
    call.set_slopes();
    call.options.alibi_slopes.shape[0] = 1;
  });
  for_each_row([&](auto b, auto h, auto i) {
    EXPECT_FALSE(same_row(per_batch, plain_result(), b, h, i));
    EXPECT_EQ(same_row(per_batch, shared, b, h, i), b == 0);
  });
}

TEST(AttentionOptions, sinks_take_weight_of_their_head) {
  const Result changed = result_of([](Call& call) {
    call.set_sinks();
    call.sinks_data = {-inf, -inf, 3.0f, -inf};
  });
  const Result plain = plain_result();
  for_each_row([&](auto b, auto h, auto i) {
    EXPECT_EQ(same_row(changed, plain, b, h, i), h != 2);
    if (h != 2)
      return;
    const float share = std::exp(plain.lse_at(b, h, i) - changed.lse_at(b, h, i));
    EXPECT_NEAR(changed.lse_at(b, h, i), std::log(std::exp(plain.lse_at(b, h, i)) + std::exp(3.0f)), 1e-5f);
    EXPECT_NEAR(changed.at(b, h, i, 0), plain.at(b, h, i, 0) * share, 1e-5f);
  });
}

TEST(AttentionOptions, cu_seqlens_say_which_keys_belong_to_which_queries) {
  const auto with_begins = [](std::int32_t q, std::int32_t k) {
    return result_of([=](Call& call) {
      call.set_sequences();
      call.begins_q[1] = q;
      call.begins_k[1] = k;
    });
  };
  EXPECT_NE(with_begins(2, 4), with_begins(3, 4));
  EXPECT_NE(with_begins(2, 4), with_begins(2, 5));
  const Result first_alone = with_begins(2, 7); // the second sequence has no key
  for (std::int64_t d = 0; d < Call::d_v; ++d) {
    EXPECT_EQ(first_alone.at(0, 1, 0, d), plain_result().at(0, 1, 0, d));
    EXPECT_EQ(first_alone.at(0, 1, 2, d), 0.0f);
  }
  EXPECT_EQ(first_alone.lse_at(0, 1, 4), -inf);
}

TEST(AttentionOptions, variant_and_target_choose_the_code_and_not_the_result) {
  for (const AttentionVariant& variant : attention_variants())
    for (const machine::CpuTargetInfo& target : machine::cpu_targets()) {
      Call call;
      call.options.variant = variant.name;
      call.options.target = target.name;
      if (!supports(call.problem()))
        continue;
      call.run();
      for_each_row([&](auto b, auto h, auto i) {
        EXPECT_NEAR((Result{call.out_data, call.lse_data}).at(b, h, i, 1), plain_result().at(b, h, i, 1), 1e-5f)
            << variant.name << " on " << target.name;
      });
    }
}

// --- strides ---------------------------------------------------------------------------------------------------------

TEST(AttentionStrides, of_the_outputs_choose_where_rows_are_written_and_gaps_stay) {
  const Result plain = plain_result();
  Call call; // out as (b, s, h, d) with 2 elements behind each row, lse as (b, s, h)
  call.out.strides = {5 * 4 * 8, 8, 4 * 8, 1};
  call.lse.strides = {20, 1, 4};
  call.run();
  for_each_row([&](auto b, auto h, auto i) {
    EXPECT_EQ(call.lse_data[static_cast<std::size_t>(b * 20 + i * 4 + h)], plain.lse_at(b, h, i));
    for (std::int64_t d = 0; d < 8; ++d)
      EXPECT_EQ(call.out_data[static_cast<std::size_t>(b * 160 + i * 32 + h * 8 + d)],
                d < Call::d_v ? plain.at(b, h, i, d) : Call::untouched);
  });
}

TEST(AttentionStrides, of_0_share_keys_and_values_among_sequences) {
  const Result shared = result_of([](Call& call) { call.k.strides[0] = call.v.strides[0] = 0; });
  const Result plain = plain_result();
  for_each_row([&](auto b, auto h, auto i) { EXPECT_EQ(same_row(shared, plain, b, h, i), b == 0); });
}

// q, k, v and out side by side in rows of one array, as a projection leaves them.
TEST(AttentionStrides, out_may_stand_between_the_inputs_when_provably_apart) {
  constexpr std::int64_t row = 8 + 8 + 6 + 6; // one head
  const auto side_by_side = [&](std::int64_t offset, std::vector<float>& memory, std::int64_t depth) {
    return TensorView<4>{memory.data() + offset, DType::f32, {1, 1, 5, depth}, {5 * row, row, row, 1}};
  };
  Call call;
  std::vector<float> memory = Call::numbers(0.9f);
  const std::vector<float> before = memory;
  call.q = side_by_side(0, memory, 8);
  call.k = side_by_side(8, memory, 8);
  call.v = side_by_side(16, memory, 6);
  call.out = side_by_side(22, memory, 6);
  call.lse = {};
  call.run();
  for (std::size_t i = 0; i < memory.size(); ++i)
    EXPECT_EQ(memory[i] == before[i], i >= 5 * row || i % row < 22) << i;
}

} // namespace
} // namespace xeforge::ops::attention
