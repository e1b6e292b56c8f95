#include "xeforge/ops/attention/checks/work.hpp"

#include "xeforge/ops/attention/host/arguments.hpp"

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
  const Band<std::int64_t> band = arguments.band.of(seq_q, seq_k);
  double count = 0;
  for (std::int64_t i = 0; i < seq_q; ++i)
    if (const KeyRange keys = band.keys_of(i); !keys.empty())
      count += static_cast<double>(keys.end - keys.begin);
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
