// Fused softmax + top-K + normalise: for each row of scores the k best entries, their weights and their columns.
//
//   p = softmax(scores) or sigmoid(scores), row by row, in exact arithmetic;
//   the k best columns by score (with a correction bias: by p + bias; with groups: within the topk_group best groups);
//   weights = p of the winners, divided by their sum unless renormalize is off, times routed_scaling_factor.
//
// Of equal scores, the one in the lower column wins. A NaN ranks below -inf and has weight 0; an index never repeats. A
// row of only -inf gets weights 0 and indices 0..k-1; +inf entries share the whole weight. Same bits for any thread
// count and variant.
#pragma once

#include "xeforge/base/error.hpp"
#include "xeforge/base/plan.hpp"
#include "xeforge/base/support.hpp"
#include "xeforge/base/sycl_queue.hpp"
#include "xeforge/base/tensor_view.hpp"
#include "xeforge/softmax_topk_options.hpp"

#include <cstdint>
#include <span>

namespace xeforge {

// Everything that the choice of a variant may depend on; no data.
struct SoftmaxTopkProblem {
  std::int64_t rows = 0;
  std::int64_t n = 0;
  DType scores = DType::f16;  // f16, bf16 or f32
  DType weights = DType::f32; // f32, or the type of the scores
  DType indices = DType::i32; // i32 or i64
  SoftmaxTopkOptions options;
};

using SoftmaxTopkPlan = Plan;
using SoftmaxTopkVariant = VariantDescription;

// The variants in order of preference.
std::span<const VariantDescription> softmax_topk_variants();

// Pure functions of the problem (and of this machine's instruction sets). options.variant and options.target, when set,
// are honoured: a variant that does not accept the problem, or a target that this machine cannot run, is refused with
// the reason. plan() throws an Error where supports() refuses.
Support supports(const SoftmaxTopkProblem& problem);
Plan plan(const SoftmaxTopkProblem& problem);

// scores: rows x n, any row_stride >= n. weights: rows x k, indices: rows x k, row_stride >= k; neither may overlap
// scores or each other. Throws xeforge::Error naming the argument, before anything is written. Allocates nothing
// once the queue's threads exist. Blocks until done.
void softmax_topk(sycl::queue& queue, ConstMatrixView scores, MatrixView weights, MatrixView indices,
                  const SoftmaxTopkOptions& options);

} // namespace xeforge
