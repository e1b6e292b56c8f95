#include "xeforge/ops/softmax_topk/host/arguments.hpp"

namespace xeforge::ops::softmax_topk {

Arguments kernel_arguments(const ConstMatrixView& scores, const MatrixView& weights, const MatrixView& indices,
                           const SoftmaxTopkOptions& options) {
  Arguments arguments;
  arguments.scores = scores.data;
  arguments.weights = weights.data;
  arguments.indices = indices.data;
  arguments.scores_dtype = scores.dtype;
  arguments.weights_dtype = weights.dtype;
  arguments.indices_dtype = indices.dtype;
  arguments.rows = scores.rows;
  arguments.n = scores.columns;
  arguments.scores_row_stride = scores.row_stride;
  arguments.weights_row_stride = weights.row_stride;
  arguments.indices_row_stride = indices.row_stride;
  arguments.correction_bias = options.correction_bias.data;
  arguments.k = static_cast<int>(options.k); // k, and so every count of groups, is at most 65536
  arguments.num_expert_group = static_cast<int>(options.num_expert_group);
  arguments.topk_group = static_cast<int>(options.topk_group);
  arguments.scoring = options.scoring;
  arguments.renormalize = options.renormalize;
  arguments.routed_scaling_factor = options.routed_scaling_factor;
  return arguments;
}

} // namespace xeforge::ops::softmax_topk
