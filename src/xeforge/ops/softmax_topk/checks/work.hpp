// The work of softmax-topk, from shapes and options alone.
#pragma once

#include "xeforge/ops/work.hpp"
#include "xeforge/softmax_topk.hpp"

namespace xeforge::ops::softmax_topk {

// 4 flops for each score (the maximum, the difference to it, its exponential, the sum) and 1 for each weight (its
// quotient). A comparison for the choice of the k best is no flop. Bytes: scores, weights, indices and the bias.
Work work_of(const SoftmaxTopkProblem& problem);

} // namespace xeforge::ops::softmax_topk
