// The lanes kernel against the operator: the same columns and the same bits of weights, for rows of all kinds.
#include "xeforge/ops/softmax_topk/kernels/lanes_kernel.hpp"
#include "xeforge/softmax_topk.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>
#include <vector>

namespace xeforge::ops::softmax_topk {
namespace {

using sycl::half;

// Random rows, and between them ties, infinities, NaN, zeros of both signs and rows with few numbers.
std::vector<half> designed_rows(std::size_t rows, std::size_t n) {
  const float infinity = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
  std::mt19937 engine(7);
  std::normal_distribution<float> normal;
  std::vector<half> scores(rows * n);
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t i = 0; i < n; ++i) {
      const float random = 3.0f * normal(engine);
      const float tied = static_cast<float>(static_cast<int>(i * 7 % 5) - 2);
      const float masked = i % 3 == 0 ? -infinity : random, broken = i % 4 == 1 ? nan : random;
      const float few = i == 5 ? 1.0f : i % 2 == 0 ? nan : -infinity, zeros = i < n / 2 ? -0.0f : 0.0f;
      const float choices[] = {random, tied, masked, broken, few, zeros, -infinity, nan, i == 9 ? infinity : random};
      scores[row * n + i] = half(choices[row % 9]);
    }
  return scores;
}

template <int N, int K>
void expect_the_operators_bits(std::size_t rows, bool renormalize) {
  sycl::queue queue;
  const std::vector<half> scores = designed_rows(rows, N);
  std::vector<float> weights(rows * K, -7.0f), expected_weights = weights;
  std::vector<std::int32_t> columns(rows * K, -7), expected_columns = columns;
  const auto count = static_cast<std::int64_t>(rows);
  const LanesKernel<LanesTraits<half, N, K>> kernel{
      scores.data(),
      N,
      {weights.data(), columns.data(), K, K, count, WeightType::f32, IndexType::i32, 1.5f},
      renormalize ? Denominator::winners : Denominator::row};
  queue.parallel_for(sycl::range<1>((rows + 31) / 32), kernel).wait();
  SoftmaxTopkOptions options;
  options.k = K;
  options.renormalize = renormalize;
  options.routed_scaling_factor = 1.5f;
  xeforge::softmax_topk(queue, {scores.data(), DType::f16, count, N, N},
                        {expected_weights.data(), DType::f32, count, K, K},
                        {expected_columns.data(), DType::i32, count, K, K}, options);
  EXPECT_EQ(columns, expected_columns);
  EXPECT_EQ(std::memcmp(weights.data(), expected_weights.data(), weights.size() * sizeof(float)), 0);
}

TEST(LanesKernel, HasTheOperatorsBits) {
  expect_the_operators_bits<128, 8>(9 * 32 + 5, true); // groups of columns; the last block is not full
  expect_the_operators_bits<16, 1>(45, true);          // one score after another
}
TEST(LanesKernel, HasTheOperatorsBitsOfWholeRows) { expect_the_operators_bits<128, 8>(45, false); }
TEST(LanesKernel, WritesRowsThatFillNoBlock) { expect_the_operators_bits<128, 8>(3, true); }

} // namespace
} // namespace xeforge::ops::softmax_topk
