// The "lanes" kernel: a row per lane (lane_rows.hpp), for hardware whose threads are warps of 32 lanes. Every lane keeps the
// best of what it has seen, sorted.
//
// The k best columns are in the k words (four adjacent columns each) with the largest maxima. So long rows are read
// twice: first the words are ranked by their maxima, then the scores of the k best words. One key for four scores
// halves the work, which is nearly all comparisons. With groups, those with the largest maxima are found first, and the
// words of all others are ranked below everything.
#pragma once

#include "xeforge/ops/softmax_topk/kernels/lane_rows.hpp"

#include <bit>

namespace xeforge::ops::softmax_topk {
inline namespace XEFORGE_TARGET {

template <class Traits>
struct LanesKernel : LaneRows<Traits> {
  using Base = LaneRows<Traits>;
  using Base::groups, Base::k, Base::lanes, Base::n, Base::together, Base::words, Base::words_of_group;
  using typename Base::Score;
  static constexpr int depth = std::bit_ceil(static_cast<unsigned>(k < together ? together : k)); // of lists
  static_assert(n % depth == 0);
  static constexpr bool has_many_words = words >= 2 * depth && words % depth == 0;

  void operator()(sycl::id<1> item) const SYCL_ESIMD_KERNEL {
    esimd::slm_init<Base::slm_bytes>();
    const Block block = this->block_of(item);
    this->stage(block);
    const Lists best = find_winners(Base::row_of_lane());

    Vector winners[k];
    Keys columns[k];
#pragma unroll
    for (int rank = 0; rank < k; ++rank) {
      winners[rank] = score_of(best.at[rank]);
      columns[rank] = tile::column_of<Key, lanes>(best.at[rank]);
    }
    this->write(block, winners, columns, winners[0]); // its group is kept
  }

private:
  using typename Base::Bits32;
  using typename Base::Block, typename Base::Keys, typename Base::Offsets, typename Base::Words, typename Base::Vector;
  using Key = std::int32_t;
  using Lists = tile::Lists<Key, lanes, depth>;

  ESIMD_INLINE Lists find_winners(Offsets row) const {
    Bits32 kept = 0u;
    if constexpr (groups > 1)
      kept = find_groups(row);
    if constexpr (has_many_words) {
      const Lists best = best_of_parts<depth>(row, [&](Words run, int word) __attribute__((always_inline)) {
        Keys key = tile::word_key<Score, lanes>(run, word);
        if constexpr (groups > 1)
          key.merge(tile::lowest_key<Key>, Base::is_left_out(kept, word / words_of_group));
        return key;
      });
      // The order of words without a number above -inf is not that of their scores.
      const auto unsure = (best.at[0] > tile::above_infinity) | (best.at[depth - 1] <= tile::word_of_minus_infinity);
      if (!unsure.any()) [[likely]]
        return best_of_words(row, best);
    }
    return best_of_scores(row, kept);
  }

  // One bit for each group that is kept.
  ESIMD_INLINE Bits32 find_groups(Offsets row) const {
    Keys largest[groups];
#pragma unroll
    for (int group = 0; group < groups; ++group) {
      Words run[words_of_group];
      Base::load_run(row, group * words_of_group * together, run);
      Vector score = std::numeric_limits<float>::quiet_NaN(); // which counts only where there is nothing else
#pragma unroll
      for (int i = 0; i < words_of_group; ++i)
        score = esimd::max(score, tile::largest_of_word<Score, lanes>(run[i]));
      largest[group] = tile::to_order<float, lanes>(score);
    }
    return this->best_groups(largest);
  }

  // Of keys that stand for a word each, `Step` words at a time; the next ones are loaded before these are looked at.
  template <int Step, class KeyOf>
  ESIMD_INLINE static Lists best_of_parts(Offsets row, const KeyOf& key_of) {
    Lists best;
    Words next[Step];
    Base::load_run(row, 0, next);
#pragma unroll
    for (int start = 0; start < words; start += Step) {
      Lists part;
#pragma unroll
      for (int i = 0; i < Step; ++i)
        part.at[i] = key_of(next[i], start + i);
      if (start + Step < words)
        Base::load_run(row, (start + Step) * together, next);
      tile::sort(part);
      best = start == 0 ? part : tile::merge_lists<depth>(best, part);
    }
    return best;
  }

  ESIMD_INLINE static Lists best_of_words(Offsets row, const Lists& chosen) {
    Words run[depth];
    Keys columns[depth];
#pragma unroll
    for (int i = 0; i < depth; ++i) {
      columns[i] = tile::word_of<lanes>(chosen.at[i]) * together;
      run[i] = Base::load(row, Offsets(columns[i]));
    }
    Lists best;
#pragma unroll
    for (int start = 0; start < depth; start += depth / together) {
      Lists part;
#pragma unroll
      for (int i = 0; i < depth / together; ++i)
        tile::lane_keys<Score, lanes>(run[start + i], columns[start + i], part.at + i * together);
      tile::sort(part);
      best = start == 0 ? part : tile::merge_lists<depth>(best, part);
    }
    return best;
  }

  ESIMD_INLINE static Lists best_of_scores(Offsets row, Bits32 kept) {
    constexpr int step = depth / together;
    Lists best;
#pragma unroll 1
    for (int start = 0; start < words; start += step) {
      Words run[step];
      Base::load_run(row, start * together, run);
      Lists part;
#pragma unroll
      for (int i = 0; i < step; ++i) {
        Keys* const keys = part.at + i * together;
        tile::lane_keys<Score, lanes>(run[i], (start + i) * together, keys);
        if constexpr (groups > 1)
#pragma unroll
          for (int j = 0; j < together; ++j)
            keys[j].merge(tile::lowest_key<Key>, Base::is_left_out(kept, (start + i) / words_of_group));
      }
      tile::sort(part);
      best = start == 0 ? part : tile::merge_lists<depth>(best, part);
    }
    return best;
  }

  ESIMD_INLINE static Vector score_of(Keys keys) {
    return tile::to_score<Score, lanes>(esimd::simd<std::int16_t, lanes>(keys >> tile::column_bits<Key>));
  }
};

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::softmax_topk
