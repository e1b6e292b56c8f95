// The lanes kernels against the operator: the same columns and the same bits of weights, for rows of all kinds.
#include "xeforge/ops/softmax_topk/kernels/biased_lanes_kernel.hpp"
#include "xeforge/ops/softmax_topk/kernels/lanes_kernel.hpp"
#include "xeforge/softmax_topk.hpp"

#include <gtest/gtest.h>

#include <algorithm>
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

struct Router {
  bool renormalize = true;
  int topk_group = 1;
  std::vector<float> correction_bias;
};

// Rows of all matrices as far apart as they are long, or one element farther, so that they are aligned to elements alone.
template <int N, int K, Function function = Function::softmax, RowsIn rows_in = RowsIn::words,
          class Index = std::int32_t, int Groups = 1, bool is_biased = false>
void expect_the_operators_bits(std::size_t rows, const Router& router) {
  using Traits = LanesTraits<half, N, K, function, rows_in, Groups>;
  sycl::queue queue;
  constexpr std::int64_t apart = rows_in == RowsIn::elements ? 1 : 0, score_stride = N + apart, stride = K + apart;
  const std::vector<half> packed = designed_rows(rows, N);
  std::vector<half> scores(rows * static_cast<std::size_t>(score_stride) + 1, half(60000.0f));
  half* const first = scores.data() + apart;
  for (std::size_t row = 0; row < rows; ++row)
    std::copy_n(packed.data() + row * N, N, first + row * static_cast<std::size_t>(score_stride));
  std::vector<float> weights(rows * static_cast<std::size_t>(stride), -7.0f), expected_weights = weights;
  std::vector<Index> columns(weights.size(), -7), expected_columns = columns;
  const auto count = static_cast<std::int64_t>(rows);
  constexpr DType index_type = sizeof(Index) == 4 ? DType::i32 : DType::i64;
  const LaneRows<Traits> lane_rows{first,
                                   score_stride,
                                   {weights.data(), columns.data(), stride, stride, count, WeightType::f32,
                                    index_type == DType::i32 ? IndexType::i32 : IndexType::i64, 1.5f},
                                   router.renormalize ? Denominator::winners : Denominator::row,
                                   router.topk_group};
  const sycl::range<1> blocks((rows + 31) / 32);
  if constexpr (is_biased)
    queue.parallel_for(blocks, BiasedLanesKernel<Traits>{lane_rows, router.correction_bias.data()}).wait();
  else
    queue.parallel_for(blocks, LanesKernel<Traits>{lane_rows}).wait();
  SoftmaxTopkOptions options;
  options.k = K;
  options.scoring = function == Function::softmax ? Scoring::softmax : Scoring::sigmoid;
  options.renormalize = router.renormalize;
  options.routed_scaling_factor = 1.5f;
  options.num_expert_group = Groups;
  options.topk_group = router.topk_group;
  options.correction_bias = {router.correction_bias.data(), static_cast<std::int64_t>(router.correction_bias.size())};
  xeforge::softmax_topk(queue, {first, DType::f16, count, N, score_stride},
                        {expected_weights.data(), DType::f32, count, K, stride},
                        {expected_columns.data(), index_type, count, K, stride}, options);
  EXPECT_EQ(columns, expected_columns);
  EXPECT_EQ(std::memcmp(weights.data(), expected_weights.data(), weights.size() * sizeof(float)), 0);
}
template <int N, int K, Function function = Function::softmax, RowsIn rows_in = RowsIn::words,
          class Index = std::int32_t>
void expect_the_operators_bits(std::size_t rows, bool renormalize) {
  expect_the_operators_bits<N, K, function, rows_in, Index>(rows, Router{renormalize, 1, {}});
}

// Small enough to matter between sigmoids, with many equal ones.
std::vector<float> designed_bias(std::size_t n) {
  std::vector<float> bias(n);
  for (std::size_t i = 0; i < n; ++i)
    bias[i] = 0.125f * static_cast<float>(static_cast<int>(i * 5 % 7) - 3);
  return bias;
}

TEST(LanesKernel, HasTheOperatorsBits) {
  expect_the_operators_bits<128, 8>(9 * 32 + 5, true); // groups of columns; the last block is not full
  expect_the_operators_bits<16, 1>(45, true);          // one score after another
}
TEST(LanesKernel, HasTheOperatorsBitsOfWholeRows) { expect_the_operators_bits<128, 8>(45, false); }
TEST(LanesKernel, WritesRowsThatFillNoBlock) { expect_the_operators_bits<128, 8>(3, true); }
TEST(LanesKernel, HasTheBitsOfSigmoids) {
  expect_the_operators_bits<16, 1, Function::sigmoid>(45, true);
  expect_the_operators_bits<16, 1, Function::sigmoid>(45, false);
}
TEST(LanesKernel, TakesRowsThatAreAlignedToTheirElements) {
  expect_the_operators_bits<16, 1, Function::softmax, RowsIn::elements>(45, true);
  expect_the_operators_bits<32, 4, Function::sigmoid, RowsIn::elements, std::int64_t>(37, false);
}
TEST(LanesKernel, WritesColumnsOf64Bits) {
  expect_the_operators_bits<32, 4, Function::softmax, RowsIn::words, std::int64_t>(70, true);
}

// DeepSeek V2: the best of three of eight groups; and with fewer columns kept than the lists have words for.
TEST(LanesKernel, HasTheBitsOfTheBestGroups) {
  for (const int topk_group : {3, 1})
    for (const bool renormalize : {false, true})
      expect_the_operators_bits<160, 6, Function::softmax, RowsIn::words, std::int32_t, 8>(
          9 * 32 + 5, Router{renormalize, topk_group, {}});
}
// Kimi K2.
TEST(BiasedLanesKernel, HasTheOperatorsBits) {
  for (const bool renormalize : {false, true})
    expect_the_operators_bits<384, 8, Function::sigmoid, RowsIn::words, std::int32_t, 1, true>(
        9 * 32 + 5, Router{renormalize, 1, designed_bias(384)});
  expect_the_operators_bits<384, 8, Function::sigmoid, RowsIn::words, std::int32_t, 1, true>(
      100, Router{true, 1, std::vector<float>(384, 0.0f)});
}
// DeepSeek V3.
TEST(BiasedLanesKernel, HasTheBitsOfTheBestGroups) {
  for (const int topk_group : {4, 1, 7})
    expect_the_operators_bits<256, 8, Function::sigmoid, RowsIn::words, std::int32_t, 8, true>(
        9 * 32 + 5, Router{true, topk_group, designed_bias(256)});
}

} // namespace
} // namespace xeforge::ops::softmax_topk
