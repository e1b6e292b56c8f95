// One kernel in seven steps: softmax, the best 8 and their weights, of rows of 128 halves. Each step is the one before
// with one change; docs/guide/optimise-a-kernel.md tells why each was made and what it gave. The last is how the
// library's "seed" kernel does it.
//
//   scores   rows x 128 halves, finite
//   weights  rows x 8 floats, best first, summing to 1
//   columns  rows x 8 numbers; among equal scores the lower column first
//
// Every step is checked against a sorted row in double, then timed.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <numeric>
#include <vector>

namespace esimd = sycl::ext::intel::esimd;
using sycl::half;

constexpr int n = 128, k = 8;
constexpr float infinity = std::numeric_limits<float>::infinity();

struct Rows {
  const half* scores;
  float* weights;
  std::int32_t* columns;
};

// --- what several steps share ----------------------------------------------------------------------------------------

// Weights of the best, which stand in their order.
ESIMD_INLINE esimd::simd<float, k> shares_of(esimd::simd<float, k> best) {
  const float largest = best[0];
  const esimd::simd<float, k> terms = esimd::exp(esimd::simd<float, k>(best - largest));
  return terms * (1.0f / esimd::reduce<float>(terms, std::plus<>()));
}

// The first lane whose bit is set, of 128: a packed mask has 32 bits.
ESIMD_INLINE int first_lane(esimd::simd_mask<n> mask) {
  int lane = 0;
  for (int part = n / 32; part-- > 0;) {
    const std::uint32_t bits =
        esimd::pack_mask(esimd::simd_mask<32>(mask.select<32, 1>(static_cast<std::uint16_t>(32 * part))));
    lane = bits != 0 ? 32 * part + static_cast<int>(esimd::fbl(bits)) : lane;
  }
  return lane;
}

// k rounds: the largest, its column, and -inf in its place.
ESIMD_INLINE void take_the_best(esimd::simd<float, n> values, esimd::simd<float, k>& best,
                                esimd::simd<std::int32_t, k>& columns) {
  const esimd::simd<std::int32_t, n> column(0, 1);
  for (int rank = 0; rank < k; ++rank) {
    const float largest = esimd::hmax<float>(values);
    const int first = first_lane(values == largest);
    best[rank] = largest;
    columns[rank] = first;
    values.merge(esimd::simd<float, n>(-infinity), column == first);
  }
}

// A half and its column as one integer, in the order of the scores; of equal ones the lower column is the larger.
ESIMD_INLINE esimd::simd<std::uint32_t, n> keys_of(esimd::simd<half, n> scores) {
  const esimd::simd<std::int16_t, n> bits = scores.bit_cast_view<std::int16_t>();
  const esimd::simd<std::int16_t, n> sign = bits >> 15; // 0, or all ones for a negative number
  esimd::simd<std::int16_t, n> order = bits ^ (sign | static_cast<std::int16_t>(0x8000));
  const esimd::simd<std::uint32_t, n> wide = order.bit_cast_view<std::uint16_t>();
  return (wide << 16) | esimd::simd<std::uint32_t, n>(n - 1, -1);
}

// What keys_of() was made of.
ESIMD_INLINE esimd::simd<float, k> scores_of(esimd::simd<std::uint32_t, k> keys) {
  const esimd::simd<std::int16_t, k> order = keys >> 16;
  const esimd::simd<std::int16_t, k> sign = ~(order >> 15);
  esimd::simd<std::int16_t, k> bits = order ^ (sign | static_cast<std::int16_t>(0x8000));
  return bits.bit_cast_view<half>();
}
ESIMD_INLINE esimd::simd<std::int32_t, k> columns_of(esimd::simd<std::uint32_t, k> keys) {
  return (n - 1) - esimd::simd<std::int32_t, k>(keys & 0xffffu);
}

ESIMD_INLINE void store(const Rows& rows, std::size_t row, esimd::simd<float, k> weights,
                        esimd::simd<std::int32_t, k> columns) {
  esimd::block_store(rows.weights + row * k, weights);
  esimd::block_store(rows.columns + row * k, columns);
}

// --- the steps -------------------------------------------------------------------------------------------------------

// As one would write it down: the softmax of the row, then k times the largest; 16 lanes a message.
struct Step0 {
  Rows rows;
  void operator()(sycl::id<1> item) const SYCL_ESIMD_KERNEL {
    constexpr int lanes = 16;
    const std::size_t row = item[0];
    const esimd::simd<std::uint32_t, lanes> lane(0, 1);
    esimd::simd<float, n> values;
    for (int start = 0; start < n; start += lanes)
      values.select<lanes, 1>(static_cast<std::uint16_t>(start)) =
          esimd::gather(rows.scores + row * n + start, esimd::simd<std::uint32_t, lanes>(lane * sizeof(half)));
    const float largest = esimd::hmax<float>(values);
    const esimd::simd<float, n> terms = esimd::exp(esimd::simd<float, n>(values - largest));
    const esimd::simd<float, n> softmax = terms / esimd::reduce<float>(terms, std::plus<>());
    esimd::simd<float, k> best;
    esimd::simd<std::int32_t, k> columns;
    take_the_best(softmax, best, columns);
    const esimd::simd<float, k> weights = best / esimd::reduce<float>(best, std::plus<>());
    const esimd::simd<std::uint32_t, k> place(0, sizeof(float));
    esimd::scatter(rows.weights + row * k, place, weights);
    esimd::scatter(rows.columns + row * k, place, columns);
  }
};

