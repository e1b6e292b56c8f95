// What the host side hands to a kernel once everything has been validated: plain pointers, integers and enumerators.
#pragma once

#include "xeforge/softmax_topk.hpp"

#include <cstdint>

namespace xeforge::ops::softmax_topk {

// Guaranteed by the host side: 1 <= rows; 1 <= k <= n <= 65536; num_expert_group divides n; the groups kept hold at
// least k columns; strides are at least as wide as their rows; no address leaves int64; outputs overlap nothing;
// every pointer is aligned to its element (and to no more than that); bias and factor are finite.
struct Arguments {
  const void* scores = nullptr; // rows x n
  void* weights = nullptr;      // rows x k, best first
  void* indices = nullptr;      // rows x k
  DType scores_dtype = DType::f16;
  DType weights_dtype = DType::f32;
  DType indices_dtype = DType::i32;

  std::int64_t rows = 0;
  std::int64_t n = 0;
  std::int64_t scores_row_stride = 0; // elements, as all strides
  std::int64_t weights_row_stride = 0;
  std::int64_t indices_row_stride = 0;

  const float* correction_bias = nullptr; // n floats, or null: none
  int k = 1;
  int num_expert_group = 1;
  int topk_group = 1;
  Scoring scoring = Scoring::softmax;
  bool renormalize = true;
  float routed_scaling_factor = 1.0f;
};

// Precondition: the arrays and options have been validated.
Arguments kernel_arguments(const ConstMatrixView& scores, const MatrixView& weights, const MatrixView& indices,
                           const SoftmaxTopkOptions& options);

} // namespace xeforge::ops::softmax_topk
