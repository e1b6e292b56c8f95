#include "xeforge/ops/softmax_topk/checks/work.hpp"

namespace xeforge::ops::softmax_topk {
namespace {

std::int64_t matrix_bytes(std::int64_t rows, std::int64_t columns, DType dtype) {
  return rows * columns * static_cast<std::int64_t>(size_of(dtype));
}

} // namespace

Work work_of(const SoftmaxTopkProblem& problem) {
  const std::int64_t k = problem.options.k;
  const std::int64_t bytes = matrix_bytes(problem.rows, problem.n, problem.scores) +
                             matrix_bytes(problem.rows, k, problem.weights) +
                             matrix_bytes(problem.rows, k, problem.indices) +
                             matrix_bytes(1, problem.options.correction_bias.size, DType::f32);
  return {static_cast<double>(problem.rows) * static_cast<double>(4 * problem.n + k), bytes};
}

} // namespace xeforge::ops::softmax_topk
