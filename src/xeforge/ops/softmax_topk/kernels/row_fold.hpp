// Selection for as many rows at a time as a register has lanes, through a network: what the "fold" and "routed" kernels
// share. Each row's keys lie across the lanes, are sorted down the registers, and are folded with other rows' until
// every lane holds the winners of one row (tile/fold.hpp). Only min, max and constant shuffles: no branch depends on
// data, and ties cannot go wrong, since no two keys are equal.
#pragma once

#include "xeforge/ops/softmax_topk/kernels/winners.hpp"

#include <bit>

namespace xeforge::ops::softmax_topk {
inline namespace XEFORGE_TARGET {

// R: what is ranked (an element type, or float for a computed score); n, k; Bytes: width of a register (64: AVX-512 or
// a GRF register, 32: AVX2).
template <class R, int N, int K, int Bytes>
struct FoldTraits {
  using Ranked = R;
  static constexpr int n = N, k = K, register_bytes = Bytes;

  using Key = tile::key_t<Ranked>;
  static constexpr int lanes = Bytes / static_cast<int>(sizeof(Key));
  static constexpr int chunk = 2 * lanes; // orders that fill one register, and the keys of which fill two
  static constexpr int padded_n = N < 2 ? 2 : static_cast<int>(std::bit_ceil(static_cast<unsigned>(N)));
  static constexpr int rows_per_leaf = padded_n < chunk ? chunk / padded_n : 1; // short rows share a register
  static constexpr int registers = rows_per_leaf > 1 ? 2 : 2 * ((N + chunk - 1) / chunk);
  static constexpr int depth = static_cast<int>(std::bit_ceil(static_cast<unsigned>(K)));
  static constexpr int padded_registers = static_cast<int>(std::bit_ceil(static_cast<unsigned>(registers)));

  static constexpr int full_depth = padded_registers < depth ? padded_registers : depth; // of a leaf

  // Long lists are truncated while a row is spread over many lanes. The best k of a random row are distributed over the
  // lanes like balls into bins: k / lanes each, and hardly ever more than four standard deviations above that. If a
  // lane loses a winner, this is detected, and the block is redone with full lists.
  static constexpr bool has_short_lists = depth > tile::held_depth;
  static constexpr int short_places(int lanes_of_row) {
    const int mean = (K + lanes_of_row - 1) / lanes_of_row;
    int root = 1;
    while (root * root < mean)
      ++root;
    const int places = static_cast<int>(std::bit_ceil(static_cast<unsigned>(mean + 4 * root)));
    return places < depth ? places : depth;
  }
};

template <class Traits>
struct RowFold {
  using Ranked = typename Traits::Ranked;
  using Key = typename Traits::Key;
  static constexpr int lanes = Traits::lanes;
  static constexpr int depth = Traits::depth;
  using Keys = esimd::simd<Key, lanes>;
  using Vector = esimd::simd<float, lanes>;
  using Winners = tile::Lists<Key, lanes, depth>;
  using Terms = tile::Lists<float, lanes, depth>;
  using Chunk = esimd::simd<tile::order_t<Ranked>, Traits::chunk>;
  struct KeyPair {
    Keys even, odd;
  };

  // The winners of lanes rows from first on, row first + l in lane l. load(row, at) gives the orders of chunk number at
  // of the rows_per_leaf rows from row on, each padded to the same number of lanes with nan_order; or keys, a KeyPair
  // of any two registers, if it knows better which columns they belong to.
  template <class Load>
  ESIMD_INLINE static Winners find_winners(std::int64_t first, Load load) {
    Winners best;
    if constexpr (Traits::has_short_lists) {
      const Keys lost = find_winners_in<Length::cut>(first, load, best);
      if (!(lost > best.at[Traits::k - 1]).any()) [[likely]]
        return best;
    }
    find_winners_in<Length::full>(first, load, best);
    return best;
  }

  // The same, and the best of the keys that did not win.
  struct WinnersAndNext {
    Winners best;
    Keys next;
  };
  template <class Load>
  ESIMD_INLINE static WinnersAndNext find_winners_and_next(std::int64_t first, Load load) {
    WinnersAndNext found;
    found.next = find_winners_in<Length::watched>(first, load, found.best);
    if constexpr (Traits::k < depth)
      found.next = esimd::max(found.next, found.best.at[Traits::k]);
    return found;
  }

  // The terms of the winners, given their scores, and their sum: one row per lane.
  template <Function function, class ScoreOf>
  ESIMD_INLINE static Vector to_terms(Vector maximum, ScoreOf score_of, Terms& terms) {
    if constexpr (function == Function::sigmoid)
      if (!(maximum < 0.0f).any())
        return add_terms(terms, [&](int rank) __attribute__((always_inline)) {
          return unscaled_sigmoid_terms<lanes>(score_of(rank));
        });
    return add_terms(terms, [&](int rank) __attribute__((always_inline)) {
      return terms_of<function, lanes>(score_of(rank), maximum);
    });
  }

  // Columns and scaled terms to rows and out, a block of ranks at a time. column_of(rank): of the winners of that rank.
  template <class ColumnOf>
  ESIMD_INLINE static void store(const Output& output, std::int64_t first, ColumnOf column_of, const Terms& terms,
                                 Vector scale) {
    const std::int64_t left = output.rows - first;
    const int count = left < lanes ? static_cast<int>(left) : lanes;
    constexpr int block_depth = depth < tile::held_depth ? depth : tile::held_depth;
    constexpr int whole = Traits::k / block_depth * block_depth;
    for (int rank = 0; rank < whole; rank += block_depth)
      store_ranks<block_depth, block_depth>(output, {first, count, rank}, column_of, terms, scale);
    if constexpr (Traits::k % block_depth != 0)
      store_ranks<block_depth, Traits::k % block_depth>(output, {first, count, whole}, column_of, terms, scale);
  }

  // The sums of vectors over their sixteen elements, vector l in lane l: the halving tree of a reduction, for all at
  // once.
  ESIMD_INLINE static Vector sum_each(esimd::simd<float, partial_sums> (&vectors)[lanes]) {
    return fold_sums<1>(vectors);
  }

private:
  // Keeps the terms and adds them up, in the order of winners.hpp.
  template <class TermOf>
  ESIMD_INLINE static Vector add_terms(Terms& terms, TermOf term_of) {
    constexpr int sums = depth < partial_sums ? depth : partial_sums;
    Vector partial[sums];
#pragma unroll(depth <= tile::held_depth ? depth : 1)
    for (int start = 0; start < Traits::k; start += sums)
#pragma unroll
      for (int i = 0; i < sums; ++i)
        if (start + i < Traits::k) {
          terms.at[start + i] = term_of(start + i);
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

  // Of lists: cut short while a row has many lanes, or long enough for all winners; watched: long enough, and what
  // finds no place is looked at.
  enum class Length { cut, full, watched };

  // Places that a list has while its row lies on lanes_of_row lanes.
  template <Length length>
  static constexpr int places(int lanes_of_row) {
    return length == Length::cut ? Traits::short_places(lanes_of_row) : depth;
  }

  // Returns the largest keys that found no place in a list, unless lists are full.
  template <Length length, class Load>
  ESIMD_INLINE static Keys find_winners_in(std::int64_t first, Load load, Winners& best) {
    constexpr int leaves = lanes / Traits::rows_per_leaf;
    constexpr int most = places<length>(lanes / Traits::rows_per_leaf);
    constexpr int leaf_depth = Traits::full_depth < most ? Traits::full_depth : most;
    tile::Lists<Key, lanes, leaf_depth> leaf[leaves];
    Keys dropped[leaves]; // the largest key that found no place
    for (int i = 0; i < leaves; ++i)
      dropped[i] = make_leaf<length>(first + i * Traits::rows_per_leaf, load, leaf[i]);
    return fold_down<length, Traits::rows_per_leaf>(leaf, dropped, best);
  }

  // Folds Count objects of Rows rows to one; returns the largest keys that found no place.
  template <Length length, int Rows, int Depth, int Count>
  ESIMD_INLINE static Keys fold_down(const tile::Lists<Key, lanes, Depth> (&parts)[Count], const Keys (&dropped)[Count],
                                     Winners& best) {
    if constexpr (Count == 1) {
      best = parts[0];
      return dropped[0];
    } else {
      constexpr int most = places<length>(lanes / (2 * Rows));
      constexpr int merged_depth = 2 * Depth <= most ? 2 * Depth : Depth;
      tile::Lists<Key, lanes, merged_depth> folded[Count / 2];
      Keys lost[Count / 2];
      for (int i = 0; i < Count / 2; ++i)
        lost[i] = fold_pair<length, Rows>(parts + 2 * i, dropped + 2 * i, folded[i]);
      return fold_down<length, 2 * Rows>(folded, lost, best);
    }
  }

  template <Length length, int Rows, int Depth, int MergedDepth>
  ESIMD_INLINE static Keys fold_pair(const tile::Lists<Key, lanes, Depth>* pair, const Keys* dropped,
                                     tile::Lists<Key, lanes, MergedDepth>& folded) {
    const auto halves = tile::split_rows<Rows>(pair[0], pair[1]);
    folded = tile::merge_lists<MergedDepth>(halves.first, halves.second);
    Keys lost = tile::lowest_key<Key>;
    if constexpr (length != Length::full) {
      lost = esimd::max(tile::half_rows<0, Rows>(dropped[0], dropped[1]),
                        tile::half_rows<1, Rows>(dropped[0], dropped[1]));
      if constexpr (MergedDepth == Depth && (Depth < depth || length == Length::watched))
        lost = esimd::max(lost, tile::largest_dropped(halves.first, halves.second));
    }
    return lost;
  }

  // Sorts rows_per_leaf rows down the registers; returns the largest key, lane by lane, that found no place.
  template <Length length, int LeafDepth, class Load>
  ESIMD_INLINE static Keys make_leaf(std::int64_t row, Load load, tile::Lists<Key, lanes, LeafDepth>& best) {
    Keys dropped = tile::lowest_key<Key>;
    if constexpr (LeafDepth == 1) { // the best key alone
      best.at[0] = tile::lowest_key<Key>;
#pragma unroll
      for (int i = 0; i < Traits::registers; i += 2) {
        const KeyPair keys = to_keys(load(row, i / 2), i / 2);
        if constexpr (length == Length::watched)
          dropped = esimd::max(dropped, esimd::max(esimd::min(keys.even, keys.odd),
                                                   Keys(esimd::min(best.at[0], esimd::max(keys.even, keys.odd)))));
        best.at[0] = esimd::max(best.at[0], esimd::max(keys.even, keys.odd));
      }
    } else {
      best = sorted_part<LeafDepth>(row, load, 0);
#pragma unroll(Traits::registers <= tile::held_depth ? Traits::registers : 1)
      for (int start = LeafDepth; start < Traits::registers; start += LeafDepth) {
        const auto next = sorted_part<LeafDepth>(row, load, start);
        if constexpr (length == Length::watched || (length == Length::cut && LeafDepth < Traits::full_depth))
          dropped = esimd::max(dropped, tile::largest_dropped(best, next));
        best = tile::merge_lists<LeafDepth>(best, next);
      }
    }
    return dropped;
  }

  // Registers start to start + LeafDepth of a leaf, sorted. Columns are counted from the part's first while it is
  // sorted, as constants; what they lack is then taken off the keys.
  template <int LeafDepth, class Load>
  ESIMD_INLINE static tile::Lists<Key, lanes, LeafDepth> sorted_part(std::int64_t row, Load load, int start) {
    tile::Lists<Key, lanes, LeafDepth> part;
#pragma unroll
    for (int i = 0; i < LeafDepth; i += 2)
      if (start + i < Traits::registers) {
        const KeyPair keys = to_keys(load(row, (start + i) / 2), i / 2);
        part.at[i] = keys.even;
        part.at[i + 1] = keys.odd;
      } else {
        part.at[i] = part.at[i + 1] = tile::lowest_key<Key>;
      }
    tile::sort(part);
    if (start > 0 && !std::is_same_v<decltype(load(row, 0)), KeyPair>)
#pragma unroll
      for (int i = 0; i < LeafDepth; ++i)
        if (start + i < Traits::registers)
          part.at[i] -= static_cast<Key>(start * lanes);
    return part;
  }

  // The two registers of keys of chunk number at.
  ESIMD_INLINE static KeyPair to_keys(const KeyPair& keys, int) { return keys; }
  ESIMD_INLINE static KeyPair to_keys(Chunk order, int at) {
    using Column = tile::unsigned_key_t<Ranked>;
    using Columns = esimd::simd<Column, lanes>;
    constexpr int lanes_per_row = lanes / Traits::rows_per_leaf;
    const Columns lane_in_row = Columns(0, 1) & Column(lanes_per_row - 1);
    KeyPair keys;
    tile::paired_keys<Ranked, lanes>(order, lane_in_row * Column(2) + static_cast<Column>(at * Traits::chunk),
                                     keys.even, keys.odd);
    return keys;
  }

  // Writes Width ranks from place.rank on.
  template <int Depth, int Width, class ColumnOf>
  ESIMD_INLINE static void store_ranks(const Output& output, Place place, ColumnOf column_of, const Terms& terms,
                                       Vector scale) {
    tile::Lists<std::int32_t, lanes, Depth> columns;
    tile::Lists<float, lanes, Depth> weights;
#pragma unroll
    for (int i = 0; i < Depth; ++i) {
      columns.at[i] = column_of(place.rank + i);
      weights.at[i] = terms.at[place.rank + i] * scale;
    }
    store_indices<Width, lanes, Depth>(output, place, tile::to_rows(columns));
    store_weights<Width, lanes, Depth>(output, place, tile::to_rows(weights));
  }

  template <int Rows, int Count>
  ESIMD_INLINE static Vector fold_sums(esimd::simd<float, partial_sums> (&vectors)[Count]) {
    if constexpr (Count > 1) {
      esimd::simd<float, partial_sums> folded[Count / 2];
#pragma unroll
      for (int i = 0; i < Count / 2; ++i)
        folded[i] = tile::half_rows<0, Rows>(vectors[2 * i], vectors[2 * i + 1]) +
                    tile::half_rows<1, Rows>(vectors[2 * i], vectors[2 * i + 1]);
      return fold_sums<2 * Rows>(folded);
    } else {
      return halve_rows<partial_sums>(vectors[0]);
    }
  }
  // lanes rows side by side in Width elements, until each row is one element.
  template <int Width>
  ESIMD_INLINE static Vector halve_rows(esimd::simd<float, Width> rows) {
    if constexpr (Width == lanes) {
      return rows;
    } else {
      constexpr int span = Width / lanes / 2;
      auto view = rows.template bit_cast_view<float, lanes, 2 * span>(); // lanes x (2 * span)
      const esimd::simd<float, Width / 2> first = view.template select<lanes, 1, span, 1>(0, 0);
      const esimd::simd<float, Width / 2> second = view.template select<lanes, 1, span, 1>(0, span);
      return halve_rows<Width / 2>(first + second);
    }
  }
};

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::softmax_topk
