// The "warps" kernel: a row per work-item, for hardware whose threads are warps of 32 lanes. The row stays in registers,
// 32 neighbouring columns to a slot; groups, a correction bias and many winners are taken.
//
//   scores    rows x n halves, bfloat16s or floats
//   output    rows x k weights and columns, best first
//
// 1. Every column becomes an unsigned number that is ordered as its score. With groups, each has slots of its own, and the
//    columns of those that are left out become 0.
// 2. A number that enough of them are not below is found by halving the range where it can be: how many columns are not
//    below a candidate is one comparison for each slot, and one sum over the lanes. Enough: k, or of more than 32 winners
//    up to twice as many, which takes fewer steps.
// 3. The columns not below it come together in shared local memory; where equals are too many, the first of them.
// 4. Each winner counts the winners before it; that is its place. More than 32 are sorted.
#pragma once

#include "xeforge/ops/softmax_topk/kernels/winners.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace xeforge::ops::softmax_topk {
inline namespace XEFORGE_TARGET {

// Groups: 1, or as many as the columns are divided into.
template <class ScoreElement, int N, int K, int Groups, Function F, bool IsBiased>
struct WarpsTraits {
  using Score = ScoreElement;
  static constexpr int n = N, k = K, groups = Groups;
  static constexpr Function function = F;
  static constexpr bool is_biased = IsBiased;
};

template <class Traits>
struct WarpsKernel {
  using Score = typename Traits::Score;
  static constexpr int n = Traits::n, k = Traits::k, groups = Traits::groups, lanes = 32;
  static constexpr int width = groups == 1 ? n : n / groups; // of a group
  static constexpr int slots = (width + lanes - 1) / lanes * groups, held = slots * lanes;
  static constexpr int winners = (k + lanes - 1) / lanes * lanes;
  static constexpr int rows_of_group = 4;                   // of work-items: alone, too few fit on a multiprocessor
  static constexpr int pool = k <= lanes ? k : 2 * winners; // how many columns may come together
  static constexpr std::uint32_t key_bytes =
      (k <= lanes ? winners : pool) * sizeof(std::uint64_t); // of the columns, and of winners again in their order
  static_assert(n % groups == 0 && (groups == 1 || width <= lanes) && groups <= lanes && k <= n);

  const Score* scores;
  std::int64_t scores_stride; // elements
  Output output;
  const float* correction_bias; // n; null where the traits have none
  std::int32_t topk_group;
  Denominator denominator;

  void operator()(sycl::nd_item<1> item) const SYCL_ESIMD_KERNEL {
    esimd::slm_init<rows_of_group * 2 * key_bytes>();
    const auto row = static_cast<std::int64_t>(item.get_global_id(0));
    if (row >= output.rows)
      return;
    const std::uint32_t slm = static_cast<std::uint32_t>(item.get_local_id(0)) * (2 * key_bytes);
    const Score* const start = scores + row * scores_stride;
    const RowScores raw = in_slots(start, std::numeric_limits<Score>::quiet_NaN());

    float maximum = 0.0f, sum = 1.0f;
    if (Traits::function == Function::softmax && (Traits::is_biased || denominator == Denominator::row)) {
      const Row row_scores = raw;
      maximum = esimd::hmax<float>(Row(esimd::max(row_scores, Row(-infinity))));
      sum = esimd::reduce<float>(softmax_terms<held>(row_scores, Row(maximum)), std::plus<>());
    }
    Numbers best;
    if constexpr (Traits::is_biased)
      best = best_of(biased(raw, maximum, sum), slm);
    else
      best = best_of(raw, slm);
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
  // What ranks: the scores as they are, or floats that have a bias in them. As numbers, no two scores of 16 bits are equal:
  // behind the score stands how many places are left to the last one.
  using Ranked = std::conditional_t<Traits::is_biased, float, Score>;
  static constexpr bool is_short = sizeof(Ranked) == 2;
  static constexpr unsigned place_bits = 15;
  static_assert(held <= 1 << place_bits);

  ESIMD_INLINE static Slot slot_of(const esimd::simd<std::uint32_t, held>& numbers, int slot) {
    return numbers.template select<lanes, 1>(static_cast<std::uint16_t>(slot * lanes));
  }

  // The places of the k best, in their order.
  ESIMD_INLINE Numbers best_of(const esimd::simd<Ranked, held>& values, std::uint32_t slm) const {
    esimd::simd<std::uint32_t, held> numbers;
#pragma unroll
    for (int slot = 0; slot < slots; ++slot)
      numbers.template select<lanes, 1>(static_cast<std::uint16_t>(slot * lanes)) = numbers_of(
          esimd::simd<Ranked, lanes>(values.template select<lanes, 1>(static_cast<std::uint16_t>(slot * lanes))), slot);
    if constexpr (groups > 1)
      if (topk_group < groups)
        leave_out_groups(numbers);
    return sorted(numbers, least_winner(numbers), slm);
  }

  // Numbers in the order of values, NaN lowest, both zeros one; 0 for places without a column.
  ESIMD_INLINE static Slot numbers_of(esimd::simd<Ranked, lanes> values, int slot) {
    Slot numbers;
    if constexpr (is_short) {
      constexpr std::uint32_t sign = 0x8000, of_infinity = tile::KeyTraits<Ranked>::infinity;
      const Slot bits = esimd::simd<std::uint16_t, lanes>(values.template bit_cast_view<std::uint16_t>());
      const Slot magnitude = bits & (sign - 1u);
      numbers = sign + magnitude;
      numbers.merge(sign - magnitude, bits >= sign);
      numbers.merge(1u, magnitude > of_infinity);
      numbers = (numbers << place_bits) + (((1u << place_bits) - 1u - std::uint32_t(slot * lanes)) - Slot(0u, 1u));
    } else {
      numbers = Slot(tile::to_order<float, lanes>(values)) + order_offset;
    }
    const int columns = groups == 1 ? n - slot * lanes : width; // in this slot, or more
    if (columns < lanes)
      numbers.merge(0u, Slot(0u, 1u) >= static_cast<std::uint32_t>(columns));
    return numbers;
  }
  static constexpr std::uint32_t order_offset = 0x7fffffffu; // an infinity's number is not the largest there is

  // Groups are ranked by their best column, or with a bias by the sum of the two best that are not masked; of equal ones
  // the first is better.
  ESIMD_INLINE void leave_out_groups(esimd::simd<std::uint32_t, held>& numbers) const {
    const Slot lane(0u, 1u);
    Slot of_groups = 0u;
#pragma unroll
    for (int group = 0; group < groups; ++group)
      of_groups.merge(Slot(number_of_group(slot_of(numbers, group))), lane == static_cast<std::uint32_t>(group));
    Slot better = 0u;
#pragma unroll
    for (int group = 0; group < groups; ++group) {
      const std::uint32_t other = of_groups[group];
      better += Slot((of_groups < other) | ((of_groups == other) & (lane > static_cast<std::uint32_t>(group))));
    }
    const std::uint32_t kept =
        esimd::pack_mask(esimd::simd_mask<lanes>(better < static_cast<std::uint32_t>(topk_group)));
#pragma unroll
    for (int group = 0; group < groups; ++group)
      if ((kept >> group & 1u) == 0)
        numbers.template select<lanes, 1>(static_cast<std::uint16_t>(group * lanes)) = 0u;
  }
  ESIMD_INLINE static std::uint32_t number_of_group(Slot columns) {
    const std::uint32_t largest = esimd::hmax<std::uint32_t>(columns);
    if constexpr (is_short)
      return largest >> place_bits;
    if constexpr (Traits::is_biased) {
      const std::uint32_t equal = esimd::pack_mask(esimd::simd_mask<lanes>(columns == largest));
      columns.merge(0u, Slot(0u, 1u) == static_cast<std::uint32_t>(esimd::fbl(equal)));
      const std::uint32_t second = esimd::hmax<std::uint32_t>(columns);
      if (second > order_offset + static_cast<std::uint32_t>(tile::masked_order<float>))
        return order_offset +
               static_cast<std::uint32_t>(tile::to_order<float, 1>(score_of(largest) + score_of(second))[0]);
    }
    return largest;
  }
  ESIMD_INLINE static esimd::simd<float, 1> score_of(std::uint32_t number) {
    return tile::to_score<float, 1>(esimd::simd<std::int32_t, 1>(static_cast<std::int32_t>(number - order_offset)));
  }

  ESIMD_INLINE static std::uint32_t count_not_below(const esimd::simd<std::uint32_t, held>& numbers,
                                                    std::uint32_t candidate) {
    if constexpr (is_short) { // the sign of a difference takes no predicates
      return esimd::reduce<std::uint32_t>(esimd::simd<std::uint32_t, held>((candidate - 1u - numbers) >> 31u),
                                          std::plus<>());
    } else {
      esimd::simd<std::uint32_t, held> counted = 0u;
      counted.merge(1u, numbers >= candidate);
      return esimd::reduce<std::uint32_t>(counted, std::plus<>());
    }
  }

  struct Least {
    std::uint32_t number;
    std::uint32_t
        not_below; // how many numbers are not below it: from k to pool, or more, and then less than k are above it
  };
  ESIMD_INLINE static Least least_winner(const esimd::simd<std::uint32_t, held>& numbers) {
    // At least k numbers are not below the least of all lanes' largest, as many from each lane as that takes.
    constexpr int of_lane = winners / lanes;
    static_assert(of_lane <= 2 && of_lane <= slots);
    Slot first = 0u, second = 0u;
#pragma unroll
    for (int slot = 0; slot < slots; ++slot) {
      const Slot here = slot_of(numbers, slot);
      second = esimd::max(second, Slot(esimd::min(first, here)));
      first = esimd::max(first, here);
    }
    std::uint32_t low = esimd::hmin<std::uint32_t>(of_lane == 1 ? first : second);
    std::uint32_t high = esimd::hmax<std::uint32_t>(first);
    std::uint32_t not_below = count_not_below(numbers, low);
#pragma unroll 1
    while (not_below > std::uint32_t{pool} && low < high) {
      const std::uint32_t candidate = high - (high - low) / 2, counted = count_not_below(numbers, candidate);
      const bool is_enough = counted >= std::uint32_t{k};
      low = is_enough ? candidate : low;
      not_below = is_enough ? counted : not_below;
      high = is_enough ? high : candidate - 1;
    }
    return {low, not_below};
  }

  // What comes together in shared local memory: a number, and behind it how many places are left to the last one.
  using Key = std::conditional_t<is_short, std::uint32_t, std::uint64_t>;
  static constexpr Key last_place = is_short ? (1u << place_bits) - 1u : 0xffffffffu;

  ESIMD_INLINE static Numbers sorted(const esimd::simd<std::uint32_t, held>& numbers, Least least, std::uint32_t slm) {
    const Slot lane(0u, 1u), below = (Slot(1u) << lane) - 1u;
    std::uint32_t found = least.not_below, from = 0;
    if (is_short || found <= std::uint32_t{pool}) {
#pragma unroll
      for (int slot = 0; slot < slots; ++slot) {
        const Slot here = slot_of(numbers, slot);
        const esimd::simd_mask<lanes> is_winner = here >= least.number;
        const std::uint32_t which = esimd::pack_mask(is_winner);
        keep(slm, from + Slot(esimd::cbit(Slot(which & below))), here, slot, is_winner);
        from += esimd::cbit(which);
      }
    } else {
      found = k;
      std::uint32_t equals_from = count_not_below(numbers, least.number + 1u);
#pragma unroll(slots > 16 ? slots : 1)
      for (int slot = 0; slot < slots; ++slot) {
        const Slot here = slot_of(numbers, slot);
        const esimd::simd_mask<lanes> is_above = here > least.number, is_equal = here == least.number;
        const std::uint32_t which = esimd::pack_mask(is_above), equal = esimd::pack_mask(is_equal);
        Slot place = from + Slot(esimd::cbit(Slot(which & below)));
        place.merge(equals_from + Slot(esimd::cbit(Slot(equal & below))), is_equal);
        keep(slm, place, here, slot, (is_above | is_equal) & (place < std::uint32_t{k}));
        from += esimd::cbit(which);
        equals_from += esimd::cbit(equal);
      }
    }
    if constexpr (k <= lanes)
      return by_rank(slm);
    else
      return by_sorting(slm, found);
  }

  ESIMD_INLINE static void keep(std::uint32_t slm, Slot place, Slot numbers, int slot, esimd::simd_mask<lanes> which) {
    using Keys = esimd::simd<Key, lanes>;
    Keys keys = numbers;
    if constexpr (!is_short)
      keys = (keys << Key(32)) | Keys((last_place - Key(slot * lanes)) - Keys(Slot(0u, 1u)));
    esimd::slm_scatter<Key, lanes>(Slot(slm + place * std::uint32_t(sizeof(Key))), keys, which);
  }

  // The places of the keys in shared local memory, each winner's at its rank.
  ESIMD_INLINE static Numbers by_rank(std::uint32_t slm) {
    using Keys = esimd::simd<Key, winners>;
    const Numbers lane(0u, 1u);
    Keys keys = esimd::slm_block_load<Key, winners>(slm);
    keys.merge(Keys(Key(0)), lane >= std::uint32_t{k});
    Numbers rank = 0u;
#pragma unroll 8
    for (int i = 0; i < k; ++i)
      rank +=
          Numbers(keys < esimd::slm_scalar_load<Key>(slm + static_cast<std::uint32_t>(i) * std::uint32_t(sizeof(Key))));
    const std::uint32_t in_order = slm + key_bytes;
    esimd::slm_scatter<Key, winners>(Numbers(in_order + rank * std::uint32_t(sizeof(Key))), keys,
                                     lane < std::uint32_t{k});
    Keys ordered = esimd::slm_block_load<Key, winners>(in_order);
    ordered.merge(Keys(Key(0)), lane >= std::uint32_t{k});
    return Numbers(last_place - (ordered & last_place));
  }

  // The places of the keys in shared local memory, as many as were found, in their order.
  ESIMD_INLINE static Numbers by_sorting(std::uint32_t slm, std::uint32_t found) {
    using Keys = esimd::simd<Key, lanes>;
    constexpr int parts = pool / lanes;
    Keys keys[parts];
#pragma unroll
    for (int part = 0; part < parts; ++part) {
      keys[part] = esimd::slm_block_load<Key, lanes>(slm + static_cast<std::uint32_t>(part * lanes * sizeof(Key)));
      keys[part].merge(Keys(Key(0)), Slot(0u, 1u) + std::uint32_t(part * lanes) >= found);
    }
    // Batcher's bitonic sort, element number part * lanes + lane. Of the last merge, which is of two sorted halves, only the
    // larger half is of use.
    [&]<int... step>(std::integer_sequence<int, step...>) __attribute__((always_inline)) {
      (sort_runs<2 << step, parts>(keys), ...);
    }(std::make_integer_sequence<int, std::countr_zero(static_cast<unsigned>(winners))>{});
#pragma unroll
    for (int part = 0; part < parts / 2; ++part)
      keys[part] = esimd::max(keys[part], keys[part + parts / 2]);
    sort_runs<2 * winners, parts / 2>(keys);
    Numbers places;
#pragma unroll
    for (int part = 0; part < parts / 2; ++part)
      places.template select<lanes, 1>(static_cast<std::uint16_t>(part * lanes)) =
          Slot(last_place - (keys[part] & last_place));
    return places;
  }
  // Runs of `Run` elements, each bitonic, the largest first in every other run and last in those between.
  template <int Run, int Parts>
  ESIMD_INLINE static void sort_runs(esimd::simd<Key, lanes>* keys) {
    using Keys = esimd::simd<Key, lanes>;
    const Slot lane(0u, 1u);
#pragma unroll
    for (int stride = std::min(Run / 2, Parts * lanes / 2); stride >= 1; stride /= 2)
#pragma unroll
      for (int part = 0; part < Parts; ++part) {
        if (stride >= lanes) {
          const int other = part + stride / lanes;
          if ((part & stride / lanes) != 0)
            continue;
          const Keys larger = esimd::max(keys[part], keys[other]), smaller = esimd::min(keys[part], keys[other]);
          const bool is_falling = (part * lanes & Run) == 0;
          keys[part] = is_falling ? larger : smaller;
          keys[other] = is_falling ? smaller : larger;
        } else {
          const Keys partner = keys[part].iselect(esimd::simd<std::uint16_t, lanes>(lane ^ std::uint32_t(stride)));
          const Slot number = lane + std::uint32_t(part * lanes);
          const esimd::simd_mask<lanes> is_first = (number & std::uint32_t(stride)) == 0u,
                                        is_falling = (number & std::uint32_t(Run)) == 0u;
          Keys kept = esimd::min(keys[part], partner);
          kept.merge(Keys(esimd::max(keys[part], partner)), is_first == is_falling);
          keys[part] = kept;
        }
      }
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
