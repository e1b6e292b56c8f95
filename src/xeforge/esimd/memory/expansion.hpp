// Loads that expand and stores that compress: the enabled lanes, in ascending order, take adjacent elements of memory
// or of a vector. mask_expand_load gives 0 in lanes that are off. At most 32 lanes.
#pragma once

#include "xeforge/esimd/math/bits.hpp"
#include "xeforge/esimd/memory/gather.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {
namespace detail::accesses {

// How many lanes before each one are on.
template <int N>
XEFORGE_INLINE simd<std::uint32_t, N> lanes_before(const simd_mask<N>& mask) {
  static_assert(N <= 32, "mask_expand_load and mask_compress_store: at most 32 lanes");
  const simd<std::uint32_t, N> lanes_below = (simd<std::uint32_t, N>(1) << simd<std::uint32_t, N>(0, 1)) - 1u;
  return cbit(lanes_below & pack_mask(mask));
}

template <class T, class List, class Base, int N>
XEFORGE_INLINE simd<T, N> expand(Base base, std::uint64_t byte_offset, const simd_mask<N>& mask) {
  return gather_lanes<T, N, 1, List>(base, lanes_before(mask) * std::uint32_t{sizeof(T)}, mask, simd<T, N>(0),
                                     byte_offset);
}
template <class List, class Base, class T, int N>
XEFORGE_INLINE void compress(Base base, std::uint64_t byte_offset, const simd<T, N>& values, const simd_mask<N>& mask) {
  scatter_lanes<T, N, 1, List>(base, lanes_before(mask) * std::uint32_t{sizeof(T)}, values, mask, byte_offset);
}

} // namespace detail::accesses

template <class T, int N, detail::PropertyList List = properties<>>
XEFORGE_INLINE simd<T, N> mask_expand_load(const T* base, simd_mask<N> mask, List = {}) {
  return detail::accesses::expand<T, List>(base, 0, mask);
}
template <class T, int N, detail::Accessor Base, detail::PropertyList List = properties<>>
XEFORGE_INLINE simd<T, N> mask_expand_load(Base base, std::uint32_t byte_offset, simd_mask<N> mask, List = {}) {
  return detail::accesses::expand<T, List>(base, byte_offset, mask);
}

template <class T, int N, detail::PropertyList List = properties<>>
XEFORGE_INLINE void mask_compress_store(T* base, simd<T, N> values, simd_mask<N> mask, List = {}) {
  detail::accesses::compress<List>(base, 0, values, mask);
}
template <class T, int N, detail::Accessor Base, detail::PropertyList List = properties<>>
XEFORGE_INLINE void mask_compress_store(Base base, std::uint32_t byte_offset, simd<T, N> values, simd_mask<N> mask,
                                        List = {}) {
  detail::accesses::compress<List>(base, byte_offset, values, mask);
}
// Into a vector, from its element `first` on.
template <class T, int N, int M>
XEFORGE_INLINE void mask_compress_store(simd<T, M>& target, std::uint32_t first, simd<T, N> values, simd_mask<N> mask) {
  static_assert(M >= N, "mask_compress_store: the vector that is written has at least as many elements as the values");
  target.template iupdate<N>(simd<std::uint16_t, N>(detail::accesses::lanes_before(mask) + first), values, mask);
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
