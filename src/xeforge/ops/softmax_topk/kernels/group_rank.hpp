// Ranking the groups of many rows at a time: one row per lane, its groups down the registers, sorted.
#pragma once

#include "xeforge/ops/softmax_topk/kernels/winners.hpp"

#include <bit>

namespace xeforge::ops::softmax_topk {
inline namespace XEFORGE_TARGET {

// keys: Lanes x Groups, no two of a row equal. The result has the largest first.
template <int Lanes, int Groups, class Key>
ESIMD_INLINE tile::Lists<Key, Lanes, Groups> sorted_groups(esimd::simd<Key, Lanes * Groups> keys) {
  tile::Lists<Key, Lanes, Groups> groups = tile::to_lists<Key, Lanes, Groups>(keys);
  tile::sort(groups);
  return groups;
}

// The number of its group for every key of Lanes rows.
template <class Key, int Lanes, int Groups>
ESIMD_INLINE esimd::simd<Key, Lanes * Groups> group_numbers() {
  static_assert((Groups & (Groups - 1)) == 0);
  return esimd::simd<Key, Lanes * Groups>(0, 1) & Key(Groups - 1);
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::softmax_topk
