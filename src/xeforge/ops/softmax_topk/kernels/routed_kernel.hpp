// The "routed" kernel for rows ranked by their raw scores within their best groups of columns, as many rows at a time
// as a register has lanes (row_fold.hpp). A group's score is its best member.
//
//   scores   rows x n
//   output   rows x k weights and indices, best first (winners.hpp)
//
// First the groups of a block of rows are ranked; then the selection network runs on the columns of those that are
// kept, and on nothing else. Work-items: one per block of lanes rows.
#pragma once

#include "xeforge/ops/softmax_topk/kernels/fold_kernel.hpp"
#include "xeforge/ops/softmax_topk/kernels/group_rank.hpp"

#include <algorithm>

namespace xeforge::ops::softmax_topk {
inline namespace XEFORGE_TARGET {

// S: element type of the scores; n, k; G: number of groups; Kept: how many of them the network has room for.
template <class S, int N, int K, int G, int Kept, int Bytes>
struct RoutedTraits : FoldTraits<S, N, K, Bytes> {
  static_assert(N % G == 0);
  static constexpr int groups = G, kept = Kept;
  static constexpr int group_size = N / G;
  static constexpr int chunks_of_group = (group_size + RoutedTraits::chunk - 1) / RoutedTraits::chunk;
  using Network = FoldTraits<S, Kept * chunks_of_group * RoutedTraits::chunk, K, Bytes>;
  static_assert(Network::rows_per_leaf == 1);
};

template <class Traits>
struct RoutedKernel {
  using Score = typename Traits::Ranked;
  using Order = tile::order_t<Score>;
  using Fold = RowFold<typename Traits::Network>;
  static constexpr int lanes = Traits::lanes;
  static constexpr int group_size = Traits::group_size;
  static constexpr int width = Traits::register_bytes / static_cast<int>(sizeof(Order)); // orders in a register
  using Vector = esimd::simd<float, lanes>;
  using Orders = esimd::simd<Order, width>;
  static constexpr int groups = Traits::groups;
  static constexpr int row_length = (Traits::n + width - 1) / width * width + width; // whole registers from any column
  static_assert(width == Traits::chunk);
  static constexpr int rows_at_once = width / groups; // whose groups share a register

  ScoreRows<Score> scores;
  Output output;
  std::int32_t topk_group; // Traits::kept, or any if that is all groups
  Function function;
  Denominator denominator;

  void operator()(sycl::id<1> block) const SYCL_ESIMD_KERNEL {
    const std::int64_t first = static_cast<std::int64_t>(block[0]) * lanes;

    // 1. Where the rows are: registers are loaded whole, also behind the end of a row, so the last rows are copied.
    const Score* rows = scores.scores + first * scores.stride;
    std::int64_t stride = scores.stride;
    alignas(64) Score copies[lanes * row_length]; // lanes x row_length
    if (first + lanes >= scores.rows) [[unlikely]] {
      for (int i = 0; i < lanes; ++i)
        copy_row(scores[first + i], copies + i * row_length);
      rows = copies;
      stride = row_length;
    }

    // 2. Groups.
    std::int32_t kept[Traits::kept * lanes]; // kept x lanes: first columns
    if constexpr (groups > 1)
      list_kept_groups(rows, stride, kept);
    else
      std::fill_n(kept, lanes, 0);

    // 3. Winners, one row per lane.
    const auto best = Fold::find_winners(0, [&](std::int64_t row, int at) __attribute__((always_inline)) {
      return load_keys(rows + row * stride, kept + row, at);
    });

    // 4. Their terms, and what scales those to weights.
    typename Fold::Terms terms;
    const auto score_of = [&](int rank) __attribute__((always_inline)) {
      return tile::to_score<Score, lanes>(tile::order_of<Score, lanes>(best.at[rank]));
    };
    const Vector maximum = score_of(0); // of the whole row: its group is kept
    Vector sum = 1.0f;
    if (function == Function::softmax) {
      sum = Fold::template to_terms<Function::softmax>(maximum, score_of, terms);
      if (denominator == Denominator::row)
        sum = sums_of_rows<Traits>(scores, first, maximum);
    } else if (denominator == Denominator::winners) {
      sum = Fold::template to_terms<Function::sigmoid>(maximum, score_of, terms);
    } else {
      Fold::template to_terms<Function::sigmoid>(0.0f, score_of, terms);
    }

    // 5. Out.
    const auto column_of = [&](int rank) __attribute__((always_inline)) {
      return tile::column_of<typename Traits::Key, lanes>(best.at[rank]);
    };
    Fold::store(output, first, column_of, terms, scale_of<lanes>(sum, output.factor));
  }

private:
  ESIMD_INLINE static void copy_row(const Score* start, Score* copy) {
    constexpr int n = Traits::n, whole = n / width * width;
    for (int column = 0; column < whole; column += width)
      esimd::block_store<Score, width>(copy + column, load_padded<Score, width, width>(start + column));
    if constexpr (whole < n)
      esimd::block_store<Score, width>(copy + whole, load_padded<Score, n - whole, width>(start + whole));
    esimd::block_store<Score, width>(copy + row_length - width, esimd::simd<Score, width>(Score(0)));
  }

  // The orders of Count scores; behind them, where other groups are or nothing of the row, no_order.
  template <int Count>
  ESIMD_INLINE static Orders load_orders(const Score* start) {
    Orders orders = tile::to_order<Score, width>(load_padded<Score, width, width>(start));
    if constexpr (Count < width)
      orders.merge(tile::no_order<Score>, Orders(0, 1) >= Order(Count));
    return orders;
  }

  // The first columns of the best groups of lanes rows, best first: kept x lanes.
  ESIMD_INLINE static void list_kept_groups(const Score* rows, std::int64_t stride, std::int32_t* kept) {
    using Key = typename Traits::Key;
    esimd::simd<Order, lanes * groups> scores_of_groups; // lanes x groups
    for (int i = 0; i < lanes; i += rows_at_once)
      scores_of_groups.template select<width, 1>(static_cast<std::uint16_t>(i * groups)) =
          scores_of(rows + i * stride, stride);
    const auto sorted = sorted_groups<lanes, groups>(
        tile::keys_of<Score, lanes * groups>(scores_of_groups, group_numbers<Key, lanes, groups>()));
#pragma unroll
    for (int i = 0; i < Traits::kept; ++i)
      esimd::block_store<std::int32_t, lanes>(
          kept + i * lanes, esimd::simd<std::int32_t, lanes>(tile::column_of<Key, lanes>(sorted.at[i]) * group_size));
  }

  // The best orders of the groups of rows_at_once rows: row r's group g in lane r * groups + g.
  ESIMD_INLINE static Orders scores_of(const Score* rows, std::int64_t stride) {
    tile::Lists<Order, width, 1> best[width]; // one group per vector, then one group per lane
    for (int r = 0; r < rows_at_once; ++r)
#pragma unroll
      for (int g = 0; g < groups; ++g)
        best[r * groups + g].at[0] = best_members(rows + r * stride + g * group_size);
    return tile::fold_all<1, 1>(best).at[0];
  }

  // The best order of every lane, of the group from start on.
  ESIMD_INLINE static Orders best_members(const Score* start) {
    constexpr int whole = group_size / width * width;
    Orders best = tile::no_order<Score>;
#pragma unroll
    for (int at = 0; at < whole; at += width)
      best = esimd::max(best, load_orders<width>(start + at));
    if constexpr (whole < group_size)
      best = esimd::max(best, load_orders<group_size - whole>(start + whole));
    return best;
  }

  // Chunk number at of the kept groups of a row, one after the other. kept: those of the row, lanes apart.
  ESIMD_INLINE typename Fold::KeyPair load_keys(const Score* row, const std::int32_t* kept, int at) const {
    constexpr int in_last = group_size - (Traits::chunks_of_group - 1) * width;
    using Column = tile::unsigned_key_t<Score>;
    using Columns = esimd::simd<Column, lanes>;
    const int part = at % Traits::chunks_of_group, group = at / Traits::chunks_of_group;
    if constexpr (Traits::kept == groups && groups > 1) // any number of them
      if (group >= topk_group)
        return {tile::lowest_key<typename Traits::Key>, tile::lowest_key<typename Traits::Key>};
    const std::int32_t column = kept[group * lanes] + part * width;
    const Orders chunk =
        part < Traits::chunks_of_group - 1 ? load_orders<width>(row + column) : load_orders<in_last>(row + column);
    typename Fold::KeyPair keys;
    tile::paired_keys<Score, lanes>(chunk, Columns(static_cast<Column>(column), Column(2)), keys.even, keys.odd);
    return keys;
  }
};

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::softmax_topk
