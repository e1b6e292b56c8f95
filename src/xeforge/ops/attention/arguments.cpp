#include "xeforge/ops/attention/arguments.hpp"

#include "xeforge/ops/attention/problem.hpp"

#include <cmath>

namespace xeforge::ops::attention {
namespace {

// A dimension of one element has no stride to speak of; with 0 it serves every index.
template <int Rank>
std::int64_t stride_of(const ConstTensorView<Rank>& view, std::size_t axis) {
  return view.shape[axis] == 1 ? 0 : view.strides[axis];
}

template <class Pointer, class Byte>
Strided<Pointer> whole(const BasicTensorView<Byte, 4>& view) {
  return {static_cast<Pointer>(view.data), view.strides[0], view.strides[1], view.strides[2], view.strides[3]};
}

template <class Pointer>
Strided<Pointer> broadcast(const ConstTensorView<4>& view) {
  if (view.data == nullptr)
    return {};
  return {static_cast<Pointer>(view.data), stride_of(view, 0), stride_of(view, 1), stride_of(view, 2),
          stride_of(view, 3)};
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

// Bounds beyond any array are none, so that sums with them stay in range.
std::int64_t window_bound(std::int64_t bound) { return bound < 0 || bound > unbounded ? unbounded : bound; }

} // namespace

Arguments kernel_arguments(const AttentionProblem& problem, const TensorView<4>& out, const TensorView<3>& lse) {
  const AttentionOptions& options = problem.options;
  Arguments arguments;
  arguments.q = whole<const void*>(problem.q);
  arguments.k = whole<const void*>(problem.k);
  arguments.v = whole<const void*>(problem.v);
  arguments.out = whole<void*>(out);
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
  arguments.bias = broadcast<const void*>(options.attn_bias);
  arguments.bias_dtype = options.attn_bias.dtype;
  arguments.mask = broadcast<const std::uint8_t*>(options.attn_mask);
  arguments.sinks = options.sinks.data;
  arguments.causal = options.causal;
  arguments.window_left = window_bound(options.window.left);
  arguments.window_right = window_bound(options.window.right);
  return arguments;
}

} // namespace xeforge::ops::attention
