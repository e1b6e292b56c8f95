// The "warps" kernel: a row per work-item, for hardware whose threads are warps of 32 lanes. The row stays in registers,
// 32 neighbouring columns to a slot; groups, a correction bias and many winners are taken.
//
//   scores    rows x n halves, bfloat16s or floats
//   output    rows x k weights and columns, best first
//
// 1. Every column becomes an unsigned number that is ordered as its score. With groups, each has slots of its own, and the
//    columns of those that are left out become 0.
// 2. The k-th largest number is found bit by bit: how many columns are not below a candidate is one comparison for each
//    slot, and one sum over the lanes.
// 3. The columns above it, and of those that equal it the first ones, come together in shared local memory.
// 4. Each winner counts the winners before it; that is its place.
#pragma once

#include "xeforge/ops/softmax_topk/kernels/winners.hpp"

namespace xeforge::ops::softmax_topk {
inline namespace XEFORGE_TARGET {

// Groups: 1, or as many as the columns are divided into.
template <class ScoreElement, int N, int K, int Groups, Function F>
struct WarpsTraits {
  using Score = ScoreElement;
  static constexpr int n = N, k = K, groups = Groups;
  static constexpr Function function = F;
};

template <class Traits>
struct WarpsKernel {
  using Score = typename Traits::Score;
  static constexpr int n = Traits::n, k = Traits::k, groups = Traits::groups, lanes = 32;
  static constexpr int width = groups == 1 ? n : n / groups; // of a group
  static constexpr int slots = (width + lanes - 1) / lanes * groups, held = slots * lanes;
  static constexpr int winners = (k + lanes - 1) / lanes * lanes;
  static constexpr std::uint32_t key_bytes =
      winners * sizeof(std::uint64_t); // of the winners, and again in their order
  static_assert(n % groups == 0 && (groups == 1 || width <= lanes) && groups <= lanes && k <= n);

  const Score* scores;
  std::int64_t scores_stride; // elements
  Output output;
  const float* correction_bias; // n, or null
  std::int32_t topk_group;
  Denominator denominator;

  void operator()(sycl::id<1> item) const SYCL_ESIMD_KERNEL {
    esimd::slm_init<2 * key_bytes>();
    const std::int64_t row = static_cast<std::int64_t>(item[0]);
    const Score* const start = scores + row * scores_stride;
    const RowScores raw = in_slots(start, std::numeric_limits<Score>::quiet_NaN());

    float maximum = 0.0f, sum = 1.0f;
    if (Traits::function == Function::softmax && (correction_bias != nullptr || denominator == Denominator::row)) {
      const Row row_scores = raw;
      maximum = esimd::hmax<float>(Row(esimd::max(row_scores, Row(-infinity))));
      sum = esimd::reduce<float>(softmax_terms<held>(row_scores, Row(maximum)), std::plus<>());
    }
    const Numbers best = correction_bias == nullptr ? best_of<Score>(raw) : best_of<float>(biased(raw, maximum, sum));
    write(row, start, best, maximum, sum);
  }

private:
  using RowScores = esimd::simd<Score, held>;
  using Row = esimd::simd<float, held>;
  using Numbers = esimd::simd<std::uint32_t, winners>; // places in the row as it is held
  using Slot = esimd::simd<std::uint32_t, lanes>;

  // The columns from `from` on; `beyond` in lanes that have none.
  template <class T>
  ESIMD_INLINE static esimd::simd<T, held> in_slots(const T* from, T beyond) {
    constexpr auto unaligned = esimd::properties{esimd::alignment<sizeof(T)>};
    if constexpr (held == n) {
      return esimd::block_load<T, n>(from, unaligned);
    } else {
      esimd::simd<T, held> row = beyond;
#pragma unroll
      for (int group = 0; group < groups; ++group)
        row.template select<width, 1>(static_cast<std::uint16_t>(group * lanes)) =
            esimd::block_load<T, width>(from + group * width, unaligned);
      return row;
    }
  }
  // The column that stands at a place of the row as it is held.
  template <int Count>
  ESIMD_INLINE static esimd::simd<std::int32_t, Count> column_at(esimd::simd<std::uint32_t, Count> place) {
    if constexpr (held == n)
      return place;
    else
      return (place >> 5u) * std::uint32_t(width) + (place & 31u);
  }

  ESIMD_INLINE Row biased(const RowScores& raw, float maximum, float sum) const {
    return biased_scores<Traits::function, held>(Row(raw), in_slots(correction_bias, 0.0f), Row(maximum), Row(sum));
  }

  // ---- selection ----------------------------------------------------------------------------------------------------
  template <class T>
  using Unsigned = std::conditional_t<sizeof(T) == 2, std::uint16_t, std::uint32_t>;
  template <class T>
  using Orders = esimd::simd<tile::order_t<T>, held>;

  // Their places, in the order in which they stand there; the k of them that are best.
  template <class T>
  ESIMD_INLINE Numbers best_of(const esimd::simd<T, held>& values) const {
    Orders<T> order = tile::to_order<T, held>(values);
    leave_out_places_without_a_column<T>(order);
    if constexpr (groups > 1)
      if (topk_group < groups)
        leave_out_groups<T>(order);
    constexpr std::uint32_t lowest = std::uint32_t{1} << (8 * sizeof(T) - 1);
    esimd::simd<std::uint32_t, held> numbers = esimd::simd<std::int32_t, held>(order);
    numbers = (numbers + lowest) & (lowest | (lowest - 1));
    return sorted(numbers, kth_largest<8 * sizeof(T)>(numbers));
  }

  template <class T>
  ESIMD_INLINE static void leave_out_places_without_a_column(Orders<T>& order) {
    if constexpr (held != n)
#pragma unroll
      for (int group = 0; group < groups; ++group)
        order.template select<lanes - width, 1>(static_cast<std::uint16_t>(group * lanes + width)) = tile::no_order<T>;
  }

  // Groups are ranked by their best column, or with a bias by the sum of the two best that are not masked; of equal ones
  // the first is better.
  template <class T>
  ESIMD_INLINE void leave_out_groups(Orders<T>& order) const {
    using Ranked = esimd::simd<std::int32_t, lanes>;
    const Ranked lane(0, 1);
    Ranked of_groups = std::numeric_limits<std::int32_t>::min();
#pragma unroll
    for (int group = 0; group < groups; ++group)
      of_groups.merge(Ranked(order_of_group<T>(order, group)), lane == group);
    Ranked better = 0;
#pragma unroll
    for (int group = 0; group < groups; ++group) {
      const std::int32_t other = of_groups[group];
      better += Ranked((of_groups < other) | ((of_groups == other) & (lane > group)));
    }
    const std::uint32_t kept = esimd::pack_mask(esimd::simd_mask<lanes>(better < topk_group));
#pragma unroll
    for (int group = 0; group < groups; ++group)
      if ((kept >> group & 1u) == 0)
        order.template select<lanes, 1>(static_cast<std::uint16_t>(group * lanes)) = tile::no_order<T>;
  }
  template <class T>
  ESIMD_INLINE std::int32_t order_of_group(const Orders<T>& order, int group) const {
    using Ranked = esimd::simd<std::int32_t, lanes>;
    Ranked columns = esimd::simd<tile::order_t<T>, lanes>(
        order.template select<lanes, 1>(static_cast<std::uint16_t>(group * lanes)));
    const std::int32_t largest = esimd::hmax<std::int32_t>(columns);
    if constexpr (std::is_same_v<T, float>) {
      if (correction_bias == nullptr)
        return largest;
      const std::uint32_t equal = esimd::pack_mask(esimd::simd_mask<lanes>(columns == largest));
      columns.merge(Ranked(tile::no_order<float>), Ranked(0, 1) == static_cast<std::int32_t>(esimd::fbl(equal)));
      const std::int32_t second = esimd::hmax<std::int32_t>(columns);
      if (second > tile::masked_order<float>)
        return tile::to_order<float, 1>(score_of(largest) + score_of(second))[0];
    }
    return largest;
  }
  ESIMD_INLINE static esimd::simd<float, 1> score_of(std::int32_t order) {
    return tile::to_score<float, 1>(esimd::simd<std::int32_t, 1>(order));
  }

  // The largest number that k of the numbers, of so many bits, are not below.
  template <int Bits>
  ESIMD_INLINE static std::uint32_t kth_largest(const esimd::simd<std::uint32_t, held>& numbers) {
    std::uint32_t found = 0;
#pragma unroll 1
    for (int bit = Bits - 1; bit >= 0; --bit) {
      const std::uint32_t candidate = found | std::uint32_t{1} << bit;
      esimd::simd<std::uint32_t, held> counted = 0u;
      counted.merge(1u, numbers >= candidate);
      if (esimd::reduce<std::uint32_t>(counted, std::plus<>()) >= std::uint32_t{k})
        found = candidate;
    }
    return found;
  }

  // The places of the k best, best first: first all above the k-th and as many of its equals as there is room for.
  ESIMD_INLINE static Numbers sorted(const esimd::simd<std::uint32_t, held>& numbers, std::uint32_t kth) {
    const Slot lane(0u, 1u), below = (Slot(1u) << lane) - 1u;
    std::uint32_t equals_from = 0;
    esimd::simd<std::uint32_t, held> above = 0u;
    above.merge(1u, numbers > kth);
    equals_from = esimd::reduce<std::uint32_t>(above, std::plus<>());
    std::uint32_t above_from = 0;
#pragma unroll
    for (int slot = 0; slot < slots; ++slot) {
      const Slot here = numbers.template select<lanes, 1>(static_cast<std::uint16_t>(slot * lanes));
      const esimd::simd_mask<lanes> is_above = here > kth, is_equal = here == kth;
      const std::uint32_t which = esimd::pack_mask(is_above), equal = esimd::pack_mask(is_equal);
      Slot place = above_from + Slot(esimd::cbit(Slot(which & below)));
      place.merge(equals_from + Slot(esimd::cbit(Slot(equal & below))), is_equal);
      const esimd::simd<std::uint64_t, lanes> key =
          (esimd::simd<std::uint64_t, lanes>(here) << 32ull) |
          esimd::simd<std::uint64_t, lanes>(Slot(~std::uint32_t(slot * lanes) - lane));
      esimd::slm_scatter<std::uint64_t, lanes>(Slot(place * std::uint32_t(sizeof(std::uint64_t))), key,
                                               (is_above | is_equal) & (place < std::uint32_t{k}));
      above_from += esimd::cbit(which);
      equals_from += esimd::cbit(equal);
    }
    return by_rank();
  }

  // What stands in shared local memory, each winner at the place of its rank.
  ESIMD_INLINE static Numbers by_rank() {
    using Keys = esimd::simd<std::uint64_t, winners>;
    const Numbers lane(0u, 1u);
    Keys keys = esimd::slm_block_load<std::uint64_t, winners>(0);
    keys.merge(Keys(0ull), lane >= std::uint32_t{k});
    Numbers rank = 0u;
#pragma unroll 4
    for (int i = 0; i < k; ++i)
      rank += Numbers(keys < esimd::slm_scalar_load<std::uint64_t>(static_cast<std::uint32_t>(i) * 8u));
    esimd::slm_scatter<std::uint64_t, winners>(Numbers(rank * 8u + key_bytes), keys, lane < std::uint32_t{k});
    Keys ordered = esimd::slm_block_load<std::uint64_t, winners>(key_bytes);
    ordered.merge(Keys(0ull), lane >= std::uint32_t{k});
    return ~Numbers(ordered);
  }

  // ---- results ------------------------------------------------------------------------------------------------------
  ESIMD_INLINE void write(std::int64_t row, const Score* start, const Numbers& places, float maximum, float sum) const {
    using Vector = esimd::simd<float, winners>;
    const esimd::simd_mask<winners> is_winner = Numbers(0u, 1u) < std::uint32_t{k};
    esimd::simd<std::int32_t, winners> columns = column_at<winners>(places);
    columns.merge(0, !is_winner);
    Vector chosen = esimd::gather<Score, winners>(start, Numbers(Numbers(columns) * std::uint32_t(sizeof(Score))));
    chosen.merge(Vector(std::numeric_limits<float>::quiet_NaN()), !is_winner);
    if (Traits::function == Function::sigmoid)
      maximum = 0.0f;
    if (denominator == Denominator::winners) {
      maximum = esimd::hmax<float>(Vector(esimd::max(chosen, Vector(-infinity))));
      sum = esimd::reduce<float>(terms_of<Traits::function, winners>(chosen, Vector(maximum)), std::plus<>());
    }
    const Vector weights =
        terms_of<Traits::function, winners>(chosen, Vector(maximum)) * scale_of<1>(sum, output.factor)[0];
    store_weights<k, 1, winners>(output, {row, 1, 0}, weights);
    store_indices<k, 1, winners>(output, {row, 1, 0}, columns);
  }
};

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::softmax_topk
