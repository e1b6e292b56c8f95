// What is known of rows, and that the seed kernel's results do not depend on it.
#include "xeforge/ops/softmax_topk/kernels/rows.hpp"

#include "xeforge/ops/checks/queue_for_test.hpp"
#include "xeforge/softmax_topk.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <utility>
#include <vector>

namespace xeforge::ops::softmax_topk {
namespace {

TEST(RowLayout, is_packed_only_without_gaps_from_an_aligned_start) {
  alignas(block_alignment) const char memory[64] = {};
  EXPECT_EQ(layout_of(memory, 32, 32), Layout::packed);
  EXPECT_EQ(layout_of(memory, 6, 6), Layout::packed);
  EXPECT_EQ(layout_of(memory + 8, 40, 32), Layout::aligned);
  EXPECT_EQ(layout_of(memory, 8, 6), Layout::aligned);
  EXPECT_EQ(layout_of(memory, 36, 32), Layout::strided);
  EXPECT_EQ(layout_of(memory + 4, 32, 32), Layout::strided);
  EXPECT_EQ(layout_of(memory + 2, 40, 32), Layout::strided);
}

TEST(RowLayout, promises_no_more_than_every_row_keeps) {
  EXPECT_EQ((Rows<sycl::half, 128, Layout::packed>::alignment), 8);
  EXPECT_EQ((Rows<std::int64_t, 1, Layout::packed>::alignment), 8);
  EXPECT_EQ((Rows<sycl::half, 6, Layout::packed>::alignment), 4);
  EXPECT_EQ((Rows<sycl::half, 1, Layout::packed>::alignment), 2);
  EXPECT_EQ((Rows<sycl::half, 128, Layout::aligned>::alignment), 8);
  EXPECT_EQ((Rows<sycl::half, 128, Layout::strided>::alignment), 2);
  EXPECT_EQ((Rows<std::int64_t, 8, Layout::strided>::alignment), 8);
}

// A matrix of rows with gaps behind them, and elements before the first.
struct Placement {
  std::int64_t gap, before;
};

struct Results {
  std::vector<float> weights;
  std::vector<std::int64_t> indices;
  bool operator==(const Results&) const = default;
};

constexpr std::int64_t rows = 37, n = 128, k = 8;

// The later rows are bit patterns: infinities, NaN, ties and denormals are among them.
sycl::half score_at(std::int64_t row, std::int64_t column) {
  if (row < rows / 2)
    return static_cast<sycl::half>(std::sin(static_cast<float>(row * n + column) * 0.37f) * 4.0f);
  const auto bits = static_cast<std::uint16_t>((row * 7919 + column * 2654435761u) >> 3);
  return __builtin_bit_cast(sycl::half, bits);
}

Results results_of(Placement placement, bool renormalize) {
  const auto size = [&](std::int64_t length) { return placement.before + rows * (length + placement.gap); };
  std::vector<sycl::half> scores(size(n));
  std::vector<float> weights(size(k), -7.0f);
  std::vector<std::int64_t> indices(size(k), -7);
  for (std::int64_t row = 0; row < rows; ++row)
    for (std::int64_t column = 0; column < n; ++column)
      scores[placement.before + row * (n + placement.gap) + column] = score_at(row, column);

  auto score_view = matrix_view(std::as_const(scores).data() + placement.before, rows, n);
  auto weight_view = matrix_view(weights.data() + placement.before, rows, k);
  auto index_view = matrix_view(indices.data() + placement.before, rows, k);
  score_view.row_stride += placement.gap;
  weight_view.row_stride += placement.gap;
  index_view.row_stride += placement.gap;
  SoftmaxTopkOptions options;
  options.k = k;
  options.variant = "seed";
  options.renormalize = renormalize;
  sycl::queue queue = queue_with_threads(1);
  xeforge::softmax_topk(queue, score_view, weight_view, index_view, options);

  Results results;
  for (std::int64_t row = 0; row < rows; ++row)
    for (std::int64_t rank = 0; rank < k; ++rank) {
      results.weights.push_back(weights[placement.before + row * (k + placement.gap) + rank]);
      results.indices.push_back(indices[placement.before + row * (k + placement.gap) + rank]);
    }
  return results;
}

TEST(RowLayout, does_not_change_a_bit_of_the_results) {
  for (const bool renormalize : {true, false}) {
    const Results packed = results_of({.gap = 0, .before = 0}, renormalize);
    EXPECT_EQ(packed, results_of({.gap = 4, .before = 4}, renormalize)) << "aligned";
    EXPECT_EQ(packed, results_of({.gap = 1, .before = 0}, renormalize)) << "strided";
    EXPECT_EQ(packed, results_of({.gap = 0, .before = 1}, renormalize)) << "packed, but not aligned";
  }
}

} // namespace
} // namespace xeforge::ops::softmax_topk