// The row in one message, the results in one each.
struct Step1 {
  Rows rows;
  void operator()(sycl::id<1> item) const SYCL_ESIMD_KERNEL {
    const std::size_t row = item[0];
    const esimd::simd<float, n> values = esimd::block_load<half, n>(rows.scores + row * n);
    const float largest = esimd::hmax<float>(values);
    const esimd::simd<float, n> terms = esimd::exp(esimd::simd<float, n>(values - largest));
    const esimd::simd<float, n> softmax = terms / esimd::reduce<float>(terms, std::plus<>());
    esimd::simd<float, k> best;
    esimd::simd<std::int32_t, k> columns;
    take_the_best(softmax, best, columns);
    const esimd::simd<float, k> weights = best / esimd::reduce<float>(best, std::plus<>());
    store(rows, row, weights, columns);
  }
};

// Exponentials of the winners alone: they keep the order, and what all terms share cancels out.
struct Step2 {
  Rows rows;
  void operator()(sycl::id<1> item) const SYCL_ESIMD_KERNEL {
    const std::size_t row = item[0];
    const esimd::simd<float, n> values = esimd::block_load<half, n>(rows.scores + row * n);
    esimd::simd<float, k> best;
    esimd::simd<std::int32_t, k> columns;
    take_the_best(values, best, columns);
    store(rows, row, shares_of(best), columns);
  }
};

// Score and column in one integer: the largest key says both.
struct Step3 {
  Rows rows;
  void operator()(sycl::id<1> item) const SYCL_ESIMD_KERNEL {
    const std::size_t row = item[0];
    esimd::simd<std::uint32_t, n> keys = keys_of(esimd::block_load<half, n>(rows.scores + row * n));
    esimd::simd<std::uint32_t, k> best;
    for (int rank = 0; rank < k; ++rank) {
      const std::uint32_t largest = esimd::hmax<std::uint32_t>(keys);
      best[rank] = largest;
      keys.merge(esimd::simd<std::uint32_t, n>(0u), keys == largest);
    }
    store(rows, row, shares_of(scores_of(best)), columns_of(best));
  }
};

// The best so far in one register, in order; candidates above the last of them are inserted. How many are is up to the
// data.
struct Step4 {
  static constexpr int group = 16; // candidates compared at a time
  Rows rows;
  void operator()(sycl::id<1> item) const SYCL_ESIMD_KERNEL {
    const std::size_t row = item[0];
    const esimd::simd<std::uint32_t, n> keys = keys_of(esimd::block_load<half, n>(rows.scores + row * n));
    const esimd::simd<std::int32_t, k> rank(0, 1);
    esimd::simd<std::uint32_t, k> best = 0u;
    for (int start = 0; start < n; start += group) {
      const esimd::simd<std::uint32_t, group> candidates = keys.select<group, 1>(static_cast<std::uint16_t>(start));
      const std::uint32_t last = best[k - 1];
      std::uint32_t left = esimd::pack_mask(candidates > last);
      while (left != 0) {
        const std::uint32_t key = candidates[static_cast<int>(esimd::fbl(left))];
        left &= left - 1;
        esimd::simd<std::uint32_t, k> shifted = best;
        shifted.select<k - 1, 1>(1) = best.select<k - 1, 1>(0);
        const esimd::simd_mask<k> smaller = best < key; // from the new key's place on
        best.merge(shifted, smaller);
        const int place = k - static_cast<int>(esimd::cbit(esimd::pack_mask(smaller)));
        best.merge(esimd::simd<std::uint32_t, k>(key), smaller & (rank == place));
      }
    }
    store(rows, row, shares_of(scores_of(best)), columns_of(best));
  }
};

// Inserted by a minimum and a maximum, with no place to find; 32 candidates at a time, and the loop over them kept.
struct Step5 {
  static constexpr int group = 32;
  Rows rows;
  void operator()(sycl::id<1> item) const SYCL_ESIMD_KERNEL {
    const std::size_t row = item[0];
    const esimd::simd<std::uint32_t, n> keys = keys_of(esimd::block_load<half, n>(rows.scores + row * n));
    esimd::simd<std::uint32_t, k> best = 0u;
#pragma unroll 1
    for (int start = 0; start < n; start += group) {
      const esimd::simd<std::uint32_t, group> candidates = keys.select<group, 1>(static_cast<std::uint16_t>(start));
      const std::uint32_t last = best[k - 1];
      std::uint32_t left = esimd::pack_mask(candidates > last);
      while (left != 0) {
        const std::uint32_t key = candidates[static_cast<int>(esimd::fbl(left))];
        left &= left - 1;
        esimd::simd<std::uint32_t, k> forerunners = std::numeric_limits<std::uint32_t>::max();
        forerunners.select<k - 1, 1>(1) = best.select<k - 1, 1>(0);
        best = esimd::max(best, esimd::simd<std::uint32_t, k>(esimd::min(forerunners, key)));
      }
    }
    store(rows, row, shares_of(scores_of(best)), columns_of(best));
  }
};

