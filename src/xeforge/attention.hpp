// Fused attention: O = softmax(scale * Q K^T + bias, masked) V in one pass, with no array of the size of the scores.
//
// Shapes are logical, memory is strides (in elements):
//   q    (batch, heads_q,  seq_q, d_qk)      k (batch, heads_kv, seq_k, d_qk)      v (batch, heads_kv, seq_k, d_v)
//   out  (batch, heads_q,  seq_q, d_v)       lse (batch, heads_q, seq_q)
// heads_q is a multiple of heads_kv; query head h reads key and value head h / (heads_q / heads_kv).
//
// On a score of query i and key j, in this order:
//   s = scale * q_i . k_j;   softcap: s = c * tanh(s / c);   ALiBi: s -= slope * |i + seq_k - seq_q - j|;   s += bias;
//   then the masks: attn_mask, causal, window, each of which turns s into -inf.
//
// A row whose keys are all masked gives O = 0 and LSE = -inf, or with a sink LSE = the sink. Scores are accumulated in
// float. A score that is NaN or +inf makes its row NaN. The value of a key that is not masked affects the result,
// however small the weight: NaN gives NaN, infinity gives infinity or NaN. Values of masked keys should be finite. Same
// bits for any thread count. A finite score is a number however low: a row of nothing but the lowest float is the mean of
// its values. Only the variants for devices (xe, hopper, hopper-decode), which count in powers of 2, take scores below -2.9e6
// as -inf, and need those of a row's best key to be below 2.9e6.
//
// Lengths: with cu_seqlens_q and cu_seqlens_k the sequences of a batch are concatenated along the seq
// dimension, and the arrays have batch 1: sequence b holds the queries [cu_seqlens_q[b], cu_seqlens_q[b + 1]) and the
// keys [cu_seqlens_k[b], cu_seqlens_k[b + 1]); each may be empty.
#pragma once

#include "xeforge/attention_options.hpp"
#include "xeforge/base/error.hpp"
#include "xeforge/base/plan.hpp"
#include "xeforge/base/support.hpp"
#include "xeforge/base/sycl_queue.hpp"
#include "xeforge/base/tensor_view.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace xeforge {

// Everything that the choice of a variant may depend on: of arrays not the data, but shapes, types and strides, because
// variants differ in what they accept.
struct AttentionProblem {
  ConstTensorView<4> q, k, v;
  ConstTensorView<4> out;
  ConstTensorView<3> lse; // data == nullptr: not wanted
  AttentionOptions options;
};

using AttentionPlan = Plan;
using AttentionVariant = VariantDescription;

// The variants in order of preference.
std::span<const VariantDescription> attention_variants();

// Pure functions of the problem (and of this machine's instruction sets). options.variant and options.target, when set,
// are honoured: a variant that does not accept the problem, or a target that this machine cannot run, is refused with
// the reason. plan() throws an Error where supports() refuses.
Support supports(const AttentionProblem& problem);
Plan plan(const AttentionProblem& problem);

// q, k, v, out: f16, bf16 or f32, all of one type; d_qk and d_v 1 to 512; any strides that address distinct elements.
// lse: f32, the natural logarithm of the sum of exp(score), or an empty view. out and lse overlap nothing else.
// Throws xeforge::Error naming the argument, before anything is written. Blocks until done.
void attention(sycl::queue& queue, const ConstTensorView<4>& q, const ConstTensorView<4>& k,
               const ConstTensorView<4>& v, const TensorView<4>& out, const TensorView<3>& lse,
               const AttentionOptions& options = {});

// Merges the results of the same queries over two disjoint sets of keys: out and lse get what attention over both sets
// would have given. All outputs have the same type and shape; out may be out_a or out_b itself, likewise lse. Only one
// of the two parts may have been computed with sinks.
void merge(sycl::queue& queue, const ConstTensorView<4>& out_a, const ConstTensorView<3>& lse_a,
           const ConstTensorView<4>& out_b, const ConstTensorView<3>& lse_b, const TensorView<4>& out,
           const TensorView<3>& lse);

// The strides of an array with the logical shape (b, h, s, d) that is stored without gaps in the order given by the
// letters of layout: "bhsd", "bshd", "sbhd" or "bhds". Throws Error("layout", ...) for anything else.
std::array<std::int64_t, 4> strides_of(const std::array<std::int64_t, 4>& shape, std::string_view layout);

} // namespace xeforge
