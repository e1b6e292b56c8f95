// The kernel of the variant "lanes" for rows that are ranked by sigmoid plus a correction bias: a row per lane
// (lane_rows.hpp). A group's score is the sum of its two best members.
//
//   correction_bias   n floats
//
// The k best columns are in the k words (four adjacent columns each) with the largest maxima: first a list of the best
// words is made, then one of the best of their columns. The ranking value is a float, so a list holds the float as an
// integer of the same order, and separately the number of the word or column. Of equal values, the one later in the row
// comes after.
#pragma once

#include "xeforge/ops/softmax_topk/kernels/lane_rows.hpp"

#include <bit>

namespace xeforge::ops::softmax_topk {
inline namespace XEFORGE_TARGET {

template <class Traits>
struct BiasedLanesKernel : LaneRows<Traits> {
  using Base = LaneRows<Traits>;
  using Base::groups, Base::k, Base::lanes, Base::n, Base::together, Base::words, Base::words_of_group;
  using typename Base::Score;
  static constexpr int depth = std::bit_ceil(static_cast<unsigned>(k));
  static_assert(Traits::function == Function::sigmoid);
  static_assert(words_of_group >= depth); // so that no list keeps a word of a group that is left out

  const float* correction_bias;

  void operator()(sycl::id<1> item) const SYCL_ESIMD_KERNEL {
    esimd::slm_init<Base::slm_bytes>();
    const Block block = this->block_of(item);
    this->stage(block);
    const Offsets row = Base::row_of_lane();

    Keys best[k]; // columns
    find_winners(row, best);

    Vector winners[k], maximum = -infinity;
#pragma unroll
    for (int rank = 0; rank < k; ++rank) {
      esimd::simd<std::uint16_t, lanes> bits =
          esimd::slm_gather<std::uint16_t, lanes>(row + Offsets(best[rank]) * std::uint32_t(sizeof(Score)));
      winners[rank] = Vector(bits.template bit_cast_view<Score>());
      maximum = esimd::max(maximum, winners[rank]);
    }
    this->write(block, winners, best, maximum);
  }

private:
  using typename Base::Bits32, typename Base::Block, typename Base::Keys, typename Base::Mask, typename Base::Offsets,
      typename Base::Vector, typename Base::Words;

  // Largest first, with a number for each.
  struct Ranked {
    Keys order[depth], number[depth];

    ESIMD_INLINE Ranked() {
#pragma unroll
      for (int i = 0; i < depth; ++i) {
        order[i] = tile::no_order<float>;
        number[i] = 0;
      }
    }
    // Behind its equals; the last falls out.
    ESIMD_INLINE void insert(Keys new_order, Keys new_number) {
      Mask is_above[depth];
#pragma unroll
      for (int i = 0; i < depth; ++i)
        is_above[i] = new_order > order[i];
#pragma unroll
      for (int i = depth - 1; i >= 0; --i) {
        order[i].merge(new_order, is_above[i]);
        number[i].merge(new_number, is_above[i]);
        if (i > 0) {
          order[i].merge(order[i - 1], is_above[i - 1]);
          number[i].merge(number[i - 1], is_above[i - 1]);
        }
      }
    }
  };

  ESIMD_INLINE void find_winners(Offsets row, Keys (&columns)[k]) const {
    Bits32 kept = 0u;
    if constexpr (groups > 1)
      kept = find_groups(row);

    Ranked best_words;
#pragma unroll 1
    for (int word = 0; word < words; ++word) {
      Keys orders[together];
      rank_word(row, word, orders);
      Keys largest = esimd::max(esimd::max(orders[0], orders[1]), esimd::max(orders[2], orders[3]));
      if constexpr (groups > 1)
        largest.merge(tile::no_order<float>, Base::is_left_out(kept, word / words_of_group));
      best_words.insert(largest, word);
    }

    // In the order of their columns, and these one after another.
    tile::Lists<std::int32_t, lanes, depth> chosen;
#pragma unroll
    for (int i = 0; i < depth; ++i)
      chosen.at[i] = best_words.number[i];
    tile::sort(chosen);
    Ranked best;
#pragma unroll
    for (int i = depth - 1; i >= 0; --i) {
      const Keys first = chosen.at[i] * together;
      const Words scores_of_word = Base::load(row, Offsets(first));
#pragma unroll
      for (int j = 0; j < together; ++j) {
        const Keys column = first + j;
        const Vector bias = esimd::gather<float, lanes>(correction_bias, Offsets(Offsets(column) * 4u));
        best.insert(order_of(scores_of_word, j, bias), column);
      }
    }
#pragma unroll
    for (int rank = 0; rank < k; ++rank)
      columns[rank] = best.number[rank];
  }

  ESIMD_INLINE static Keys order_of(Words scores_of_word, int i, Vector bias) {
    const Vector score = tile::score_of_word<Score, lanes>(scores_of_word, i);
    return tile::to_order<float, lanes>(
        biased_scores<Traits::function, lanes>(score, bias, Vector(0.0f), Vector(1.0f)));
  }
  ESIMD_INLINE void rank_word(Offsets row, int word, Keys (&orders)[together]) const {
    const Words scores_of_word = Base::load(row, static_cast<std::uint32_t>(word * together));
#pragma unroll
    for (int i = 0; i < together; ++i)
      orders[i] = order_of(scores_of_word, i, Vector(correction_bias[word * together + i]));
  }

  // One bit for each group that is kept. A masked column does not count beside another.
  ESIMD_INLINE Bits32 find_groups(Offsets row) const {
    Keys scores_of_groups[groups];
#pragma unroll
    for (int group = 0; group < groups; ++group) {
      Keys first = tile::no_order<float>, second = tile::no_order<float>;
#pragma unroll 1
      for (int word = 0; word < words_of_group; ++word) {
        Keys orders[together];
        rank_word(row, group * words_of_group + word, orders);
#pragma unroll
        for (int i = 0; i < together; ++i) {
          second = esimd::max(second, Keys(esimd::min(first, orders[i])));
          first = esimd::max(first, orders[i]);
        }
      }
      const Vector sum = tile::to_score<float, lanes>(first) + tile::to_score<float, lanes>(second);
      scores_of_groups[group] = first;
      scores_of_groups[group].merge(tile::to_order<float, lanes>(sum), second > tile::masked_order<float>);
    }
    return this->best_groups(scores_of_groups);
  }
};

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::softmax_topk
