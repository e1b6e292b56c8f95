// The options of softmax + top-K, of one process (xeforge/softmax_topk.hpp says what they mean) and of several (xeforge/ranks.hpp).
#pragma once

#include "xeforge/base/tensor_view.hpp"

#include <cstdint>
#include <string>

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

} // namespace xeforge
