// The "routed" kernel for rows ranked by probability plus correction bias, within their best groups of columns if there
// are several. A group's score is the sum of its two best members.
//
//   scores            rows x n
//   correction_bias   n floats
//   output            rows x k weights and indices, best first (winners.hpp)
//
// Probabilities are floats, and a float with its column makes a key of 64 bits. So a block of rows is first ranked on a
// grid (tile/grid_keys.hpp), whose keys are half as long. Where that leaves a doubt (two scores on one step that may
// stand in the wrong order, groups that are too close, scores that are not numbers), the block is ranked again by exact
// keys. Work-items: one per block of lanes rows.
#pragma once

#include "xeforge/ops/softmax_topk/kernels/fold_kernel.hpp"
#include "xeforge/ops/softmax_topk/kernels/group_rank.hpp"
#include "xeforge/ops/tile/grid_keys.hpp"

namespace xeforge::ops::softmax_topk {
inline namespace XEFORGE_TARGET {

// S: element type of the scores; n, k; G: number of groups, 1 for none; Kept: how many of them the network for grid
// keys has room for.
template <class S, int N, int K, int G, int Kept, int Bytes>
struct BiasedTraits {
  using Score = S;
  static constexpr int n = N, k = K, groups = G, kept = Kept;
  static constexpr int group_size = N / G;
  static constexpr int register_bytes = Bytes;
  static constexpr int lanes = Bytes / static_cast<int>(sizeof(float));
  using Whole = FoldTraits<sycl::half, N, K, Bytes>; // whole rows, as many as there are lanes
  using Exact = FoldTraits<float, N, K, Bytes>;
  using Network = FoldTraits<sycl::half, Kept * group_size, K, Bytes>; // keys as long as grid keys
  static constexpr bool has_grid = N <= tile::grid_columns && (G == 1 || group_size % Network::chunk == 0);
  static_assert(N % G == 0 && N % Exact::chunk == 0 && N % (2 * partial_sums) == 0);
  static_assert(std::is_same_v<tile::GridKey, typename Network::Key> && Network::lanes == lanes);
};

template <class Traits>
struct BiasedKernel {
  using Score = typename Traits::Score;
  using Fold = RowFold<typename Traits::Network>;
  static constexpr int n = Traits::n, k = Traits::k, groups = Traits::groups;
  static constexpr int lanes = Traits::lanes;
  static constexpr int depth = Fold::depth;
  using Vector = esimd::simd<float, lanes>;
  using Columns = tile::Lists<std::int32_t, lanes, depth>;

  ScoreRows<Score> scores;
  Output output;
  const float* correction_bias;
  tile::Grid grid;
  std::int32_t topk_group; // Traits::kept, or any if that is all groups
  Function function;
  Denominator denominator;

  void operator()(sycl::id<1> block) const SYCL_ESIMD_KERNEL {
    const std::int64_t first = static_cast<std::int64_t>(block[0]) * lanes;

    // 1. What probabilities need of the whole row.
    Vector maximum = 0.0f, sum = 1.0f;
    if (function == Function::softmax) {
      maximum = maxima_of_rows(first);
      sum = sums_of_rows<typename Traits::Whole>(scores, first, maximum);
    }

    // 2. Winners, one row per lane.
    Columns columns;
    bool is_sure = false;
    if constexpr (Traits::has_grid)
      if (grid.exists() && function == Function::sigmoid)
        is_sure = find_on_grid(first, columns);
    if (!is_sure)
      find_exactly(first, maximum, sum, columns);

    // 3. Their terms, and what scales those to weights.
    typename Fold::Terms winners, terms;
    load_winners(first, columns, winners);
    const auto score_of = [&](int rank) __attribute__((always_inline)) { return winners.at[rank]; };
    if (denominator == Denominator::winners) {
      Vector best = -infinity;
#pragma unroll
      for (int i = 0; i < k; ++i)
        best = esimd::max(best, winners.at[i]);
      sum = function == Function::softmax ? Fold::template to_terms<Function::softmax>(best, score_of, terms)
                                          : Fold::template to_terms<Function::sigmoid>(best, score_of, terms);
    } else if (function == Function::sigmoid) {
      Fold::template to_terms<Function::sigmoid>(0.0f, score_of, terms);
    } else {
      Fold::template to_terms<Function::softmax>(maximum, score_of, terms);
    }

    // 4. Out.
    const auto column_of = [&](int rank) __attribute__((always_inline)) { return columns.at[rank]; };
    Fold::store(output, first, column_of, terms, scale_of<lanes>(sum, output.factor));
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

  // The scores of the winners: sixteen bits or more from here and there, moved as they are.
  ESIMD_INLINE void load_winners(std::int64_t first, const Columns& columns, typename Fold::Terms& winners) const {
    std::int32_t column[k * lanes]; // k x lanes
    Score score[k * lanes];         // k x lanes
#pragma unroll
    for (int i = 0; i < k; ++i)
      esimd::block_store<std::int32_t, lanes>(column + i * lanes, columns.at[i]);
    for (int lane = 0; lane < lanes; ++lane) {
      const Score* const start = scores[first + lane];
#pragma unroll
      for (int i = 0; i < k; ++i)
        score[i * lanes + lane] = start[column[i * lanes + lane]];
    }
#pragma unroll
    for (int i = 0; i < k; ++i)
      winners.at[i] = load_padded<Score, lanes, lanes>(score + i * lanes);
  }

  static constexpr int rows_at_once = groups > 1 ? lanes / groups : 1; // whose groups share a register

  // ---- by grid keys -------------------------------------------------------------------------------------------------
  using Keys = esimd::simd<tile::GridKey, lanes>;
  static constexpr int step = n % (4 * partial_sums) == 0 ? 4 * partial_sums : 2 * partial_sums; // columns at a time
  using Magnitude = tile::order_t<Score>;
  using Magnitudes = esimd::simd<Magnitude, step>;

  // False where the grid leaves a doubt.
  ESIMD_INLINE bool find_on_grid(std::int64_t first, Columns& columns) const {
    // Keys, and the largest magnitude of a score, as an integer: those of infinity and NaN are larger than the others.
    alignas(64) float bias[n];
    for (int column = 0; column < n; column += step)
      esimd::block_store<float, step>(
          bias + column, tile::on_grid<step>(grid, esimd::block_load<float, step>(correction_bias + column)));
    alignas(64) tile::GridKey keys[lanes * n]; // lanes x n
    Magnitudes largest = Magnitude(0);
    for (int i = 0; i < lanes; ++i)
      rank_row(scores[first + i], bias, keys + i * n, largest);
    esimd::simd<Score, 1> range = static_cast<Score>(tile::sigmoid_range);
    if ((largest > static_cast<Magnitude>(range.template bit_cast_view<Magnitude>()[0])).any()) [[unlikely]]
      return false;

    // Groups.
    std::int32_t kept[Traits::kept * lanes]; // kept x lanes: first columns
    if constexpr (groups > 1)
      if (!list_kept_groups(keys, kept)) [[unlikely]]
        return false;

    // Winners.
    const auto found = Fold::find_winners_and_next(first, [&](std::int64_t row, int at) __attribute__((always_inline)) {
      return load_keys(keys + (row - first) * n, kept + (row - first), at);
    });
    using Bits = esimd::simd<std::uint32_t, lanes>;
    Bits closest = bits_of(found.best.at[k - 1]) - bits_of(found.next);
#pragma unroll
    for (int i = 1; i < k; ++i)
      closest = esimd::min(closest, Bits(bits_of(found.best.at[i - 1]) - bits_of(found.best.at[i])));
#pragma unroll
    for (int i = 0; i < k; ++i)
      columns.at[i] = tile::grid_column_of<lanes>(found.best.at[i]);
    return (closest >= static_cast<std::uint32_t>((grid.sure + 1) * tile::grid_columns)).all();
  }

  ESIMD_INLINE static esimd::simd<std::uint32_t, lanes> bits_of(Keys keys) {
    return esimd::simd<std::uint32_t, lanes>(keys.template bit_cast_view<std::uint32_t>());
  }

  ESIMD_INLINE void rank_row(const Score* start, const float* bias, tile::GridKey* keys, Magnitudes& largest) const {
#pragma unroll
    for (int column = 0; column < n; column += step) {
      esimd::simd<Score, step> raw = load_padded<Score, step, step>(start + column);
      const Magnitudes bits = raw.template bit_cast_view<Magnitude>();
      largest = esimd::max(largest, Magnitudes(bits & std::numeric_limits<Magnitude>::max()));
      const auto probabilities = tile::sigmoid_in_range<step>(esimd::simd<float, step>(raw));
      esimd::block_store<tile::GridKey, step>(
          keys + column, tile::grid_keys<step>(grid, probabilities, esimd::block_load<float, step>(bias + column),
                                               static_cast<std::uint32_t>(column)));
    }
  }

  // The first columns of the best groups of lanes rows, best first: kept x lanes. False where the last of them is too
  // close to the next one.
  ESIMD_INLINE bool list_kept_groups(const tile::GridKey* keys, std::int32_t* kept) const {
    constexpr int shift = std::countr_zero(static_cast<unsigned>(groups));
    esimd::simd<std::int32_t, lanes * groups> scores_of_groups; // lanes x groups
    for (int i = 0; i < lanes; i += rows_at_once)
      scores_of_groups.template select<lanes, 1>(static_cast<std::uint16_t>(i * groups)) = scores_of(keys + i * n);
    const auto sorted = sorted_groups<lanes, groups>(esimd::simd<std::int32_t, lanes * groups>(
        (scores_of_groups << shift) | group_numbers<std::int32_t, lanes, groups>()));
#pragma unroll
    for (int i = 0; i < Traits::kept; ++i)
      esimd::block_store<std::int32_t, lanes>(
          kept + i * lanes,
          esimd::simd<std::int32_t, lanes>((sorted.at[i] & std::int32_t(groups - 1)) * Traits::group_size));
    // The sums of four numbers and their roundings are in doubt, not two.
    return (sorted.at[topk_group - 1] - sorted.at[topk_group] > ((4 * grid.sure + 1) << shift)).all();
  }

  // The sums of the two best steps of the groups of rows_at_once rows: row r's group g in lane r * groups + g.
  ESIMD_INLINE static esimd::simd<std::int32_t, lanes> scores_of(const tile::GridKey* keys) {
    tile::Lists<tile::GridKey, lanes, 2> best[lanes]; // one group per vector, then one group per lane
    for (int r = 0; r < rows_at_once; ++r)
#pragma unroll
      for (int g = 0; g < groups; ++g)
        best[r * groups + g] = best_keys(keys + r * n + g * Traits::group_size);
    const auto two = tile::fold_all<1, 2>(best);
    return tile::grid_step_of<lanes>(two.at[0]) + tile::grid_step_of<lanes>(two.at[1]);
  }

  // The best two keys of every lane, of the group from keys on.
  ESIMD_INLINE static tile::Lists<tile::GridKey, lanes, 2> best_keys(const tile::GridKey* keys) {
    tile::Lists<tile::GridKey, lanes, 2> best;
#pragma unroll
    for (int at = 0; at < Traits::group_size; at += lanes) {
      const Keys next = load(keys + at);
      if (at == 0) {
        best.at[0] = next;
        best.at[1] = tile::lowest_key<tile::GridKey>;
      } else {
        best.at[1] = esimd::max(best.at[1], esimd::min(best.at[0], next));
        best.at[0] = esimd::max(best.at[0], next);
      }
    }
    return best;
  }

  // Chunk number at of the kept groups of a row, one after the other. kept: those of the row, lanes apart.
  ESIMD_INLINE typename Fold::KeyPair load_keys(const tile::GridKey* keys, const std::int32_t* kept, int at) const {
    constexpr int chunk = Traits::Network::chunk, chunks = Traits::group_size / chunk; // of a group
    if constexpr (groups == 1) {
      return {load(keys + at * chunk), load(keys + at * chunk + lanes)};
    } else {
      if (Traits::kept == groups && at / chunks >= topk_group) // any number of them
        return {tile::lowest_key<tile::GridKey>, tile::lowest_key<tile::GridKey>};
      const tile::GridKey* const start = keys + kept[at / chunks * lanes] + at % chunks * chunk;
      return {load(start), load(start + lanes)};
    }
  }
  ESIMD_INLINE static Keys load(const tile::GridKey* keys) { return esimd::block_load<tile::GridKey, lanes>(keys); }

  // ---- by exact keys, half as many rows at a time -------------------------------------------------------------------
  using ExactFold = RowFold<typename Traits::Exact>;
  static constexpr int exact_lanes = Traits::Exact::lanes;
  using Order = std::int32_t;
  using Orders = esimd::simd<Order, lanes>;
  using Row = esimd::simd<Order, n>;
  static_assert(lanes % exact_lanes == 0 && ExactFold::depth == depth);

  ESIMD_NOINLINE void find_exactly(std::int64_t first, Vector maximum, Vector sum, Columns& columns) const {
    for (int half = 0; half < lanes; half += exact_lanes) {
      Row orders[exact_lanes];
      for (int i = 0; i < exact_lanes; ++i)
        rank_exactly(scores[first + half + i], static_cast<float>(maximum[half + i]), static_cast<float>(sum[half + i]),
                     orders[i]);
      if constexpr (groups > 1)
        lower_lesser_groups(orders);
      const auto best = ExactFold::find_winners(0, [&](std::int64_t row, int at) __attribute__((always_inline)) {
        constexpr int chunk = Traits::Exact::chunk;
        return typename ExactFold::Chunk(orders[row].template select<chunk, 1>(static_cast<std::uint16_t>(at * chunk)));
      });
      for (int i = 0; i < k; ++i)
        columns.at[i].template select<exact_lanes, 1>(static_cast<std::uint16_t>(half)) =
            tile::column_of<std::int64_t, exact_lanes>(best.at[i]);
    }
  }

  // The orders of one row.
  ESIMD_INLINE void rank_exactly(const Score* start, float maximum, float sum, Row& orders) const {
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

  // Of exact_lanes rows, lowers the columns of groups that are not kept below everything.
  ESIMD_INLINE void lower_lesser_groups(Row* orders) const {
    constexpr int size = Traits::group_size, whole = size / lanes * lanes;
    using Key = std::int64_t;
    esimd::simd<Order, exact_lanes * groups> scores_of_groups; // exact_lanes x groups
    for (int i = 0; i < exact_lanes; i += rows_at_once)
      scores_of_groups.template select<lanes, 1>(static_cast<std::uint16_t>(i * groups)) = exact_scores_of(orders + i);
    const esimd::simd<Key, exact_lanes * groups> keys =
        tile::keys_of<float, exact_lanes * groups>(scores_of_groups, group_numbers<Key, exact_lanes, groups>());
    const auto sorted = sorted_groups<exact_lanes, groups>(keys);
    const esimd::simd<Key, exact_lanes> least = sorted.at[topk_group - 1];

    for (int r = 0; r < exact_lanes; ++r)
      for (int g = 0; g < groups; ++g)
        if (static_cast<Key>(keys[r * groups + g]) < static_cast<Key>(least[r])) {
#pragma unroll
          for (int at = 0; at < whole; at += lanes)
            lower<lanes>(orders[r], g * size + at);
          if constexpr (size != whole)
            lower<size - whole>(orders[r], g * size + whole);
        }
  }

  // The scores of the groups of rows_at_once rows, as orders: row r's group g in lane r * groups + g.
  ESIMD_INLINE static Orders exact_scores_of(Row* orders) {
    tile::Lists<Order, lanes, 2> part[lanes]; // one group per vector, then one group per lane
    for (int r = 0; r < rows_at_once; ++r)
      for (int g = 0; g < groups; ++g)
        part[r * groups + g] = best_orders(orders[r], g * Traits::group_size);
    const auto best = tile::fold_all<1, 2>(part);
    Orders score = best.at[0];
    const Orders of_two = tile::to_order<float, lanes>(
        Vector(tile::to_score<float, lanes>(best.at[0]) + tile::to_score<float, lanes>(best.at[1])));
    score.merge(of_two, best.at[1] > tile::masked_order<float>);
    return score;
  }

  template <int Count>
  ESIMD_INLINE static void lower(Row& orders, int column) {
    orders.template select<Count, 1>(static_cast<std::uint16_t>(column)) = tile::no_order<float>;
  }

  // The best two orders of every lane, of the group from column on.
  ESIMD_INLINE static tile::Lists<Order, lanes, 2> best_orders(Row& orders, int column) {
    constexpr int size = Traits::group_size, in_last = size % lanes == 0 ? lanes : size % lanes;
    tile::Lists<Order, lanes, 2> best;
    best.at[0] = best.at[1] = tile::no_order<float>;
#pragma unroll
    for (int at = 0; at < size; at += lanes) {
      Orders next = tile::no_order<float>;
      if (size - at >= lanes)
        next = orders.template select<lanes, 1>(static_cast<std::uint16_t>(column + at));
      else
        next.template select<in_last, 1>(0) =
            orders.template select<in_last, 1>(static_cast<std::uint16_t>(column + at));
      best.at[1] = esimd::max(best.at[1], esimd::min(best.at[0], next));
      best.at[0] = esimd::max(best.at[0], next);
    }
    return best;
  }
};

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::softmax_topk
