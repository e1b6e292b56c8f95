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

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace xeforge {

enum class Scoring { softmax, sigmoid };

struct SoftmaxTopkOptions {
  std::int64_t k = 1; // 1..n
  Scoring scoring = Scoring::softmax;
  bool renormalize = true;            // weights of a row sum to routed_scaling_factor
  ConstVectorView correction_bias{};  // n floats, added to the probabilities for the selection only
  std::int64_t num_expert_group = 1;  // divides n; group g holds columns g*n/num_expert_group ...
  std::int64_t topk_group = 1;        // groups kept; a group's score is its maximum, or with a correction bias the
                                      // sum of its two best biased probabilities
  float routed_scaling_factor = 1.0f; // multiplies the final weights
  std::string variant{};              // a name from softmax_topk_variants(), or empty: the plan's choice
  std::string target{};               // a name from cpu_targets(), or empty: the best one of this machine
};

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
