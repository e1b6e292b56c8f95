// The "seed" kernel: one row per work-item, the row and its winners in registers, n and k compile-time.
//
//   scores   rows x n halves, row r at scores + r * stride
//   output   rows x k weights and indices, best first (winners.hpp)
//
// One load, one pass, one store: the row is turned into keys (score and column in one integer), which stream sixteen at
// a time past the best k. The selection needs no exponential, and with renormalisation only the winners need one.
#pragma once

#include "xeforge/ops/softmax_topk/winners.hpp"
#include "xeforge/ops/tile/running_best.hpp"

namespace xeforge::ops::softmax_topk {
inline namespace XEFORGE_TARGET {

template <int N, int K, Denominator denominator>
struct SeedKernel {
  const sycl::half* scores;
  std::int64_t stride;
  Output output;

  void operator()(sycl::id<1> item) const SYCL_ESIMD_KERNEL {
    using Key = tile::key_t<sycl::half>;
    constexpr auto unaligned = esimd::properties{esimd::alignment<sizeof(sycl::half)>};
    constexpr int group = N < 16 ? N : 16; // candidates at a time
    const std::int64_t row = static_cast<std::int64_t>(item[0]);

    // 1. The row, once.
    const esimd::simd<sycl::half, N> values = esimd::block_load<sycl::half, N>(scores + row * stride, unaligned);

    // 2. Keys, even columns then odd ones.
    esimd::simd<Key, N> keys;
    esimd::simd<Key, N / 2> even, odd;
    tile::paired_keys<sycl::half, N / 2>(tile::to_order<sycl::half, N>(values), esimd::simd<std::uint32_t, N / 2>(0, 2),
                                         even, odd);
    keys.template select<N / 2, 1>(0) = even;
    keys.template select<N / 2, 1>(N / 2) = odd;

    // 3. The best K.
    tile::RunningBest<Key, K> best;
    for (int start = 0; start < N; start += group)
      best.template offer<group>(
          esimd::simd<Key, group>(keys.template select<group, 1>(static_cast<std::uint16_t>(start))),
          std::numeric_limits<Key>::max());

    // 4. Weights, in the order of the best.
    esimd::simd<float, partial_sums> winners = std::numeric_limits<float>::quiet_NaN(); // ranks beyond K weigh 0
    winners.template select<K, 1>(0) = tile::to_score<sycl::half, K>(tile::order_of<sycl::half, K>(best.keys));
    const float maximum = winners[0];
    const esimd::simd<float, partial_sums> terms = softmax_terms<partial_sums>(winners, maximum);
    float sum;
    if constexpr (denominator == Denominator::winners) {
      sum = esimd::reduce<float>(terms, std::plus<>());
    } else {
      esimd::simd<float, partial_sums> sums = 0.0f;
      constexpr int whole = N / partial_sums * partial_sums;
      if constexpr (whole != 0)
#pragma unroll
        for (int column = 0; column < whole; column += partial_sums)
          sums += softmax_terms<partial_sums>(
              values.template select<partial_sums, 1>(static_cast<std::uint16_t>(column)), maximum);
      if constexpr (N % partial_sums != 0) {
        esimd::simd<float, partial_sums> rest = std::numeric_limits<float>::quiet_NaN();
        rest.template select<N % partial_sums, 1>(0) = values.template select<N % partial_sums, 1>(whole);
        sums += softmax_terms<partial_sums>(rest, maximum);
      }
      sum = esimd::reduce<float>(sums, std::plus<>());
    }
    const esimd::simd<float, partial_sums> weights = terms * scale_of<1>(sum, output.factor)[0];

    // 5. One store each.
    store_indices<K, 1, K>(output, row, 1, tile::column_of<Key, K>(best.keys));
    store_weights<K, 1, K>(output, row, 1, esimd::simd<float, K>(weights.template select<K, 1>(0)));
  }
};

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::softmax_topk