// As step 3, with keys of 23 bits: less the one just taken, modulo 2^32, those still in the row stay in order above
// 2^31, and those taken fall below. One subtraction does what a comparison and a blend did.
struct Step6 {
  static constexpr int column_bits = 7;
  Rows rows;
  void operator()(sycl::id<1> item) const SYCL_ESIMD_KERNEL {
    const std::size_t row = item[0];
    const esimd::simd<std::uint32_t, n> wide = keys_of(esimd::block_load<half, n>(rows.scores + row * n));
    const esimd::simd<std::uint32_t, n> keys = (wide >> 16 << column_bits) | (wide & (n - 1));
    esimd::simd<std::uint32_t, k> best;
    std::uint32_t taken = 1u << (16 + column_bits); // above every key
    for (int rank = 0; rank < k; ++rank) {
      taken += esimd::hmax<std::uint32_t>(esimd::simd<std::uint32_t, n>(keys - taken));
      best[rank] = taken;
    }
    const esimd::simd<std::uint32_t, k> order = best >> column_bits;
    store(rows, row, shares_of(scores_of(order << 16)), columns_of(best & (n - 1)));
  }
};

// --- checking and timing ---------------------------------------------------------------------------------------------

struct Data {
  static constexpr int rows = 4096;
  explicit Data(sycl::queue& queue)
      : scores(sycl::malloc_shared<half>(rows * n, queue)), weights(sycl::malloc_shared<float>(rows * k, queue)),
        columns(sycl::malloc_shared<std::int32_t>(rows * k, queue)) {
    std::uint32_t state = 1;
    for (int i = 0; i < rows * n; ++i) { // on a coarse grid: some rows have ties
      state = state * 1664525 + 1013904223;
      scores[i] = static_cast<float>(static_cast<int>(state >> 20) - 2048) / 256.0f;
    }
  }
  half* scores;
  float* weights;
  std::int32_t* columns;
};

// Rows whose columns are not those of a sorted row, or whose weights are further than 1e-5 from those in double.
int wrong_rows(const Data& data) {
  int wrong = 0;
  for (int row = 0; row < Data::rows; ++row) {
    const half* const scores = data.scores + row * n;
    std::vector<int> order(n);
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](int a, int b) {
      return float(scores[a]) > float(scores[b]) || (float(scores[a]) == float(scores[b]) && a < b);
    });
    double sum = 0;
    for (int rank = 0; rank < k; ++rank)
      sum += std::exp(static_cast<double>(float(scores[order[rank]])) - float(scores[order[0]]));
    bool right = true;
    for (int rank = 0; rank < k; ++rank) {
      const double weight = std::exp(static_cast<double>(float(scores[order[rank]])) - float(scores[order[0]])) / sum;
      right = right && data.columns[row * k + rank] == order[rank] &&
              std::abs(data.weights[row * k + rank] - weight) <= 1e-5;
    }
    wrong += !right;
  }
  return wrong;
}

template <class Step>
int try_step(sycl::queue& queue, Data& data, const char* what) {
  const Step step{{data.scores, data.weights, data.columns}};
  const auto launch = [&] { queue.parallel_for<Step>(sycl::range<1>(Data::rows), step).wait(); };
  std::fill_n(data.columns, Data::rows * k, -1);
  launch();
  const int wrong = wrong_rows(data);
  std::vector<double> nanoseconds;
  for (int run = 0; run < 51; ++run) {
    const auto start = std::chrono::steady_clock::now();
    launch();
    nanoseconds.push_back(std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count());
  }
  std::nth_element(nanoseconds.begin(), nanoseconds.begin() + 25, nanoseconds.end());
  std::printf("%-44s %8.1f ns a row, %d wrong rows\n", what, nanoseconds[25] / Data::rows, wrong);
  return wrong;
}

int main() {
  sycl::queue queue;
  Data data(queue);
  int wrong = 0;
  wrong += try_step<Step0>(queue, data, "0 softmax, then 8 times the largest");
  wrong += try_step<Step1>(queue, data, "1 whole rows in one message");
  wrong += try_step<Step2>(queue, data, "2 exponentials of the winners alone");
  wrong += try_step<Step3>(queue, data, "3 score and column in one integer");
  wrong += try_step<Step4>(queue, data, "4 candidates inserted into a list");
  wrong += try_step<Step5>(queue, data, "5 inserted by minimum and maximum");
  wrong += try_step<Step6>(queue, data, "6 the one taken left out by a subtraction");
  sycl::free(data.scores, queue);
  sycl::free(data.weights, queue);
  sycl::free(data.columns, queue);
  return wrong == 0 ? 0 : 1;
}
