// Sorted lists in registers. A list is an array of Depth vectors; every lane holds its own list of Depth keys, largest
// first. All operations are compare-exchanges of whole vectors: no branch depends on data, and the lanes do not mix.
#pragma once

#include <sycl/ext/intel/esimd.hpp>

#include <array>
#include <utility>

// What a build calls its instruction set (esimd/core/vector.hpp); the headers of another compiler do not say.
#ifndef XEFORGE_TARGET
#define XEFORGE_TARGET only
#endif

namespace xeforge::tile {

namespace esimd = sycl::ext::intel::esimd;

// What a register file holds beside temporaries. Longer lists live in memory and come by in pieces of this length.
inline constexpr int held_depth = 16;

template <class Key, int Lanes, int Depth>
struct Lists {
  esimd::simd<Key, Lanes> at[Depth];
};

// After it a has the larger key of every lane.
template <class Key, int Lanes>
ESIMD_INLINE void compare_exchange(esimd::simd<Key, Lanes>& a, esimd::simd<Key, Lanes>& b) {
  const esimd::simd<Key, Lanes> larger = esimd::max(a, b);
  b = esimd::min(a, b);
  a = larger;
}

namespace detail {

struct Exchange {
  int first, second;
};

template <int Capacity>
struct Network {
  std::array<Exchange, Capacity> exchanges{};
  int size = 0;
};

// Batcher's odd-even merge sort for a power of two: 5 exchanges for 4, 19 for 8, 63 for 16.
template <int Depth>
constexpr auto odd_even_merge_sort() {
  Network<Depth * 4> network;
  for (int p = 1; p < Depth; p *= 2)
    for (int k = p; k >= 1; k /= 2)
      for (int j = k % p; j + k < Depth; j += 2 * k)
        for (int i = 0; i < k && i + j + k < Depth; ++i)
          if ((i + j) / (2 * p) == (i + j + k) / (2 * p))
            network.exchanges[network.size++] = {i + j, i + j + k};
  return network;
}

// Sorts a sequence that rises and then falls, or any rotation of one.
template <int Depth>
constexpr auto bitonic_merge() {
  Network<Depth * 2> network;
  for (int stride = Depth / 2; stride >= 1; stride /= 2)
    for (int i = 0; i < Depth; ++i)
      if ((i & stride) == 0)
        network.exchanges[network.size++] = {i, i + stride};
  return network;
}

// Applies a network to the Depth vectors from keys on, all of them in registers at once.
template <auto network, int Depth, class Key, int Lanes>
ESIMD_INLINE void apply(esimd::simd<Key, Lanes>* keys) {
  esimd::simd<Key, Lanes> held[Depth];
#pragma unroll
  for (int i = 0; i < Depth; ++i)
    held[i] = keys[i];
  [&]<int... i>(std::integer_sequence<int, i...>) __attribute__((always_inline)) {
    (compare_exchange(held[network.exchanges[i].first], held[network.exchanges[i].second]), ...);
  }(std::make_integer_sequence<int, network.size>{});
#pragma unroll
  for (int i = 0; i < Depth; ++i)
    keys[i] = held[i];
}

template <int Depth, class Key, int Lanes>
ESIMD_INLINE void sort_bitonic(esimd::simd<Key, Lanes>* keys) {
  if constexpr (Depth <= held_depth) {
    apply<bitonic_merge<Depth>(), Depth>(keys);
  } else {
    for (int i = 0; i < Depth / 2; ++i)
      compare_exchange(keys[i], keys[i + Depth / 2]);
    sort_bitonic<Depth / 2>(keys);
    sort_bitonic<Depth / 2>(keys + Depth / 2);
  }
}

template <int Depth, class Key, int Lanes>
ESIMD_INLINE void sort_any(esimd::simd<Key, Lanes>* keys) {
  if constexpr (Depth <= held_depth) {
    apply<odd_even_merge_sort<Depth>(), Depth>(keys);
  } else {
    constexpr int half = Depth / 2;
    sort_any<half>(keys);
    sort_any<half>(keys + half);
    // The first exchanges of a bitonic merge, with the second half read backwards.
    for (int i = 0; i < half / 2; ++i) {
      compare_exchange(keys[i], keys[Depth - 1 - i]);
      compare_exchange(keys[half - 1 - i], keys[half + i]);
      std::swap(keys[half + i], keys[Depth - 1 - i]);
    }
    sort_bitonic<half>(keys);
    sort_bitonic<half>(keys + half);
  }
}

} // namespace detail

// Depth is a power of two.
template <class Key, int Lanes, int Depth>
ESIMD_INLINE void sort(Lists<Key, Lanes, Depth>& lists) {
  detail::sort_any<Depth>(lists.at);
}

// The largest key that merge_lists<Depth>(a, b) leaves out, lane by lane.
template <class Key, int Lanes, int Depth>
ESIMD_INLINE esimd::simd<Key, Lanes> largest_dropped(const Lists<Key, Lanes, Depth>& a,
                                                     const Lists<Key, Lanes, Depth>& b) {
  esimd::simd<Key, Lanes> largest = esimd::min(a.at[0], b.at[Depth - 1]);
#pragma unroll
  for (int i = 1; i < Depth; ++i)
    largest = esimd::max(largest, esimd::min(a.at[i], b.at[Depth - 1 - i]));
  return largest;
}

// The MergedDepth largest keys of two sorted lists, lane by lane, sorted. MergedDepth is Depth (the smaller half of the
// two lists is dropped: the i-th of one and the i-th last of the other cannot both stay) or 2 * Depth (none is).
template <int MergedDepth, class Key, int Lanes, int Depth>
ESIMD_INLINE Lists<Key, Lanes, MergedDepth> merge_lists(const Lists<Key, Lanes, Depth>& a,
                                                        const Lists<Key, Lanes, Depth>& b) {
  static_assert(MergedDepth == Depth || MergedDepth == 2 * Depth);
  Lists<Key, Lanes, MergedDepth> merged;
#pragma unroll(Depth <= held_depth ? Depth : 1)
  for (int i = 0; i < Depth; ++i) {
    if constexpr (MergedDepth == Depth) {
      merged.at[i] = esimd::max(a.at[i], b.at[Depth - 1 - i]);
    } else {
      merged.at[i] = a.at[i];
      merged.at[Depth + i] = b.at[Depth - 1 - i];
    }
  }
  detail::sort_bitonic<MergedDepth>(merged.at);
  return merged;
}

} // namespace xeforge::tile
