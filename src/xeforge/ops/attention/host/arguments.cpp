#include "xeforge/ops/attention/host/arguments.hpp"

#include "xeforge/ops/attention/host/band_rule.hpp"
#include "xeforge/ops/attention/host/problem.hpp"

#include <cmath>

namespace xeforge::ops::attention {
namespace {

// A dimension of one element has no stride to speak of; with 0 it serves every index.
template <int Rank>
std::int64_t stride_of(const ConstTensorView<Rank>& view, std::size_t axis) {
  return view.shape[axis] == 1 ? 0 : view.strides[axis];
}

template <class Byte>
Operand<Byte> whole(const BasicTensorView<Byte, 4>& view) {
  return {view.data, view.strides[0], view.strides[1], view.strides[2], view.strides[3]};
}

Operand<const void> broadcast(const ConstTensorView<4>& view) {
  if (view.data == nullptr)
    return {};
  return {view.data, stride_of(view, 0), stride_of(view, 1), stride_of(view, 2), stride_of(view, 3)};
}

void set_sequences(Arguments& arguments, const AttentionProblem& problem) {
  const AttentionOptions& options = problem.options;
  arguments.batch = problem.q.shape[0];
  arguments.seq_q = problem.q.shape[2];
  arguments.seq_k = problem.k.shape[2];
  if (options.cu_seqlens_q.empty())
    return;
  arguments.batch = static_cast<std::int64_t>(options.cu_seqlens_q.size()) - 1;
  arguments.cu_seqlens_q = options.cu_seqlens_q.data();
  arguments.cu_seqlens_k = options.cu_seqlens_k.data();
  arguments.seq_q = longest_sequence(options.cu_seqlens_q);
  arguments.seq_k = longest_sequence(options.cu_seqlens_k);
}

} // namespace

Arguments kernel_arguments(const AttentionProblem& problem, const TensorView<4>& out, const TensorView<3>& lse) {
  const AttentionOptions& options = problem.options;
  Arguments arguments;
  arguments.q = whole(problem.q);
  arguments.k = whole(problem.k);
  arguments.v = whole(problem.v);
  arguments.out = whole(out);
  if (lse.data != nullptr)
    arguments.lse = {static_cast<float*>(lse.data), lse.strides[0], lse.strides[1], lse.strides[2], 0};
  arguments.dtype = problem.q.dtype;
  arguments.heads_q = problem.q.shape[1];
  arguments.heads_kv = problem.k.shape[1];
  arguments.d_qk = problem.q.shape[3];
  arguments.d_v = problem.v.shape[3];
  set_sequences(arguments, problem);

  arguments.scale = options.scale.value_or(static_cast<float>(1.0 / std::sqrt(static_cast<double>(arguments.d_qk))));
  arguments.softcap = options.softcap;
  if (const ConstTensorView<2>& slopes = options.alibi_slopes; slopes.data != nullptr)
    arguments.slopes = {static_cast<const float*>(slopes.data), stride_of(slopes, 0), stride_of(slopes, 1), 0, 0};
  arguments.bias = broadcast(options.attn_bias);
  arguments.bias_dtype = options.attn_bias.dtype;
  arguments.mask = broadcast(options.attn_mask).as<const std::uint8_t>();
  arguments.sinks = options.sinks.data;
  arguments.band = band_rule(options.causal, options.window);
  return arguments;
}

} // namespace xeforge::ops::attention
