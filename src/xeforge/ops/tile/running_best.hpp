// The best keys seen so far, in one vector, largest first. Candidates come sixteen at a time; most are turned away by
// one comparison with the last place.
#pragma once

#include "xeforge/ops/tile/score_keys.hpp"

namespace xeforge::tile {

template <class Key, int Length>
struct RunningBest {
  esimd::simd<Key, Length> keys = lowest_key<Key>;

  ESIMD_INLINE Key last() const { return keys[Length - 1]; }

  // A key goes where its forerunner stays and it is the larger one; a key below all of them falls out.
  ESIMD_INLINE void insert(Key key) {
    esimd::simd<Key, Length> forerunners = std::numeric_limits<Key>::max();
    if constexpr (Length > 1)
      forerunners.template select<Length - 1, 1>(1) = keys.template select<Length - 1, 1>(0);
    keys = esimd::max(keys, esimd::simd<Key, Length>(esimd::min(forerunners, esimd::simd<Key, Length>(key))));
  }

  // Inserts those candidates that are not above bound.
  template <int Count>
  ESIMD_INLINE void offer(esimd::simd<Key, Count> candidates, Key bound) {
    std::uint32_t left = esimd::pack_mask((candidates > last()) & (candidates <= bound));
    while (left != 0) {
      const Key key = candidates[static_cast<int>(esimd::fbl(left))];
      left &= left - 1;
      insert(key);
    }
  }
};

} // namespace xeforge::tile
