// A small valid call of softmax_topk() that tests change or spoil.
#pragma once

#include "xeforge/ops/checks/queue_for_test.hpp"
#include "xeforge/softmax_topk.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace xeforge::ops::softmax_topk {

// 3 rows of 16 scores, the 4 best.
struct Call {
  static constexpr std::int64_t rows = 3, n = 16, k = 4, room = 256;

  std::vector<float> score_data, weight_data = std::vector<float>(room, -7.0f), bias = std::vector<float>(n, 0.125f);
  std::vector<std::int32_t> index_data = std::vector<std::int32_t>(room, -7);
  ConstMatrixView scores;
  MatrixView weights, indices;
  SoftmaxTopkOptions options;

  Call() : score_data(room) {
    for (std::int64_t i = 0; i < room; ++i)
      score_data[i] = std::sin(static_cast<float>(i * i));
    scores = matrix_view(std::as_const(score_data).data(), rows, n);
    weights = matrix_view(weight_data.data(), rows, k);
    indices = matrix_view(index_data.data(), rows, k);
    options.k = k;
  }
  Call(const Call&) = delete;

  void run() {
    sycl::queue queue = queue_with_threads(1);
    xeforge::softmax_topk(queue, scores, weights, indices, options);
  }
  bool is_untouched() const {
    return std::ranges::all_of(weight_data, [](float weight) { return weight == -7.0f; }) &&
           std::ranges::all_of(index_data, [](std::int32_t index) { return index == -7; });
  }
  SoftmaxTopkProblem problem() const {
    return {scores.rows, scores.columns, scores.dtype, weights.dtype, indices.dtype, options};
  }
  void set_bias() { options.correction_bias = {bias.data(), n}; }
};

} // namespace xeforge::ops::softmax_topk
