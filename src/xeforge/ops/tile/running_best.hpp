// The best keys seen so far, in one vector, largest first. Candidates come sixteen at a time; most are turned away by
// one comparison with the last place.
#pragma once

#include "xeforge/ops/tile/score_keys.hpp"

namespace xeforge::tile {

template <class Key, int Length>
struct RunningBest {
  esimd::simd<Key, Length> keys = lowest_key<Key>;

  ESIMD_INLINE Key last() const { return keys[Length - 1]; }

  // Keys at the last place or below it are dropped. Keys are never equal, lowest_key excepted.
  ESIMD_INLINE void insert(Key key) {
    const esimd::simd_mask<Length> stays = keys > key;
    esimd::simd<Key, Length> moved = keys; // one place down
    esimd::simd_mask<Length> behind_a_stayer = 1;
    if constexpr (Length > 1) {
      moved.template select<Length - 1, 1>(1) = keys.template select<Length - 1, 1>(0);
      behind_a_stayer.template select<Length - 1, 1>(1) = stays.template select<Length - 1, 1>(0);
    }
    moved.merge(esimd::simd<Key, Length>(key), behind_a_stayer); // a key goes where its forerunner stays
    moved.merge(keys, stays);
    keys = moved;
  }

  // Inserts those candidates that are not above bound.
  template <int Count>
  ESIMD_INLINE void offer(esimd::simd<Key, Count> candidates, Key bound) {
    std::uint32_t left = esimd::pack_mask((candidates > last()) & (candidates <= bound));
    while (left != 0) {
      const Key key = candidates[static_cast<int>(esimd::fbl(left))];
      left &= left - 1;
      if (key > last())
        insert(key);
    }
  }
};

} // namespace xeforge::tile
