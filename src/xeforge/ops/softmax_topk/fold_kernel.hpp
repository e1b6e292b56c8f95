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
template <class S, int N, int K, int Bytes>
struct FoldTraits {
  using Score = S;
  static constexpr int n = N, k = K;

  using Key = tile::key_t<Score>;
  static constexpr int lanes = Bytes / static_cast<int>(sizeof(Key));
  static constexpr int chunk = 2 * lanes; // scores that fill one register, and the keys of which fill two
  static constexpr int padded_n = N < 2 ? 2 : static_cast<int>(std::bit_ceil(static_cast<unsigned>(N)));
  static constexpr int rows_per_leaf = padded_n < chunk ? chunk / padded_n : 1; // short rows share a register
  static constexpr int registers = rows_per_leaf > 1 ? 2 : 2 * ((N + chunk - 1) / chunk);
  static constexpr int depth = static_cast<int>(std::bit_ceil(static_cast<unsigned>(K)));
  static constexpr int padded_registers = static_cast<int>(std::bit_ceil(static_cast<unsigned>(registers)));

  // Lists that leave a leaf are no longer than what registers hold. With fewer places than k, a lane may lose a winner:
  // that is noticed, and the block is done again with lists of the full depth. Sixteen lanes with sixteen places hold
  // the best 64 of a random row but for one row in a million.
  static constexpr int full_depth = padded_registers < depth ? padded_registers : depth;
  static constexpr int short_depth = full_depth < tile::held_depth ? full_depth : tile::held_depth;
};

template <class Traits>
struct FoldKernel {
  using Score = typename Traits::Score;
  using Key = typename Traits::Key;
  static constexpr int n = Traits::n;
  static constexpr int lanes = Traits::lanes;
  static constexpr int depth = Traits::depth;
  using Keys = esimd::simd<Key, lanes>;
  using Vector = esimd::simd<float, lanes>;
  using Winners = tile::Lists<Key, lanes, depth>;
  using Terms = tile::Lists<float, lanes, depth>;

  const Score* scores;
  std::int64_t stride;
  Output output;
  Function function;
  Denominator denominator;

  void operator()(sycl::id<1> block) const SYCL_ESIMD_KERNEL {
    const std::int64_t first = static_cast<std::int64_t>(block[0]) * lanes;
    const std::int64_t left = output.rows - first;
    const int count = left < lanes ? static_cast<int>(left) : lanes;

    // 1. and 2. Leaves and folds: the winners of row first + l in lane l.
    Winners best;
    if (!find_winners<Traits::short_depth>(first, best)) [[unlikely]]
      find_winners<Traits::full_depth>(first, best);

    // 3. Terms of the winners, still one row per lane, and what scales them.
    Terms terms;
    const Vector scale = to_terms(best, first, terms);

    // 4. Columns and weights to rows and out, a block of ranks at a time.
    constexpr int block_depth = depth < tile::held_depth ? depth : tile::held_depth;
    constexpr int whole = Traits::k / block_depth * block_depth;
    for (int rank = 0; rank < whole; rank += block_depth)
      store_ranks<block_depth, block_depth>(best, terms, scale, {first, count, rank});
    if constexpr (Traits::k % block_depth != 0)
      store_ranks<block_depth, Traits::k % block_depth>(best, terms, scale, {first, count, whole});
  }

private:
  // The winners of lanes rows, one row per lane. False: a list of LeafDepth places was too short for a row.
  template <int LeafDepth>
  ESIMD_INLINE bool find_winners(std::int64_t first, Winners& best) const {
    // Leaves: rows_per_leaf rows each, sorted down the registers, the columns still spread over the lanes.
    constexpr int leaves = lanes / Traits::rows_per_leaf;
    tile::Lists<Key, lanes, LeafDepth> leaf[leaves];
    tile::Lists<Key, lanes, 1> dropped[leaves]; // the largest key that found no place
    for (int i = 0; i < leaves; ++i)
      dropped[i].at[0] = make_leaf(first + i * Traits::rows_per_leaf, leaf[i]);
    best = tile::fold_all<Traits::rows_per_leaf, depth>(leaf);
    if constexpr (LeafDepth < Traits::full_depth)
      return !(tile::fold_all<Traits::rows_per_leaf, 1>(dropped).at[0] > best.at[Traits::k - 1]).any();
    else
      return true;
  }

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

  // The two registers of keys of a chunk of scores; columns are those of the even scores.
  ESIMD_INLINE static void to_keys(esimd::simd<Score, Traits::chunk> chunk,
                                   esimd::simd<tile::unsigned_key_t<Score>, lanes> columns, Keys& even, Keys& odd) {
    tile::paired_keys<Score, lanes>(tile::to_order<Score, Traits::chunk>(chunk), columns, even, odd);
  }

