// Folding: from rows that lie across the lanes to one row per lane.
//
// A Lists object may hold one row, spread over all lanes, or two rows on half of the lanes each, and so on. Folding two
// such objects splits the lanes of every row in two halves, puts the first halves of all rows side by side, the second
// halves likewise, and merges the two: half the lanes per row, twice the rows. After log2(Lanes) folds every lane holds
// one row's best keys, and what follows works on Lanes rows at once. Rows keep their order: those of a, then those of
// b.
#pragma once

#include "xeforge/ops/tile/sorted_lists.hpp"

#include <bit>

namespace xeforge::tile {

// Lanes [half * Span, half * Span + Span) of every row, a's rows then b's; a row has 2 * Span lanes.
template <int Half, int Rows, class Key, int Lanes>
ESIMD_INLINE esimd::simd<Key, Lanes> half_rows(esimd::simd<Key, Lanes> a, esimd::simd<Key, Lanes> b) {
  constexpr int span = Lanes / Rows / 2;
  auto rows_of_a = a.template bit_cast_view<Key, Rows, 2 * span>(); // Rows x (2 * span)
  auto rows_of_b = b.template bit_cast_view<Key, Rows, 2 * span>();
  esimd::simd<Key, Lanes> result;
  result.template select<Lanes / 2, 1>(0) = rows_of_a.template select<Rows, 1, span, 1>(0, Half * span);
  result.template select<Lanes / 2, 1>(Lanes / 2) = rows_of_b.template select<Rows, 1, span, 1>(0, Half * span);
  return result;
}

// The first and the second halves of the lanes of all rows of a and b, which hold Rows rows each.
template <class Key, int Lanes, int Depth>
struct SplitRows {
  Lists<Key, Lanes, Depth> first, second;
};
template <int Rows, class Key, int Lanes, int Depth>
ESIMD_INLINE SplitRows<Key, Lanes, Depth> split_rows(const Lists<Key, Lanes, Depth>& a,
                                                     const Lists<Key, Lanes, Depth>& b) {
  SplitRows<Key, Lanes, Depth> halves;
#pragma unroll(Depth <= held_depth ? Depth : 1)
  for (int i = 0; i < Depth; ++i) {
    halves.first.at[i] = half_rows<0, Rows>(a.at[i], b.at[i]);
    halves.second.at[i] = half_rows<1, Rows>(a.at[i], b.at[i]);
  }
  return halves;
}

// The result holds 2 * Rows rows, lists of MergedDepth (Depth or 2 * Depth).
template <int Rows, int MergedDepth, class Key, int Lanes, int Depth>
ESIMD_INLINE Lists<Key, Lanes, MergedDepth> fold(const Lists<Key, Lanes, Depth>& a, const Lists<Key, Lanes, Depth>& b) {
  const auto halves = split_rows<Rows>(a, b);
  return merge_lists<MergedDepth>(halves.first, halves.second);
}

// Folds Count objects of Rows rows each (Count * Rows == Lanes) to one; lists grow up to MaxDepth.
template <int Rows, int MaxDepth, class Key, int Lanes, int Depth, int Count>
ESIMD_INLINE auto fold_all(const Lists<Key, Lanes, Depth> (&parts)[Count]) {
  if constexpr (Count == 1) {
    return parts[0];
  } else {
    constexpr int merged_depth = Depth < MaxDepth ? 2 * Depth : Depth;
    Lists<Key, Lanes, merged_depth> folded[Count / 2];
    for (int i = 0; i < Count / 2; ++i)
      folded[i] = fold<Rows, merged_depth>(parts[2 * i], parts[2 * i + 1]);
    return fold_all<2 * Rows, MaxDepth>(folded);
  }
}

namespace detail {
// Interleaving the two halves of a vector moves the top bit of every element's place to the bottom.
template <int Times, class T, int N>
ESIMD_INLINE esimd::simd<T, N> interleave_halves(esimd::simd<T, N> values) {
  if constexpr (Times == 0) {
    return values;
  } else {
    esimd::simd<T, N> interleaved;
    interleaved.template select<N / 2, 2>(0) = values.template select<N / 2, 1>(0);
    interleaved.template select<N / 2, 2>(1) = values.template select<N / 2, 1>(N / 2);
    return interleave_halves<Times - 1>(interleaved);
  }
}
} // namespace detail

// Depth vectors of one element per row to one vector of rows: row r's element j at r * Depth + j. A transposition: the
// log2(Depth) bits of the vector's number move from the top of an element's place to the bottom.
template <class T, int Lanes, int Depth>
ESIMD_INLINE esimd::simd<T, Lanes * Depth> to_rows(const Lists<T, Lanes, Depth>& lists) {
  esimd::simd<T, Lanes * Depth> columns;
#pragma unroll
  for (int i = 0; i < Depth; ++i)
    columns.template select<Lanes, 1>(static_cast<std::uint16_t>(i * Lanes)) = lists.at[i];
  return detail::interleave_halves<std::countr_zero(static_cast<unsigned>(Depth))>(columns);
}

// And back: one vector of rows to Depth vectors of one element per row.
template <class T, int Lanes, int Depth>
ESIMD_INLINE Lists<T, Lanes, Depth> to_lists(esimd::simd<T, Lanes * Depth> rows) {
  const auto columns = detail::interleave_halves<std::countr_zero(static_cast<unsigned>(Lanes))>(rows);
  Lists<T, Lanes, Depth> lists;
#pragma unroll
  for (int i = 0; i < Depth; ++i)
    lists.at[i] = columns.template select<Lanes, 1>(static_cast<std::uint16_t>(i * Lanes));
  return lists;
}

} // namespace xeforge::tile
