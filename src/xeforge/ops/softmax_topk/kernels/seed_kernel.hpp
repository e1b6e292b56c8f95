// The "seed" kernel: one row per work-item, the row and its winners in registers, n and k compile-time.
//
//   scores    rows x n halves
//   weights   rows x k floats or halves, best first
//   indices   rows x k columns, 32 or 64 bits
//   factor    multiplies the weights
//
// One load, one store each: the row is turned into keys (score and column in one integer), and k maxima are taken of
// them. The selection needs no exponential, and with renormalisation only the winners need one.
#pragma once

#include "xeforge/ops/softmax_topk/kernels/rows.hpp"
#include "xeforge/ops/softmax_topk/kernels/winners.hpp"
#include "xeforge/ops/tile/repeated_maximum.hpp"

namespace xeforge::ops::softmax_topk {
inline namespace XEFORGE_TARGET {

// Types and layouts are fixed, so that a kernel has the one store of each result that it needs.
template <int N, int K, Denominator D, Layout layout, class WeightElement, class IndexElement>
struct SeedTraits {
  static constexpr int n = N, k = K;
  static constexpr Denominator denominator = D;
  using Weight = WeightElement;
  using Index = IndexElement;
  using Scores = Rows<const sycl::half, n, layout>;
  using Weights = Rows<Weight, k, layout>;
  using Indices = Rows<Index, k, layout>;
};

template <class Traits>
struct SeedKernel {
  static constexpr int n = Traits::n, k = Traits::k;
  // Terms past the k-th would be 0, so that the last levels of the tree of halves over k terms are all that there is.
  static_assert(k <= partial_sums && (k & (k - 1)) == 0);

  typename Traits::Scores scores;
  typename Traits::Weights weights;
  typename Traits::Indices indices;
  float factor;

  void operator()(sycl::id<1> item) const SYCL_ESIMD_KERNEL {
    using Keys = tile::ShortKeys<sycl::half, n>;
    const std::int64_t row = static_cast<std::int64_t>(item[0]);

    // 1. The row, once.
    const esimd::simd<sycl::half, n> values =
        esimd::block_load<sycl::half, n>(scores[row], esimd::properties{esimd::alignment<Traits::Scores::alignment>});

    // 2. The best k of its keys.
    const esimd::simd<std::uint32_t, k> best =
        Keys::template largest<k>(Keys::of(tile::to_order<sycl::half, n>(values)));

    // 3. Weights, in the order of the best.
    const esimd::simd<float, k> winners = tile::to_score<sycl::half, k>(Keys::template order_of<k>(best));
    const float maximum = winners[0];
    const esimd::simd<float, k> terms = softmax_terms<k>(winners, maximum);
    float sum;
    if constexpr (Traits::denominator == Denominator::winners)
      sum = esimd::reduce<float>(terms, std::plus<>());
    else
      sum = sum_of_row(values, maximum);
    const esimd::simd<Weight, k> shares = terms * scale_of<1>(sum, factor)[0];

    // 4. One store each.
    const esimd::simd<Index, k> columns = Keys::template column_of<k>(best);
    esimd::block_store<Index, k>(indices[row], columns,
                                 esimd::properties{esimd::alignment<Traits::Indices::alignment>});
    esimd::block_store<Weight, k>(weights[row], shares,
                                  esimd::properties{esimd::alignment<Traits::Weights::alignment>});
  }

private:
  using Weight = typename Traits::Weight;
  using Index = typename Traits::Index;

  ESIMD_INLINE static float sum_of_row(esimd::simd<sycl::half, n> values, float maximum) {
    constexpr int whole = n / partial_sums * partial_sums, left = n % partial_sums;
    esimd::simd<float, partial_sums> sums = 0.0f;
    if constexpr (whole != 0)
#pragma unroll
      for (int column = 0; column < whole; column += partial_sums)
        sums += softmax_terms<partial_sums>(values.template select<partial_sums, 1>(static_cast<std::uint16_t>(column)),
                                            maximum);
    if constexpr (left != 0) {
      esimd::simd<float, partial_sums> rest = std::numeric_limits<float>::quiet_NaN();
      rest.template select<left, 1>(0) = values.template select<left, 1>(whole);
      sums += softmax_terms<partial_sums>(rest, maximum);
    }
    return esimd::reduce<float>(sums, std::plus<>());
  }
};

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::softmax_topk
