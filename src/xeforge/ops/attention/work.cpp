#include "xeforge/ops/attention/work.hpp"

#include "xeforge/ops/attention/arguments.hpp"

#include <algorithm>

namespace xeforge::ops::attention {
namespace {

// The same as the view's, without what is written to it.
template <int Rank>
std::int64_t elements_of(const ConstTensorView<Rank>& view) {
  std::int64_t count = view.data == nullptr ? 0 : 1;
  for (std::size_t axis = 0; axis < Rank; ++axis)
    count *= view.strides[axis] == 0 ? 1 : view.shape[axis];
  return count;
}
template <int Rank>
std::int64_t bytes_of(const ConstTensorView<Rank>& view) {
  return elements_of(view) * static_cast<std::int64_t>(size_of(view.dtype));
}

std::int64_t bytes_moved(const AttentionProblem& problem) {
  return bytes_of(problem.q) + bytes_of(problem.k) + bytes_of(problem.v) + bytes_of(problem.out) +
         bytes_of(problem.lse) + bytes_of(problem.options.attn_bias) + bytes_of(problem.options.attn_mask);
}

// How many scores causal and window leave of one head.
double scores_left(const Arguments& arguments, std::int64_t seq_q, std::int64_t seq_k) {
  double count = 0;
  for (std::int64_t i = 0; i < seq_q; ++i) {
    const std::int64_t first = std::max<std::int64_t>(0, i + arguments.first_key(seq_q, seq_k));
    const std::int64_t end = std::min(seq_k, i + arguments.end_key(seq_q, seq_k));
    count += static_cast<double>(std::max<std::int64_t>(0, end - first));
  }
  return count;
}

double flops_of(const AttentionProblem& problem) {
  const Arguments arguments = kernel_arguments(problem, {}, {});
  double scores = 0;
  if (arguments.cu_seqlens_q == nullptr)
    scores = static_cast<double>(arguments.batch) * scores_left(arguments, arguments.seq_q, arguments.seq_k);
  for (std::int64_t b = 0; arguments.cu_seqlens_q != nullptr && b < arguments.batch; ++b)
    scores += scores_left(arguments, arguments.cu_seqlens_q[b + 1] - arguments.cu_seqlens_q[b],
                          arguments.cu_seqlens_k[b + 1] - arguments.cu_seqlens_k[b]);
  const double depth = static_cast<double>(arguments.d_qk + arguments.d_v) / 2;
  return (4 * depth + 2) * scores * static_cast<double>(arguments.heads_q);
}

} // namespace

Work work_of(const AttentionProblem& problem) { return {flops_of(problem), bytes_moved(problem)}; }

} // namespace xeforge::ops::attention
