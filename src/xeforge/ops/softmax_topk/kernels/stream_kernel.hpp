// The "stream" kernel: one row per work-item, everything known at run time only: any n and k, groups, correction bias,
// either scoring. What the other kernels do not take.
//
//   scores   rows x n, row r at scores + r * stride
//   output   rows x k weights and indices, best first (winners.hpp)
//
// The row is read in passes. Each pass keeps the best Length keys that are not above a bound, writes their columns, and
// lowers the bound to the last of them: k / Length passes, no scratch memory but registers. Weights come last, from the
// columns that were written. Groups are ranked the same way first, and a pass leaves out the columns of lesser groups.
#pragma once

#include "xeforge/ops/softmax_topk/kernels/winners.hpp"
#include "xeforge/ops/tile/running_best.hpp"

namespace xeforge::ops::softmax_topk {
inline namespace XEFORGE_TARGET {

// Length: winners per pass.
template <class Score, Function function, int Length>
struct StreamKernel {
  using Key = std::int64_t; // of a float selection score
  static constexpr int step = partial_sums;
  using Scores = esimd::simd<float, step>;
  using Orders = esimd::simd<std::int32_t, step>;
  static constexpr std::int32_t masked_order = tile::masked_order<float>;
  static constexpr std::int32_t no_order = tile::no_order<float>;

  const Score* scores;
  std::int64_t stride;
  Output output;
  std::int32_t n;
  std::int32_t k;
  const float* correction_bias; // n, or null
  std::int32_t num_expert_group;
  std::int32_t topk_group;
  Denominator denominator;

  void operator()(sycl::id<1> item) const SYCL_ESIMD_KERNEL {
    const std::int64_t row = static_cast<std::int64_t>(item[0]);
    const Score* const start = scores + row * stride;

    // 1. What probabilities need of the whole row.
    RowState state{start, 0.0f, 1.0f};
    if (function == Function::softmax && (correction_bias != nullptr || denominator == Denominator::row)) {
      state.maximum = row_maximum(start);
      state.sum = row_sum(start, state.maximum);
    }

    // 2. The least group that is kept.
    const bool grouped = topk_group < num_expert_group;
    Key least_group = tile::lowest_key<Key>;
    Key bound = std::numeric_limits<Key>::max();
    for (std::int32_t rank = 0; grouped && rank < topk_group; rank += Length) {
      tile::RunningBest<Key, Length> best;
      for (std::int32_t group = 0; group < num_expert_group; ++group)
        best.template offer<1>(esimd::simd<Key, 1>(group_key(state, group)), bound);
      if (rank + Length < topk_group)
        bound = best.last() - 1;
      const std::int32_t wanted = topk_group - rank < Length ? topk_group - rank : Length;
      least_group = best.keys[wanted - 1];
    }

    // 3. Winners, Length at a time.
    bound = std::numeric_limits<Key>::max();
    for (std::int32_t rank = 0; rank < k; rank += Length) {
      tile::RunningBest<Key, Length> best;
      if (!grouped)
        offer_columns(best, bound, state, 0, n);
      for (std::int32_t group = 0; grouped && group < num_expert_group; ++group)
        if (group_key(state, group) >= least_group)
          offer_columns(best, bound, state, group * group_size(), (group + 1) * group_size());
      if (rank + Length < k)
        bound = best.last() - 1;
      write_columns(row, rank, tile::column_of<Key, Length>(best.keys));
    }

    // 4. Weights of the columns that were written.
    write_weights(row, state);
  }

private:
  struct RowState {
    const Score* start;
    float maximum; // of a softmax over the row, where it is needed
    float sum;
  };

  // ---- the row, sixteen columns at a time ---------------------------------------------------------------------------
  // Scores from column on; NaN from end on.
  ESIMD_INLINE static Scores load(const Score* start, std::int32_t column, std::int32_t end) {
    if (column + step <= end)
      return load_scores<Score, step>(start + column);
    Scores result = std::numeric_limits<float>::quiet_NaN();
    for (int i = 0; column + i < end; ++i)
      result[i] = static_cast<float>(start[column + i]);
    return result;
  }
  ESIMD_INLINE Scores load_bias(std::int32_t column, std::int32_t end) const {
    if (column + step <= end)
      return esimd::block_load<float, step>(correction_bias + column);
    Scores result = 0.0f;
    for (int i = 0; column + i < end; ++i)
      result[i] = correction_bias[column + i];
    return result;
  }

  ESIMD_INLINE float row_maximum(const Score* start) const {
    Scores best = -infinity;
    for (std::int32_t column = 0; column < n; column += step)
      best = esimd::max(best, load(start, column, n));
    return esimd::hmax<float>(best);
  }
  ESIMD_INLINE float row_sum(const Score* start, float maximum) const {
    Scores sums = 0.0f;
    for (std::int32_t column = 0; column < n; column += step)
      sums += softmax_terms<step>(load(start, column, n), maximum);
    return esimd::reduce<float>(sums, std::plus<>());
  }

  // What columns are ranked by.
  ESIMD_INLINE Scores selection_scores(const RowState& state, std::int32_t column, std::int32_t end) const {
    const Scores raw = load(state.start, column, end);
    if (correction_bias == nullptr)
      return raw;
    return biased_scores<function, step>(raw, load_bias(column, end), state.maximum, state.sum);
  }
  ESIMD_INLINE Orders selection(const RowState& state, std::int32_t column, std::int32_t end) const {
    Orders order = tile::to_order<float, step>(selection_scores(state, column, end));
    order.merge(no_order, Orders(0, 1) >= end - column);
    return order;
  }

  ESIMD_INLINE static Key key_of(std::int32_t order, std::int32_t place) {
    return tile::keys_of<float, 1>(esimd::simd<std::int32_t, 1>(order), esimd::simd<Key, 1>(place))[0];
  }

  ESIMD_INLINE void offer_columns(tile::RunningBest<Key, Length>& best, Key bound, const RowState& state,
                                  std::int32_t begin, std::int32_t end) const {
    for (std::int32_t column = begin; column < end; column += step) {
      const Orders order = selection(state, column, end);
      const esimd::simd<Key, step> columns = esimd::simd<Key, step>(0, 1) + static_cast<Key>(column);
      esimd::simd<Key, step> keys = tile::keys_of<float, step>(order, columns);
      keys.merge(tile::lowest_key<Key>, order == no_order);
      best.template offer<step>(keys, bound);
    }
  }

  // ---- groups -------------------------------------------------------------------------------------------------------
  ESIMD_INLINE std::int32_t group_size() const { return n / num_expert_group; }

  // Best member, or with a bias the sum of the two best that are not masked. Equal groups: the lower one is larger.
  ESIMD_INLINE Key group_key(const RowState& state, std::int32_t group) const {
    const std::int32_t end = (group + 1) * group_size();
    Orders best = no_order, second = no_order; // lane by lane
    for (std::int32_t column = group * group_size(); column < end; column += step) {
      const Orders next = selection(state, column, end);
      second = esimd::max(second, esimd::min(best, next));
      best = esimd::max(best, next);
    }
    const std::int32_t largest = esimd::hmax<std::int32_t>(best);
    if (correction_bias == nullptr)
      return key_of(largest, group);
    const int lane = static_cast<int>(esimd::fbl(esimd::pack_mask(best == largest)));
    best[lane] = static_cast<std::int32_t>(second[lane]);
    const std::int32_t runner_up = esimd::hmax<std::int32_t>(best);
    if (runner_up <= masked_order)
      return key_of(largest, group);
    return key_of(tile::to_order<float, 1>(score_of(largest) + score_of(runner_up))[0], group);
  }
  ESIMD_INLINE static esimd::simd<float, 1> score_of(std::int32_t order) {
    return tile::to_score<float, 1>(esimd::simd<std::int32_t, 1>(order));
  }

  // ---- results ------------------------------------------------------------------------------------------------------
  template <class Index>
  ESIMD_INLINE Index* indices_of(std::int64_t row) const {
    return static_cast<Index*>(output.indices) + row * output.indices_stride;
  }

  ESIMD_INLINE void write_columns(std::int64_t row, std::int32_t rank,
                                  esimd::simd<std::int32_t, Length> columns) const {
    const std::int32_t count = k - rank < Length ? k - rank : Length;
    for (int i = 0; i < count; ++i) {
      const std::int32_t column = columns[i];
      if (output.index_type == IndexType::i32)
        indices_of<std::int32_t>(row)[rank + i] = column;
      else
        indices_of<std::int64_t>(row)[rank + i] = column;
    }
  }

  // The scores of ranks rank to rank + 15; NaN from rank k on.
  ESIMD_INLINE Scores winners(std::int64_t row, const Score* start, std::int32_t rank) const {
    Scores result = std::numeric_limits<float>::quiet_NaN();
    for (int i = 0; i < step && rank + i < k; ++i) {
      const std::int64_t column = output.index_type == IndexType::i32 ? indices_of<std::int32_t>(row)[rank + i]
                                                                      : indices_of<std::int64_t>(row)[rank + i];
      result[i] = static_cast<float>(start[column]);
    }
    return result;
  }

  template <class Weight>
  ESIMD_INLINE void write_weights_as(std::int64_t row, std::int32_t rank, Scores weights) const {
    Weight* const target = static_cast<Weight*>(output.weights) + row * output.weights_stride + rank;
    const esimd::simd<Weight, step> converted = weights;
    for (int i = 0; i < step && rank + i < k; ++i)
      target[i] = converted[i];
  }

  ESIMD_INLINE void write_weights(std::int64_t row, const RowState& state) const {
    float maximum = function == Function::softmax ? state.maximum : 0.0f;
    float sum = state.sum;
    if (denominator == Denominator::winners) {
      Scores best = -infinity, sums = 0.0f;
      for (std::int32_t rank = 0; rank < k; rank += step)
        best = esimd::max(best, winners(row, state.start, rank));
      maximum = esimd::hmax<float>(best);
      for (std::int32_t rank = 0; rank < k; rank += step)
        sums += terms_of<function, step>(winners(row, state.start, rank), maximum);
      sum = esimd::reduce<float>(sums, std::plus<>());
    }
    const float scale = scale_of<1>(sum, output.factor)[0];
    for (std::int32_t rank = 0; rank < k; rank += step) {
      const Scores weights = terms_of<function, step>(winners(row, state.start, rank), maximum) * scale;
      if (output.weight_type == WeightType::f32)
        write_weights_as<float>(row, rank, weights);
      else if (output.weight_type == WeightType::f16)
        write_weights_as<sycl::half>(row, rank, weights);
      else
        write_weights_as<sycl::ext::oneapi::bfloat16>(row, rank, weights);
    }
  }
};

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::softmax_topk
