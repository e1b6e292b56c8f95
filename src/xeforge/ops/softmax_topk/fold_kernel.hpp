// The "fold" kernel: as many rows at a time as a register has lanes, through a selection network.
//
//   scores   rows x n, row r at scores + r * stride
//   output   rows x k weights and indices, best first (winners.hpp)
//
// Each row is loaded across the lanes, turned into keys (score and column in one integer, score_keys.hpp), sorted down
// the registers, and folded with other rows until every lane holds the winners of one row (fold.hpp). Only min, max and
// constant shuffles: no branch depends on data, and ties cannot go wrong, since no two keys are equal.
//
// Work-items: one per block of Lanes rows. The last block repeats the last row in its idle lanes and does not store
// them.
#pragma once

#include "xeforge/ops/softmax_topk/winners.hpp"

#include <bit>

namespace xeforge::ops::softmax_topk {
inline namespace XEFORGE_TARGET {

// S: element type; n, k; Bytes: width of a register (64: AVX-512 or a GRF register, 32: AVX2).
template <class S, int N, int K, int Bytes, Function F, Denominator D>
struct FoldTraits {
  using Score = S;
  static constexpr int n = N, k = K;
  static constexpr Function function = F;
  static constexpr Denominator denominator = D;

  using Key = tile::key_t<Score>;
  static constexpr int lanes = Bytes / static_cast<int>(sizeof(Key));
  static constexpr int chunk = 2 * lanes; // scores that fill one register, and the keys of which fill two
  static constexpr int padded_n = N < 2 ? 2 : static_cast<int>(std::bit_ceil(static_cast<unsigned>(N)));
  static constexpr int rows_per_leaf = padded_n < chunk ? chunk / padded_n : 1; // short rows share a register
  static constexpr int registers = rows_per_leaf > 1 ? 2 : 2 * ((N + chunk - 1) / chunk);
  static constexpr int depth = static_cast<int>(std::bit_ceil(static_cast<unsigned>(K)));
  static constexpr int padded_registers = static_cast<int>(std::bit_ceil(static_cast<unsigned>(registers)));
  static constexpr int leaf_depth = padded_registers < depth ? padded_registers : depth;
};

template <class Traits>
struct FoldKernel {
  using Score = typename Traits::Score;
  using Key = typename Traits::Key;
  static constexpr int n = Traits::n;
  static constexpr int lanes = Traits::lanes;
  static constexpr int depth = Traits::depth;
  using Keys = esimd::simd<Key, lanes>;
  using Leaf = tile::Lists<Key, lanes, Traits::leaf_depth>;

  const Score* scores;
  std::int64_t stride;
  Output output;

  void operator()(sycl::id<1> block) const SYCL_ESIMD_KERNEL {
    const std::int64_t first = static_cast<std::int64_t>(block[0]) * lanes;
    const std::int64_t left = output.rows - first;
    const int count = left < lanes ? static_cast<int>(left) : lanes;

    // 1. Leaves: rows_per_leaf rows each, sorted down the registers, the columns still spread over the lanes.
    constexpr int leaves = lanes / Traits::rows_per_leaf;
    Leaf leaf[leaves];
    for (int i = 0; i < leaves; ++i)
      leaf[i] = make_leaf(first + i * Traits::rows_per_leaf);

    // 2. Folds: the winners of row first + l in lane l.
    const auto best = tile::fold_all<Traits::rows_per_leaf, depth>(leaf); // depth x lanes

    // 3. Columns and weights, still one row per lane, then to rows and out.
    tile::Lists<std::int32_t, lanes, depth> columns;
    tile::Lists<float, lanes, depth> weights;
#pragma unroll
    for (int i = 0; i < depth; ++i) {
      columns.at[i] = tile::column_of<Key, lanes>(best.at[i]);
      weights.at[i] = tile::to_score<Score, lanes>(tile::order_of<Score, lanes>(best.at[i]));
    }
    store_indices<Traits::k, lanes, depth>(output, first, count, tile::to_rows(columns));
    to_weights(weights, first);
    store_weights<Traits::k, lanes, depth>(output, first, count, tile::to_rows(weights));
  }

private:
  ESIMD_INLINE const Score* row_start(std::int64_t row) const {
    return scores + (row < output.rows ? row : output.rows - 1) * stride;
  }

  // Count scores from address. The lanes behind them hold NaN, which, with columns beyond n, loses to everything.
  template <int Count, int Width>
  ESIMD_INLINE static esimd::simd<Score, Width> load_padded(const Score* address) {
    constexpr auto unaligned = esimd::properties{esimd::alignment<sizeof(Score)>};
    if constexpr (Count == Width) {
      return esimd::block_load<Score, Width>(address, unaligned);
    } else {
      esimd::simd<Score, Width> padded = std::numeric_limits<Score>::quiet_NaN();
      padded.template select<Count, 1>(0) = esimd::block_load<Score, Count>(address, unaligned);
      return padded;
    }
  }

  // Two registers of keys; column holds the columns of the even scores.
  ESIMD_INLINE static void to_keys(esimd::simd<Score, Traits::chunk> chunk,
                                   esimd::simd<tile::unsigned_key_t<Score>, lanes> columns, Keys* keys) {
    tile::paired_keys<Score, lanes>(tile::to_order<Score, Traits::chunk>(chunk), columns, keys[0], keys[1]);
  }

  ESIMD_INLINE Leaf make_leaf(std::int64_t row) const {
    using Column = tile::unsigned_key_t<Score>;
    using Columns = esimd::simd<Column, lanes>;
    constexpr int chunk = Traits::chunk;
    Keys keys[Traits::registers];
    if constexpr (Traits::rows_per_leaf > 1) {
      constexpr int width = chunk / Traits::rows_per_leaf; // lanes of a row
      esimd::simd<Score, chunk> shared;
      if (n == width && stride == n && row + Traits::rows_per_leaf <= output.rows)
        shared = load_padded<chunk, chunk>(scores + row * stride);
      else
#pragma unroll
        for (int r = 0; r < Traits::rows_per_leaf; ++r)
          shared.template select<width, 1>(static_cast<std::uint16_t>(r * width)) =
              load_padded<n, width>(row_start(row + r));
      to_keys(shared, (Columns(0, 1) & Column(width / 2 - 1)) * Column(2), keys);
    } else {
      const Score* const start = row_start(row);
      prefetch_ahead(row);
      constexpr int whole = n / chunk;
#pragma unroll
      for (int i = 0; i < whole; ++i)
        to_keys(load_padded<chunk, chunk>(start + i * chunk), Columns(Column(i * chunk), 2), keys + 2 * i);
      if constexpr (n % chunk != 0)
        to_keys(load_padded<n % chunk, chunk>(start + whole * chunk), Columns(Column(whole * chunk), 2),
                keys + 2 * whole);
    }
    return sort_down(keys);
  }

  // The hardware's prefetcher stops at the end of a page, which is every few rows.
  ESIMD_INLINE void prefetch_ahead(std::int64_t row) const {
    constexpr int distance = 2048 / (n * static_cast<int>(sizeof(Score))) + 1; // rows
    constexpr int line = 64 / static_cast<int>(sizeof(Score));
#pragma unroll
    for (int column = 0; column < n; column += line)
      esimd::prefetch<Score, line>(scores + (row + distance) * stride + column,
                                   esimd::properties{esimd::cache_hint_L1<esimd::cache_hint::cached>,
                                                     esimd::cache_hint_L2<esimd::cache_hint::cached>});
  }

  // Lists of the largest leaf_depth keys of every lane.
  ESIMD_INLINE static Leaf sort_down(const Keys* keys) {
    Leaf best;
#pragma unroll
    for (int start = 0; start < Traits::registers; start += Traits::leaf_depth) {
      Leaf next;
#pragma unroll
      for (int i = 0; i < Traits::leaf_depth; ++i)
        next.at[i] = start + i < Traits::registers ? keys[start + i] : Keys(tile::lowest_key<Key>);
      tile::sort(next);
      best = start == 0 ? next : tile::merge_lists<Traits::leaf_depth>(best, next);
    }
    return best;
  }

  // The winners' scores, one row per lane, best first, to weights.
  ESIMD_INLINE void to_weights(tile::Lists<float, lanes, depth>& scores_of_winners, std::int64_t first) const {
    using Vector = esimd::simd<float, lanes>;
    const Vector best = scores_of_winners.at[0];
    constexpr bool shifted = Traits::function == Function::softmax || Traits::denominator == Denominator::winners;
    constexpr int sums = depth < partial_sums ? depth : partial_sums;
    Vector partial[sums];
#pragma unroll
    for (int i = 0; i < depth; ++i) {
      scores_of_winners.at[i] =
          terms_of<Traits::function, lanes>(scores_of_winners.at[i], shifted ? best : Vector(0.0f));
      if (i < sums)
        partial[i] = scores_of_winners.at[i];
      else if (i < Traits::k)
        partial[i % sums] += scores_of_winners.at[i];
    }
    Vector sum = 1.0f;
    if constexpr (Traits::denominator == Denominator::winners) {
#pragma unroll
      for (int i = Traits::k; i < sums; ++i)
        partial[i] = 0.0f; // ranks that are not asked for
#pragma unroll
      for (int half = sums / 2; half > 0; half /= 2)
#pragma unroll
        for (int i = 0; i < half; ++i)
          partial[i] += partial[i + half];
      sum = partial[0];
    } else if constexpr (Traits::function == Function::softmax) {
      for (int i = 0; i < lanes; ++i)
        sum[i] = row_sum(first + i, static_cast<float>(best[i]));
    }
    const Vector scale = scale_of<lanes>(sum, output.factor);
#pragma unroll
    for (int i = 0; i < depth; ++i)
      scores_of_winners.at[i] *= scale;
  }

  // The sum of a softmax over a whole row.
  ESIMD_INLINE float row_sum(std::int64_t row, float maximum) const {
    const Score* const start = row_start(row);
    constexpr int whole = n / partial_sums * partial_sums;
    esimd::simd<float, partial_sums> sums = 0.0f;
    for (int column = 0; column < whole; column += partial_sums)
      sums += softmax_terms<partial_sums>(load_scores<Score, partial_sums>(start + column), maximum);
    if constexpr (n % partial_sums != 0)
      sums += softmax_terms<partial_sums>(load_scores<Score, n % partial_sums>(start + whole), maximum);
    return esimd::reduce<float>(sums, std::plus<>());
  }
};

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::softmax_topk
