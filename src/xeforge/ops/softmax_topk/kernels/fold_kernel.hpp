// The "fold" kernel: rows ranked by their raw scores, as many at a time as a register has lanes (row_fold.hpp).
//
//   scores   rows x n
//   output   rows x k weights and indices, best first (winners.hpp)
//
// Work-items: one per block of lanes rows. The last block repeats the last row in its idle lanes and does not store
// them.
#pragma once

#include "xeforge/ops/softmax_topk/kernels/row_fold.hpp"

namespace xeforge::ops::softmax_topk {
inline namespace XEFORGE_TARGET {

// The rows of a matrix of scores; past the end the last row is repeated, for the idle lanes of the last block.
template <class Score>
struct ScoreRows {
  const Score* scores;
  std::int64_t stride;
  std::int64_t rows;

  ESIMD_INLINE const Score* operator[](std::int64_t row) const {
    return scores + (row < rows ? row : rows - 1) * stride;
  }
};

enum class Maxima { finite, any }; // any: some may be +inf

// Adds the terms of Count columns from start on to the sixteen sums.
template <int Count, Maxima maxima, class Score>
ESIMD_INLINE void add_terms(const Score* start, float maximum, esimd::simd<float, partial_sums>& sums) {
  constexpr int padded = (Count + partial_sums - 1) / partial_sums * partial_sums;
  const esimd::simd<float, padded> scores = load_padded<Score, Count, padded>(start);
  const esimd::simd<float, padded> terms =
      maxima == Maxima::any ? softmax_terms<padded>(scores, maximum) : finite_softmax_terms<padded>(scores, maximum);
#pragma unroll
  for (int column = 0; column < padded; column += partial_sums)
    sums += terms.template select<partial_sums, 1>(static_cast<std::uint16_t>(column));
}

// The sixteen sums of a softmax over a whole row of N.
template <int N, Maxima maxima, class Score>
ESIMD_INLINE esimd::simd<float, partial_sums> row_sums(const Score* start, float maximum) {
  constexpr int step = 4 * partial_sums; // several at a time: an exponential is one long chain of operations
  constexpr int whole = N / step * step;
  esimd::simd<float, partial_sums> sums = 0.0f;
#pragma unroll(N <= 512 ? N : 1)
  for (int column = 0; column < whole; column += step)
    add_terms<step, maxima>(start + column, maximum, sums);
  if constexpr (N % step != 0)
    add_terms<N % step, maxima>(start + whole, maximum, sums);
  return sums;
}

// The sums of the softmax of whole rows from first on, given their maxima: one row per lane.
template <class Traits, class Score>
ESIMD_INLINE esimd::simd<float, Traits::lanes> sums_of_rows(const ScoreRows<Score>& rows, std::int64_t first,
                                                            esimd::simd<float, Traits::lanes> maxima) {
  esimd::simd<float, partial_sums> sums[Traits::lanes];
  if ((maxima == infinity).any()) [[unlikely]]
    for (int i = 0; i < Traits::lanes; ++i)
      sums[i] = row_sums<Traits::n, Maxima::any>(rows[first + i], static_cast<float>(maxima[i]));
  else
    for (int i = 0; i < Traits::lanes; ++i)
      sums[i] = row_sums<Traits::n, Maxima::finite>(rows[first + i], static_cast<float>(maxima[i]));
  return RowFold<Traits>::sum_each(sums);
}

template <class Traits>
struct FoldKernel {
  using Score = typename Traits::Ranked;
  using Fold = RowFold<Traits>;
  static constexpr int n = Traits::n;
  static constexpr int lanes = Traits::lanes;
  using Vector = esimd::simd<float, lanes>;

  ScoreRows<Score> scores;
  Output output;
  Function function;
  Denominator denominator;

  void operator()(sycl::id<1> block) const SYCL_ESIMD_KERNEL {
    const std::int64_t first = static_cast<std::int64_t>(block[0]) * lanes;

    // 1. Winners, one row per lane.
    const auto best = Fold::find_winners(first, [&](std::int64_t row, int at)
                                                    __attribute__((always_inline)) { return load_orders(row, at); });

    // 2. Their terms, and what scales those to weights.
    typename Fold::Terms terms;
    const auto score_of = [&](int rank) __attribute__((always_inline)) {
      return tile::to_score<Score, lanes>(tile::order_of<Score, lanes>(best.at[rank]));
    };
    const Vector maximum = score_of(0);
    Vector sum;
    if (function == Function::softmax) {
      sum = Fold::template to_terms<Function::softmax>(maximum, score_of, terms);
      if (denominator == Denominator::row)
        sum = sums_of_rows<Traits>(scores, first, maximum);
    } else if (denominator == Denominator::winners) {
      sum = Fold::template to_terms<Function::sigmoid>(maximum, score_of, terms);
    } else {
      Fold::template to_terms<Function::sigmoid>(0.0f, score_of, terms);
      sum = 1.0f;
    }

    // 3. Out.
    const auto column_of = [&](int rank) __attribute__((always_inline)) {
      return tile::column_of<typename Traits::Key, lanes>(best.at[rank]);
    };
    Fold::store(output, first, column_of, terms, scale_of<lanes>(sum, output.factor));
  }

private:
  ESIMD_INLINE typename Fold::Chunk load_orders(std::int64_t row, int at) const {
    constexpr int chunk = Traits::chunk;
    if constexpr (Traits::rows_per_leaf > 1) {
      return tile::to_order<Score, chunk>(load_short_rows(row));
    } else {
      const Score* const start = scores[row] + at * chunk;
      prefetch_ahead(row, at * chunk);
      if constexpr (n % chunk != 0)
        if (at == n / chunk)
          return tile::to_order<Score, chunk>(load_padded<Score, n % chunk, chunk>(start));
      return tile::to_order<Score, chunk>(load_padded<Score, chunk, chunk>(start));
    }
  }

  // Rows that share a register: at once where they lie without gaps.
  ESIMD_INLINE esimd::simd<Score, Traits::chunk> load_short_rows(std::int64_t row) const {
    constexpr int width = Traits::chunk / Traits::rows_per_leaf;
    if (n == width && scores.stride == n && row + Traits::rows_per_leaf <= scores.rows)
      return load_padded<Score, Traits::chunk, Traits::chunk>(scores[row]);
    esimd::simd<Score, Traits::chunk> shared;
#pragma unroll
    for (int r = 0; r < Traits::rows_per_leaf; ++r)
      shared.template select<width, 1>(static_cast<std::uint16_t>(r * width)) =
          load_padded<Score, n, width>(scores[row + r]);
    return shared;
  }

  // The hardware prefetcher stops at the end of a page, which is every few rows.
  ESIMD_INLINE void prefetch_ahead(std::int64_t row, int column) const {
    constexpr int distance = 2048 / (n * static_cast<int>(sizeof(Score))) + 1; // rows
    esimd::prefetch<Score, Traits::chunk>(scores.scores + (row + distance) * scores.stride + column,
                                          esimd::properties{esimd::cache_hint_L1<esimd::cache_hint::cached>,
                                                            esimd::cache_hint_L2<esimd::cache_hint::cached>});
  }
};

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::softmax_topk
