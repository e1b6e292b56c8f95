// Kernels of this project as machine code, against references that know nothing of the kernel.
#include "xeforge/emulator/launch/device_run_for_test.hpp"

#include "xeforge/base/half.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

namespace xeforge::emulator {
namespace {

using base::half;

std::vector<float> random_floats(std::size_t n, unsigned seed = 1) {
  std::mt19937 engine(seed);
  std::normal_distribution<float> normal;
  std::vector<float> values(n);
  std::ranges::generate(values, [&] { return normal(engine); });
  return values;
}

class Kernels : public DeviceRun {};

// ---- the seed kernel of softmax-topk -------------------------------------------------------------------------------
// Rows of 128 halves: random ones, ties, infinities, NaN, signed zeros.
std::vector<half> designed_rows(std::size_t rows) {
  std::vector<half> scores(rows * 128);
  const std::vector<float> random = random_floats(scores.size());
  std::ranges::transform(random, scores.begin(), [](float value) { return half(3.0f * value); });
  const float infinity = std::numeric_limits<float>::infinity();
  for (std::size_t i = 0; i < 128; ++i) {
    scores[1 * 128 + i] = half(1.5f);
    scores[2 * 128 + i] = half(static_cast<float>(static_cast<int>(i * 7 % 5) - 2));
    if (i % 3 == 0)
      scores[3 * 128 + i] = half(-infinity);
    scores[6 * 128 + i] = half(-infinity);
    scores[7 * 128 + i] = half(i < 64 ? -0.0f : 0.0f);
  }
  scores[4 * 128 + 5] = half(infinity);
  scores[5 * 128 + 9] = half(std::numeric_limits<float>::quiet_NaN());
  return scores;
}

// The columns of the k best, best first: NaN is the least, of equals the lower column wins.
std::vector<int> best_columns(const half* row, int n, int k) {
  std::vector<int> columns(static_cast<std::size_t>(n));
  std::iota(columns.begin(), columns.end(), 0);
  std::ranges::sort(columns, [&](int a, int b) {
    const float first = row[a], second = row[b];
    if (std::isnan(first) != std::isnan(second))
      return !std::isnan(first);
    return first > second || (!(first < second) && a < b);
  });
  columns.resize(static_cast<std::size_t>(k));
  return columns;
}

TEST_F(Kernels, the_seed_kernel_of_softmax_topk_finds_the_winners_of_designed_rows) {
  constexpr std::size_t rows = 200, k = 8;
  for (const char* device : {"bmg", "lnl-m", "ptl-h", "pvc"}) {
    std::vector<half> scores = designed_rows(rows);
    std::vector<float> weights(rows * k, -1.0f);
    std::vector<std::int32_t> indices(rows * k, -1);
    allocate("scores", scores, Writable::no);
    allocate("weights", weights);
    allocate("indices", indices);
    run("src/xeforge/ops/softmax_topk/kernels/seed_device.cpp", "SoftmaxTopkSeed", in_groups(rows / 8, 8),
        KernelObject(scores.data(), weights.data(), indices.data(), 1.0f), device);
    for (std::size_t row = 0; row < rows; ++row) {
      const half* const first = scores.data() + row * 128;
      const std::vector<int> expected = best_columns(first, 128, k);
      for (std::size_t i = 0; i < k; ++i)
        EXPECT_EQ(indices[row * k + i], expected[i]) << device << " row " << row << " place " << i;
      double sum = 0, maximum = static_cast<float>(first[expected[0]]);
      if (!std::isfinite(maximum))
        continue;
      for (const int column : expected)
        sum += std::exp(static_cast<double>(static_cast<float>(first[column])) - maximum);
      for (std::size_t i = 0; i < k; ++i)
        EXPECT_NEAR(weights[row * k + i],
                    std::exp(static_cast<double>(static_cast<float>(first[expected[i]])) - maximum) / sum, 3e-7)
            << device << " row " << row;
    }
    forget_allocations();
  }
}

} // namespace
} // namespace xeforge::emulator
