// What attention(), supports() and plan() refuse, and in which words.
#include "xeforge/machine/cpu_targets.hpp"
#include "xeforge/ops/attention/checks/call_for_test.hpp"
#include "xeforge/ops/checks/refusal_for_test.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace xeforge::ops::attention {
namespace {

constexpr float inf = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr std::int64_t huge = std::numeric_limits<std::int64_t>::max() / 4;

struct Mistake {
  std::string_view name;
  std::string_view argument; // as the error must name it
  void (*spoil)(Call& call);
};

// Seen by supports() and plan() as well: nothing here depends on what is in memory, nor where.
const Mistake problem_mistakes[] = {
    {"integer_q", "q dtype", [](Call& call) { call.q.dtype = DType::i32; }},
    {"k_of_another_type", "k dtype", [](Call& call) { call.k.dtype = DType::f16; }},
    {"v_of_another_type", "v dtype", [](Call& call) { call.v.dtype = DType::bf16; }},
    {"out_of_another_type", "out dtype", [](Call& call) { call.out.dtype = DType::f16; }},
    {"half_lse", "lse dtype", [](Call& call) { call.lse.dtype = DType::f16; }},
    {"no_batch", "q shape", [](Call& call) { call.q.shape[0] = 0; }},
    {"no_queries", "q shape", [](Call& call) { call.q.shape[2] = 0; }},
    {"no_keys", "k shape", [](Call& call) { call.k.shape[2] = 0; }},
    {"negative_heads", "v shape", [](Call& call) { call.v.shape[1] = -2; }},
    {"no_depth", "q shape", [](Call& call) { call.q.shape[3] = 0; }},
    {"too_deep_q", "q shape", [](Call& call) { call.q.shape[3] = 513; }},
    {"too_deep_v", "v shape", [](Call& call) { call.v.shape[3] = 513; }},
    {"too_long_q", "q shape", [](Call& call) { call.q.shape[2] = (std::int64_t{1} << 30) + 1; }},
    {"too_many_keys", "k shape", [](Call& call) { call.k.shape[2] = call.v.shape[2] = (std::int64_t{1} << 24) + 1; }},
    {"k_of_another_batch", "k shape", [](Call& call) { call.k.shape[0] = 1; }},
    {"k_of_another_depth", "k shape", [](Call& call) { call.k.shape[3] = 7; }},
    {"heads_that_do_not_divide", "k shape", [](Call& call) { call.k.shape[1] = call.v.shape[1] = 3; }},
    {"more_heads_of_k_than_of_q", "k shape", [](Call& call) { call.k.shape[1] = call.v.shape[1] = 8; }},
    {"v_of_other_heads", "v shape", [](Call& call) { call.v.shape[1] = 4; }},
    {"v_of_other_keys", "v shape", [](Call& call) { call.v.shape[2] = 6; }},
    {"v_of_another_batch", "v shape", [](Call& call) { call.v.shape[0] = 3; }},
    {"out_of_another_depth", "out shape", [](Call& call) { call.out.shape[3] = 8; }},
    {"out_of_other_heads", "out shape", [](Call& call) { call.out.shape[1] = 2; }},
    {"out_of_other_queries", "out shape", [](Call& call) { call.out.shape[2] = 7; }},
    {"lse_of_other_queries", "lse shape", [](Call& call) { call.lse.shape[2] = 7; }},
    {"lse_of_other_heads", "lse shape", [](Call& call) { call.lse.shape[1] = 2; }},
    {"null_lse_of_some_shape", "lse", [](Call& call) { call.lse.data = nullptr; }},
    {"q_strides_beyond_memory", "q strides", [](Call& call) { call.q.strides[0] = huge; }},
    {"k_strides_beyond_memory", "k strides", [](Call& call) { call.k.strides[2] = -huge; }},
    {"v_strides_that_add_up_beyond_memory", "v strides",
     [](Call& call) { call.v.strides[0] = call.v.strides[1] = huge / 2 + huge / 8; }},
    {"out_strides_beyond_memory", "out strides", [](Call& call) { call.out.strides[1] = huge; }},
    {"out_rows_that_overlap", "out strides", [](Call& call) { call.out.strides[2] = Call::d_v - 1; }},
    {"out_repeated_over_heads", "out strides", [](Call& call) { call.out.strides[1] = 0; }},
    {"out_backwards_over_itself", "out strides", [](Call& call) { call.out.strides[2] = -1; }},
    {"lse_elements_that_coincide", "lse strides", [](Call& call) { call.lse.strides[1] = call.lse.strides[2]; }},
    {"nan_scale", "scale", [](Call& call) { call.options.scale = nan; }},
    {"infinite_scale", "scale", [](Call& call) { call.options.scale = -inf; }},
    {"nan_softcap", "softcap", [](Call& call) { call.options.softcap = nan; }},
    {"negative_softcap", "softcap", [](Call& call) { call.options.softcap = -30.0f; }},
    {"infinite_softcap", "softcap", [](Call& call) { call.options.softcap = inf; }},
    {"subnormal_softcap", "softcap", [](Call& call) { call.options.softcap = 1e-40f; }},
    {"unknown_causal", "causal", [](Call& call) { call.options.causal = static_cast<Causal>(9); }},
    {"negative_window_left", "window", [](Call& call) { call.options.window.left = -2; }},
    {"negative_window_right", "window", [](Call& call) { call.options.window.right = -5; }},
    {"integer_bias", "attn_bias dtype",
     [](Call& call) {
       call.set_bias();
       call.options.attn_bias.dtype = DType::i32;
     }},
    {"bias_of_another_16_bit_type", "attn_bias dtype",
     [](Call& call) {
       call.set_bias();
       call.options.attn_bias.dtype = DType::f16;
     }},
    {"bias_of_other_keys", "attn_bias shape",
     [](Call& call) {
       call.set_bias();
       call.options.attn_bias.shape[3] = 6;
     }},
    {"bias_of_the_heads_of_k", "attn_bias shape",
     [](Call& call) {
       call.set_bias();
       call.options.attn_bias.shape[1] = Call::heads_kv;
     }},
    {"bias_without_queries", "attn_bias shape",
     [](Call& call) {
       call.set_bias();
       call.options.attn_bias.shape[2] = 0;
     }},
    {"null_bias_of_some_shape", "attn_bias",
     [](Call& call) {
       call.set_bias();
       call.options.attn_bias.data = nullptr;
     }},
    {"bias_strides_beyond_memory", "attn_bias strides",
     [](Call& call) {
       call.set_bias();
       call.options.attn_bias.strides[2] = huge;
     }},
    {"float_mask", "attn_mask dtype",
     [](Call& call) {
       call.set_mask();
       call.options.attn_mask.dtype = DType::f32;
     }},
    {"mask_of_another_batch", "attn_mask shape",
     [](Call& call) {
       call.set_mask();
       call.options.attn_mask.shape[0] = 3;
     }},
    {"null_mask_of_some_shape", "attn_mask",
     [](Call& call) {
       call.set_mask();
       call.options.attn_mask.data = nullptr;
     }},
    {"half_slopes", "alibi_slopes dtype",
     [](Call& call) {
       call.set_slopes();
       call.options.alibi_slopes.dtype = DType::f16;
     }},
    {"slopes_of_the_heads_of_k", "alibi_slopes shape",
     [](Call& call) {
       call.set_slopes();
       call.options.alibi_slopes.shape[1] = Call::heads_kv;
     }},
    {"slopes_of_another_batch", "alibi_slopes shape",
     [](Call& call) {
       call.set_slopes();
       call.options.alibi_slopes.shape[0] = 3;
     }},
    {"null_slopes_of_some_shape", "alibi_slopes",
     [](Call& call) {
       call.set_slopes();
       call.options.alibi_slopes.data = nullptr;
     }},
    {"sinks_of_the_heads_of_k", "sinks",
     [](Call& call) {
       call.set_sinks();
       call.options.sinks.size = Call::heads_kv;
     }},
    {"null_sinks_of_some_size", "sinks", [](Call& call) { call.options.sinks.size = Call::heads_q; }},
    {"only_cu_seqlens_q", "cu_seqlens_k",
     [](Call& call) {
       call.set_sequences();
       call.options.cu_seqlens_k = {};
     }},
    {"only_cu_seqlens_k", "cu_seqlens_q",
     [](Call& call) {
       call.set_sequences();
       call.options.cu_seqlens_q = {};
     }},
    {"cu_seqlens_of_different_lengths", "cu_seqlens_k",
     [](Call& call) {
       call.set_sequences();
       call.options.cu_seqlens_k = std::span(call.begins_k).first(2);
     }},
    {"cu_seqlens_of_no_sequence", "cu_seqlens_q",
     [](Call& call) {
       call.set_sequences();
       call.options.cu_seqlens_q = std::span(call.begins_q).first(1);
       call.options.cu_seqlens_k = std::span(call.begins_k).first(1);
     }},
    {"cu_seqlens_with_a_batch", "q shape",
     [](Call& call) {
       call.options.cu_seqlens_q = call.begins_q;
       call.options.cu_seqlens_k = call.begins_k;
     }},
    {"cu_seqlens_with_a_bias", "attn_bias",
     [](Call& call) {
       call.set_sequences();
       call.set_bias();
     }},
    {"cu_seqlens_with_a_mask", "attn_mask",
     [](Call& call) {
       call.set_sequences();
       call.set_mask();
     }},
    {"unknown_variant", "variant", [](Call& call) { call.options.variant = "quick"; }},
    {"unknown_target", "target", [](Call& call) { call.options.target = "v9"; }},
    {"variant_that_refuses", "variant", [](Call& call) { call.options.variant = "xe"; }},
    {"variant_that_wants_unit_strides", "variant",
     [](Call& call) {
       call.options.variant = "tiled";
       call.k.strides[3] = 2;
     }},
};

const Mistake array_mistakes[] = {
    {"null_q", "q", [](Call& call) { call.q.data = nullptr; }},
    {"null_k", "k", [](Call& call) { call.k.data = nullptr; }},
    {"null_v", "v", [](Call& call) { call.v.data = nullptr; }},
    {"null_out", "out", [](Call& call) { call.out.data = nullptr; }},
    {"misaligned_q", "q", [](Call& call) { call.q.data = reinterpret_cast<const std::byte*>(call.q_data.data()) + 2; }},
    {"misaligned_lse", "lse",
     [](Call& call) { call.lse.data = reinterpret_cast<std::byte*>(call.lse_data.data()) + 1; }},
    {"misaligned_bias", "attn_bias",
     [](Call& call) {
       call.set_bias();
       call.options.attn_bias.data = reinterpret_cast<const std::byte*>(call.bias_data.data()) + 3;
     }},
    {"out_over_q", "out", [](Call& call) { call.out.data = call.q_data.data() + 319; }},
    {"out_over_k", "out", [](Call& call) { call.k.data = call.out_data.data(); }},
    {"out_over_v", "out", [](Call& call) { call.v.data = call.out_data.data() + 239; }},
    {"out_over_the_bias", "out",
     [](Call& call) {
       call.set_bias();
       call.options.attn_bias.data = call.out_data.data() + 100;
     }},
    {"out_over_the_mask", "out",
     [](Call& call) {
       call.set_mask();
       call.options.attn_mask.data = call.out_data.data() + 239;
     }},
    {"out_over_slopes", "out",
     [](Call& call) {
       call.set_slopes();
       call.options.alibi_slopes.data = call.out_data.data() + 4;
     }},
    {"out_over_sinks", "out",
     [](Call& call) {
       call.set_sinks();
       call.options.sinks.data = call.out_data.data() + 236;
     }},
    {"lse_over_out", "lse", [](Call& call) { call.lse.data = call.out_data.data() + 239; }},
    {"lse_over_q", "lse", [](Call& call) { call.lse.data = call.q_data.data(); }},
    {"lse_over_cu_seqlens", "lse",
     [](Call& call) {
       call.set_sequences();
       call.lse.data = call.begins_k.data() + 2;
     }},
    {"nan_slope", "alibi_slopes",
     [](Call& call) {
       call.set_slopes();
       call.slopes_data[7] = nan;
     }},
    {"infinite_slope", "alibi_slopes",
     [](Call& call) {
       call.set_slopes();
       call.slopes_data[0] = inf;
     }},
    {"nan_sink", "sinks",
     [](Call& call) {
       call.set_sinks();
       call.sinks_data[3] = nan;
     }},
    {"infinite_sink", "sinks",
     [](Call& call) {
       call.set_sinks();
       call.sinks_data[0] = inf;
     }},
    {"cu_seqlens_that_start_late", "cu_seqlens_q",
     [](Call& call) {
       call.set_sequences();
       call.begins_q[0] = 1;
     }},
    {"cu_seqlens_that_descend", "cu_seqlens_k",
     [](Call& call) {
       call.set_sequences();
       call.begins_k[1] = 8;
     }},
    {"negative_cu_seqlens", "cu_seqlens_q",
     [](Call& call) {
       call.set_sequences();
       call.begins_q[1] = -1;
     }},
    {"cu_seqlens_that_end_early", "cu_seqlens_q",
     [](Call& call) {
       call.set_sequences();
       call.begins_q[2] = 4;
     }},
    {"cu_seqlens_that_end_beyond_the_array", "cu_seqlens_k",
     [](Call& call) {
       call.set_sequences();
       call.begins_k[2] = 8;
     }},
};

class RefusedAttention : public testing::TestWithParam<Mistake> {};
class RefusedAttentionArrays : public testing::TestWithParam<Mistake> {};
std::string mistake_name(const testing::TestParamInfo<Mistake>& info) { return std::string(info.param.name); }
INSTANTIATE_TEST_SUITE_P(Each, RefusedAttention, testing::ValuesIn(problem_mistakes), mistake_name);
INSTANTIATE_TEST_SUITE_P(Each, RefusedAttentionArrays, testing::ValuesIn(array_mistakes), mistake_name);

void expect_refusal(Call& call, std::string_view argument) {
  const std::vector<float> q = call.q_data;
  expect_error_about(argument, [&] { call.run(); });
  EXPECT_TRUE(call.is_untouched());
  EXPECT_EQ(call.q_data, q);
}

TEST_P(RefusedAttention, names_the_argument_and_leaves_the_outputs_untouched) {
  Call call;
  GetParam().spoil(call);
  expect_refusal(call, GetParam().argument);
}

TEST_P(RefusedAttention, is_refused_by_supports_and_plan_with_the_same_words) {
  Call call;
  GetParam().spoil(call);
  expect_refused_alike(call.problem());
}

TEST_P(RefusedAttentionArrays, names_the_argument_and_leaves_the_outputs_untouched) {
  Call call;
  GetParam().spoil(call);
  expect_refusal(call, GetParam().argument);
}

TEST_P(RefusedAttentionArrays, does_not_concern_supports) {
  Call call;
  GetParam().spoil(call);
  EXPECT_TRUE(supports(call.problem())) << supports(call.problem()).reason;
}

TEST(AttentionRefusal, unknown_names_are_answered_with_the_known_ones) {
  Call call;
  call.options.variant = "quick";
  for (const AttentionVariant& variant : attention_variants())
    EXPECT_NE(supports(call.problem()).reason.find(variant.name), std::string::npos) << variant.name;
  call.options.variant.clear();
  call.options.target = "v9";
  for (const machine::CpuTargetInfo& target : machine::cpu_targets())
    EXPECT_NE(supports(call.problem()).reason.find(target.name), std::string::npos) << target.name;
}

} // namespace
} // namespace xeforge::ops::attention