  // One leaf; returns the largest key, lane by lane, that found no place in it.
  template <int LeafDepth>
  ESIMD_INLINE Keys make_leaf(std::int64_t row, tile::Lists<Key, lanes, LeafDepth>& best) const {
    Keys dropped = tile::lowest_key<Key>;
    if constexpr (LeafDepth == 1) { // the best key alone
      best.at[0] = tile::lowest_key<Key>;
#pragma unroll
      for (int i = 0; i < Traits::registers; i += 2) {
        Keys even, odd;
        load_keys(row, i / 2, even, odd);
        best.at[0] = esimd::max(best.at[0], esimd::max(even, odd));
      }
    } else {
#pragma unroll(Traits::registers <= tile::held_depth ? Traits::registers : 1)
      for (int start = 0; start < Traits::registers; start += LeafDepth) {
        tile::Lists<Key, lanes, LeafDepth> next;
#pragma unroll
        for (int i = 0; i < LeafDepth; i += 2)
          if (start + i < Traits::registers)
            load_keys(row, (start + i) / 2, next.at[i], next.at[i + 1]);
          else
            next.at[i] = next.at[i + 1] = tile::lowest_key<Key>;
        tile::sort(next);
        if (start == 0) {
          best = next;
          continue;
        }
        if constexpr (LeafDepth < Traits::full_depth)
          dropped = esimd::max(dropped, tile::largest_dropped(best, next));
        best = tile::merge_lists<LeafDepth>(best, next);
      }
    }
    return dropped;
  }

  // The keys of chunk number at of the rows of a leaf.
  ESIMD_INLINE void load_keys(std::int64_t row, int at, Keys& even, Keys& odd) const {
    using Column = tile::unsigned_key_t<Score>;
    using Columns = esimd::simd<Column, lanes>;
    constexpr int chunk = Traits::chunk;
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
      to_keys(shared, (Columns(0, 1) & Column(width / 2 - 1)) * Column(2), even, odd);
    } else {
      const Score* const start = row_start(row) + at * chunk;
      prefetch_ahead(row, at * chunk);
      const Columns columns = Columns(0, 2) + static_cast<Column>(at * chunk);
      if (n % chunk == 0 || at < n / chunk)
        to_keys(load_padded<chunk, chunk>(start), columns, even, odd);
      else if constexpr (n % chunk != 0)
        to_keys(load_padded<n % chunk, chunk>(start), columns, even, odd);
    }
  }

  // The hardware's prefetcher stops at the end of a page, which is every few rows.
  ESIMD_INLINE void prefetch_ahead(std::int64_t row, int column) const {
    constexpr int distance = 2048 / (n * static_cast<int>(sizeof(Score))) + 1; // rows
    esimd::prefetch<Score, Traits::chunk>(scores + (row + distance) * stride + column,
                                          esimd::properties{esimd::cache_hint_L1<esimd::cache_hint::cached>,
                                                            esimd::cache_hint_L2<esimd::cache_hint::cached>});
  }

  // The winners' terms, one row per lane, best first; returns what multiplies them to weights.
  ESIMD_INLINE Vector to_terms(const Winners& best, std::int64_t first, Terms& terms) const {
    const Vector maximum = score_of(best.at[0]);
    if (function == Function::softmax) {
      const Vector sum_of_winners = to_terms_of<Function::softmax>(best, maximum, terms);
      if (denominator == Denominator::winners)
        return scale_of<lanes>(sum_of_winners, output.factor);
      Vector sums;
      for (int i = 0; i < lanes; ++i)
        sums[i] = row_sum(first + i, static_cast<float>(maximum[i]));
      return scale_of<lanes>(sums, output.factor);
    }
    const bool renormalize = denominator == Denominator::winners;
    const Vector sum_of_winners = to_terms_of<Function::sigmoid>(best, renormalize ? maximum : Vector(0.0f), terms);
    return scale_of<lanes>(renormalize ? sum_of_winners : Vector(1.0f), output.factor);
  }

  // Returns the sum of the k terms.
  template <Function function_of_terms>
  ESIMD_INLINE static Vector to_terms_of(const Winners& best, Vector maximum, Terms& terms) {
    constexpr int sums = depth < partial_sums ? depth : partial_sums;
    Vector partial[sums];
#pragma unroll(depth <= tile::held_depth ? depth : 1)
    for (int start = 0; start < Traits::k; start += sums)
#pragma unroll
      for (int i = 0; i < sums; ++i)
        if (start + i < Traits::k) {
          terms.at[start + i] = terms_of<function_of_terms, lanes>(score_of(best.at[start + i]), maximum);
          partial[i] = start == 0 ? terms.at[start + i] : Vector(partial[i] + terms.at[start + i]);
        } else if (start == 0) {
          partial[i] = 0.0f;
        }
#pragma unroll
    for (int half = sums / 2; half > 0; half /= 2)
#pragma unroll
      for (int i = 0; i < half; ++i)
        partial[i] += partial[i + half];
    return partial[0];
  }
  ESIMD_INLINE static Vector score_of(Keys keys) {
    return tile::to_score<Score, lanes>(tile::order_of<Score, lanes>(keys));
  }

  // Writes Width ranks from place.rank on.
  template <int Depth, int Width>
  ESIMD_INLINE void store_ranks(const Winners& best, const Terms& terms, Vector scale, Place place) const {
    tile::Lists<std::int32_t, lanes, Depth> columns;
    tile::Lists<float, lanes, Depth> weights;
#pragma unroll
    for (int i = 0; i < Depth; ++i) {
      columns.at[i] = tile::column_of<Key, lanes>(best.at[place.rank + i]);
      weights.at[i] = terms.at[place.rank + i] * scale;
    }
    store_indices<Width, lanes, Depth>(output, place, tile::to_rows(columns));
    store_weights<Width, lanes, Depth>(output, place, tile::to_rows(weights));
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
