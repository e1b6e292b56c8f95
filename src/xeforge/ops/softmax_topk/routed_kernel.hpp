// The "routed" kernel: rows ranked by probability plus correction bias, or within their best groups, or both; as many
// rows at a time as a register has lanes (row_fold.hpp).
//
//   scores            rows x n
//   correction_bias   n floats (Ranking::biased)
//   output            rows x k weights and indices, best first (winners.hpp)
//
// First the orders of a block of rows are computed into private memory; then groups are ranked and the columns of
// lesser groups lowered below everything; the selection network runs on what is left. Work-items: one per block of
// lanes rows.
#pragma once

#include "xeforge/ops/softmax_topk/fold_kernel.hpp"

namespace xeforge::ops::softmax_topk {
inline namespace XEFORGE_TARGET {

enum class Ranking { raw, biased };

// S: element type of the scores; n, k; G: number of groups, 1 for none.
template <class S, int N, int K, int G, Ranking R, int Bytes>
struct RoutedTraits : FoldTraits<std::conditional_t<R == Ranking::raw, S, float>, N, K, Bytes> {
  using Score = S;
  static constexpr int groups = G;
  static constexpr Ranking ranking = R;
  static_assert(N % partial_sums == 0 && N % RoutedTraits::chunk == 0 && N % G == 0);
};

template <class Traits>
struct RoutedKernel {
  using Score = typename Traits::Score;
  using Ranked = typename Traits::Ranked;
  using Order = tile::order_t<Ranked>;
  using Fold = RowFold<Traits>;
  static constexpr int n = Traits::n;
  static constexpr int lanes = Traits::lanes;
  static constexpr bool biased = Traits::ranking == Ranking::biased;
  static constexpr int width = Traits::register_bytes / static_cast<int>(sizeof(Order)); // orders in a register
  using Vector = esimd::simd<float, lanes>;
  using Orders = esimd::simd<Order, width>;
  using Row = esimd::simd<Order, n>;
  static constexpr Order no_order = tile::no_order<Ranked>;
  static constexpr Order masked_order = tile::masked_order<Ranked>;

  ScoreRows<Score> scores;
  Output output;
  const float* correction_bias;
  std::int32_t topk_group;
  Function function;
  Denominator denominator;

  void operator()(sycl::id<1> block) const SYCL_ESIMD_KERNEL {
    const std::int64_t first = static_cast<std::int64_t>(block[0]) * lanes;

    // 1. Orders; with a bias those of probabilities, for which a softmax needs to know whole rows.
    Row orders[lanes];
    Vector maximum = 0.0f, sum = 1.0f;
    if (biased && function == Function::softmax) {
      maximum = maxima_of_rows(first);
      sum = sums_of_rows<Traits>(scores, first, maximum);
    }
    for (int i = 0; i < lanes; ++i)
      rank_row(scores[first + i], static_cast<float>(maximum[i]), static_cast<float>(sum[i]), orders[i]);

    // 2. Groups.
    if constexpr (Traits::groups > 1)
      for (int i = 0; i < lanes; i += width / Traits::groups)
        lower_lesser_groups(orders + i);

    // 3. Winners, one row per lane.
    const auto best = Fold::find_winners(first, [&](std::int64_t row, int at) __attribute__((always_inline)) {
      return typename Fold::Chunk(
          orders[row - first].template select<Traits::chunk, 1>(static_cast<std::uint16_t>(at * Traits::chunk)));
    });

    // 4. Their terms, and what scales those to weights.
    typename Fold::Terms scores_of_winners, terms;
    Vector best_score = -infinity;
#pragma unroll
    for (int i = 0; i < Traits::k; ++i) {
      scores_of_winners.at[i] = winner_scores(first, best.at[i]);
      best_score = esimd::max(best_score, scores_of_winners.at[i]);
    }
    const auto score_of = [&](int rank) __attribute__((always_inline)) { return scores_of_winners.at[rank]; };
    if (denominator == Denominator::winners) {
      sum = function == Function::softmax ? Fold::template to_terms<Function::softmax>(best_score, score_of, terms)
                                          : Fold::template to_terms<Function::sigmoid>(best_score, score_of, terms);
    } else if (function == Function::sigmoid) {
      Fold::template to_terms<Function::sigmoid>(0.0f, score_of, terms);
    } else {
      if constexpr (!biased) {
        maximum = best_score; // of the whole row: its group is kept
        sum = sums_of_rows<Traits>(scores, first, maximum);
      }
      Fold::template to_terms<Function::softmax>(maximum, score_of, terms);
    }

    // 5. Out.
    Fold::store(output, first, best, terms, scale_of<lanes>(sum, output.factor));
  }

private:
  ESIMD_INLINE Vector maxima_of_rows(std::int64_t first) const {
    Vector maxima;
    for (int i = 0; i < lanes; ++i) {
      const Score* const start = scores[first + i];
      esimd::simd<float, partial_sums> best = -infinity;
#pragma unroll
      for (int column = 0; column < n; column += partial_sums)
        best = esimd::max(best, load_scores<Score, partial_sums>(start + column));
      maxima[i] = esimd::hmax<float>(best);
    }
    return maxima;
  }

  // The orders of one row: of its scores, or of probability plus bias.
  ESIMD_INLINE void rank_row(const Score* start, float maximum, float sum, Row& orders) const {
    if constexpr (!biased) {
      constexpr int chunk = Traits::chunk;
#pragma unroll
      for (int column = 0; column < n; column += chunk)
        orders.template select<chunk, 1>(static_cast<std::uint16_t>(column)) =
            tile::to_order<Score, chunk>(load_padded<Score, chunk, chunk>(start + column));
    } else {
      for (int column = 0; column < n; column += partial_sums) {
        const esimd::simd<float, partial_sums> raw = load_scores<Score, partial_sums>(start + column);
        const esimd::simd<float, partial_sums> bias = esimd::block_load<float, partial_sums>(correction_bias + column);
        const esimd::simd<float, partial_sums> ranked =
            function == Function::softmax ? biased_scores<Function::softmax, partial_sums>(raw, bias, maximum, sum)
                                          : biased_scores<Function::sigmoid, partial_sums>(raw, bias, maximum, sum);
        orders.template select<partial_sums, 1>(static_cast<std::uint16_t>(column)) =
            tile::to_order<float, partial_sums>(ranked);
      }
    }
  }

  // Of the width / groups rows from orders on, lowers the columns of groups that are not kept below everything.
  ESIMD_INLINE void lower_lesser_groups(Row* orders) const {
    constexpr int groups = Traits::groups, size = n / groups, rows = width / groups;
    constexpr int members = biased ? 2 : 1; // best members that a group's score is made of

    // One group per vector, then one group per lane: row r's group g in lane r * groups + g.
    tile::Lists<Order, width, members> part[width];
    for (int r = 0; r < rows; ++r)
      for (int g = 0; g < groups; ++g)
        part[r * groups + g] = best_members<members>(orders[r], g * size);
    const auto best = tile::fold_all<1, members>(part);
    Orders score = best.at[0];
    if constexpr (biased) {
      const Orders of_two = tile::to_order<float, width>(esimd::simd<float, width>(
          tile::to_score<float, width>(best.at[0]) + tile::to_score<float, width>(best.at[1])));
      score.merge(of_two, best.at[1] > masked_order);
    }

    // A group is kept where fewer than topk_group others are better, or as good and lower.
    Orders rank = 0;
    count_better<1>(score, rank);
    Orders limit = no_order;
    limit.merge(std::numeric_limits<Order>::max(), rank < static_cast<Order>(topk_group));

    constexpr int whole = size / width * width;
    for (int r = 0; r < rows; ++r)
      for (int g = 0; g < groups; ++g) {
        const Order of_group = limit[r * groups + g];
#pragma unroll
        for (int at = 0; at < whole; at += width)
          lower<width>(orders[r], g * size + at, of_group);
        if constexpr (size != whole)
          lower<size - whole>(orders[r], g * size + whole, of_group);
      }
  }

  template <int Count>
  ESIMD_INLINE static void lower(Row& orders, int column, Order limit) {
    auto part = orders.template select<Count, 1>(static_cast<std::uint16_t>(column));
    part = esimd::min(esimd::simd<Order, Count>(part), esimd::simd<Order, Count>(limit));
  }

  // The best one or two orders of every lane, of the group from column on.
  template <int Members>
  ESIMD_INLINE static tile::Lists<Order, width, Members> best_members(Row& orders, int column) {
    constexpr int size = n / Traits::groups;
    tile::Lists<Order, width, Members> best;
#pragma unroll
    for (int i = 0; i < Members; ++i)
      best.at[i] = no_order;
#pragma unroll
    for (int at = 0; at < size; at += width) {
      Orders next = no_order;
      if (size - at >= width)
        next = orders.template select<width, 1>(static_cast<std::uint16_t>(column + at));
      else
        next.template select<(size % width == 0 ? width : size % width), 1>(0) =
            orders.template select<(size % width == 0 ? width : size % width), 1>(
                static_cast<std::uint16_t>(column + at));
      if constexpr (Members == 2)
        best.at[1] = esimd::max(best.at[1], esimd::min(best.at[0], next));
      best.at[0] = esimd::max(best.at[0], next);
    }
    return best;
  }

  // Adds to rank, lane by lane, the other groups of the row that come before: Distance lanes on, and further.
  template <int Distance>
  ESIMD_INLINE static void count_better(Orders& score, Orders& rank) {
    constexpr int groups = Traits::groups, rows = width / groups;
    if constexpr (Distance < groups) {
      Orders other; // of lane g: the score of group (g + Distance) modulo groups
      auto from = score.template bit_cast_view<Order, rows, groups>();
      auto to = other.template bit_cast_view<Order, rows, groups>();
      to.template select<rows, 1, groups - Distance, 1>(0, 0) =
          from.template select<rows, 1, groups - Distance, 1>(0, Distance);
      to.template select<rows, 1, Distance, 1>(0, groups - Distance) = from.template select<rows, 1, Distance, 1>(0, 0);
      const Orders group = Orders(0, 1) & Order(groups - 1);
      const esimd::simd_mask<width> is_lower = group >= Order(groups - Distance); // the other one has wrapped around
      Orders one_more = rank + Order(1);
      rank.merge(one_more, (other > score) | ((other == score) & is_lower));
      count_better<Distance + 1>(score, rank);
    }
  }

  // The scores of one rank's winners.
  ESIMD_INLINE Vector winner_scores(std::int64_t first, typename Fold::Keys keys) const {
    if constexpr (!biased) {
      return tile::to_score<Score, lanes>(tile::order_of<Score, lanes>(keys));
    } else {
      const esimd::simd<std::int32_t, lanes> columns = tile::column_of<typename Traits::Key, lanes>(keys);
      Vector result;
#pragma unroll
      for (int i = 0; i < lanes; ++i)
        result[i] = static_cast<float>(scores[first + i][static_cast<std::int32_t>(columns[i])]);
      return result;
    }
  }
};

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::softmax_topk
