// Softmax and selection of the best in one kernel: of 32,768 rows of 128 scores, the 8 largest of each row, best first,
// with the weights that a softmax over the row gives them once they are made to sum to 1.
//
// Plain SYCL with the explicit SIMD extension; nothing here belongs to a particular implementation. With this
// repository's headers it runs on a CPU; 'xeforge compile' makes machine code of the same file.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

constexpr int row_count = 32768;
constexpr int row_length = 128;
constexpr int kept = 8;

// scores: rows x row_length; weights and columns: rows x kept; each row follows the one before.
sycl::event softmax_topk(sycl::queue& queue, const sycl::half* scores, sycl::half* weights, std::int32_t* columns,
                         std::size_t rows) {
  return queue.submit([&](sycl::handler& group) {
    group.parallel_for<class SoftmaxTopK>(sycl::range<1>(rows), [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
      using namespace sycl::ext::intel::esimd;
      constexpr properties aligned{alignment<16>};
      constexpr int batch = 32;
      const std::size_t row = item[0];

      // 1. One load. The row stays in registers.
      const simd<float, row_length> x =
          convert<float>(block_load<sycl::half, row_length>(scores + row * row_length, aligned));

      // 2. The best scores, sorted. Each batch is compared with the last of them at once; what passes is inserted where
      //    it belongs. A score equal to one that is there already goes behind it: the lower column wins.
      const simd<int, kept> place(0, 1);
      simd<float, kept> best = -std::numeric_limits<float>::infinity();
      simd<std::int32_t, kept> where = 0;
      for (int start = 0; start < row_length; start += batch) {
        const simd<float, batch> candidates = x.select<batch, 1>(start);
        std::uint32_t passed = pack_mask(candidates > best[kept - 1]);
        for (; passed != 0; passed &= passed - 1) {
          const int lane = static_cast<int>(fbl(passed));
          const float score = candidates[lane];
          const int better = static_cast<int>(cbit(pack_mask(best >= score)));
          simd<float, kept> shifted = best;
          simd<std::int32_t, kept> shifted_where = where;
          shifted.select<kept - 1, 1>(1) = best.select<kept - 1, 1>(0);
          shifted_where.select<kept - 1, 1>(1) = where.select<kept - 1, 1>(0);
          best.merge(shifted, place > better);
          where.merge(shifted_where, place > better);
          best.merge(score, place == better);
          where.merge(start + lane, place == better);
        }
      }

      // 3. Weights. The sum over the whole row would cancel, so only the winners need an exponential.
      const simd<float, kept> shares = exp(best - best[0]);
      const simd<sycl::half, kept> normalised =
          convert<sycl::half>(shares / sycl::ext::intel::esimd::detail::sum<float, float, kept>(shares));

      // 4. One store each.
      block_store<sycl::half, kept>(weights + row * kept, normalised, aligned);
      block_store<std::int32_t, kept>(columns + row * kept, where, aligned);
    });
  });
}

// The same for one row, as one would write it down.
struct Winners {
  std::vector<int> columns;
  std::vector<double> weights;
};
Winners reference(const sycl::half* scores) {
  Winners winners;
  winners.columns.resize(row_length);
  std::iota(winners.columns.begin(), winners.columns.end(), 0);
  const auto is_before = [&](int a, int b) {
    return float(scores[a]) > float(scores[b]) || (float(scores[a]) == float(scores[b]) && a < b);
  };
  std::partial_sort(winners.columns.begin(), winners.columns.begin() + kept, winners.columns.end(), is_before);
  winners.columns.resize(kept);
  double sum = 0;
  for (const int column : winners.columns) {
    winners.weights.push_back(std::exp(double(float(scores[column])) - double(float(scores[winners.columns[0]]))));
    sum += winners.weights.back();
  }
  for (double& weight : winners.weights)
    weight /= sum;
  return winners;
}

// Rows whose columns differ, or whose weights differ by more than rounding to half explains.
int count_wrong_rows(const sycl::half* scores, const sycl::half* weights, const std::int32_t* columns) {
  int wrong = 0;
  for (int row = 0; row < row_count; ++row) {
    const Winners expected = reference(scores + row * row_length);
    bool right = true;
    for (int i = 0; i < kept; ++i) {
      const double weight = float(weights[row * kept + i]);
      right = right && columns[row * kept + i] == expected.columns[i] &&
              std::abs(weight - expected.weights[i]) <= 0x1p-10 * expected.weights[i] + 0x1p-24;
    }
    wrong += !right;
  }
  return wrong;
}

int main() {
  sycl::queue queue(sycl::property::queue::enable_profiling{});
  auto* const scores = sycl::malloc_shared<sycl::half>(std::size_t(row_count) * row_length, queue);
  auto* const weights = sycl::malloc_shared<sycl::half>(std::size_t(row_count) * kept, queue);
  auto* const columns = sycl::malloc_shared<std::int32_t>(std::size_t(row_count) * kept, queue);
  std::mt19937 random(1);
  std::normal_distribution<float> normal(0.0f, 2.0f);
  std::generate_n(scores, row_count * row_length, [&] { return sycl::half(normal(random)); });

  double best_ms = std::numeric_limits<double>::infinity();
  for (int run = 0; run < 5; ++run) {
    sycl::event event = softmax_topk(queue, scores, weights, columns, row_count);
    event.wait();
    const auto start = event.get_profiling_info<sycl::info::event_profiling::command_start>();
    const auto end = event.get_profiling_info<sycl::info::event_profiling::command_end>();
    best_ms = std::min(best_ms, double(end - start) * 1e-6);
  }

  std::printf("row 0:");
  for (int i = 0; i < kept; ++i)
    std::printf("  %.3f at %d", double(float(weights[i])), columns[i]);
  std::printf("\n%d rows x %d, k %d: %.3f ms\n", row_count, row_length, kept, best_ms);
  const int wrong = count_wrong_rows(scores, weights, columns);
  std::printf("check: %d rows differ from the reference\n", wrong);

  sycl::free(scores, queue);
  sycl::free(weights, queue);
  sycl::free(columns, queue);
  return wrong == 0 ? 0 : 1;
}
