// Prefetches: hints for the cache, never accesses. Addresses may lie anywhere. A prefetch names the cache levels it is
// for in its properties.
#pragma once

#include "xeforge/esimd/gather.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {

// ---- VS adjacent elements at one address ----------------------------------------------------------------------------
template <class T, int VS = 1, detail::GlobalSource<T> Base, detail::PropertyList List>
XEFORGE_INLINE void prefetch(Base base, List) {
  port::prefetch<T, VS, detail::properties_of<List>::hints()>(detail::accesses::source_pointer<T>(base));
}
template <class T, int VS = 1, detail::GlobalSource<T> Base, detail::ScalarOffset Offset, detail::PropertyList List>
XEFORGE_INLINE void prefetch(Base base, const Offset& byte_offset, List list) {
  prefetch<T, VS>(
      detail::accesses::advance(detail::accesses::source_pointer<T>(base), detail::accesses::wide_offset(byte_offset)),
      list);
}
template <class T, int VS = 1, detail::GlobalSource<T> Base, detail::PropertyList List>
XEFORGE_INLINE void prefetch(Base base, simd_mask<1> predicate, List list) {
  if (predicate)
    prefetch<T, VS>(base, list);
}
template <class T, int VS = 1, detail::GlobalSource<T> Base, detail::ScalarOffset Offset, detail::PropertyList List>
XEFORGE_INLINE void prefetch(Base base, const Offset& byte_offset, simd_mask<1> predicate, List list) {
  if (predicate)
    prefetch<T, VS>(base, byte_offset, list);
}

// ---- N / VS lanes of VS adjacent elements ---------------------------------------------------------------------------
template <class T, int N, int VS = 1, detail::GlobalSource<T> Base, detail::Offsets Offsets, detail::PropertyList List>
  requires(detail::length_of<Offsets> == N / VS)
XEFORGE_INLINE void prefetch(Base base, const Offsets& byte_offsets, simd_mask<N / VS> mask, List) {
  detail::accesses::check_lanes<Offsets, N, VS>();
  port::prefetch_lanes<T, N / VS, VS, detail::properties_of<List>::hints()>(
      detail::accesses::source_pointer<T>(base), detail::accesses::wide_offsets<N / VS>(byte_offsets), mask.data());
}
template <class T, int N, int VS = 1, detail::GlobalSource<T> Base, detail::Offsets Offsets, detail::PropertyList List>
  requires(detail::length_of<Offsets> == N / VS)
XEFORGE_INLINE void prefetch(Base base, const Offsets& byte_offsets, List list) {
  prefetch<T, N, VS>(base, byte_offsets, simd_mask<N / VS>(1), list);
}

// T and N from a pointer and the offsets.
template <class T, detail::PropertyList List>
XEFORGE_INLINE void prefetch(const T* base, List list) {
  prefetch<T, 1>(base, list);
}
template <class T, class Offset, int N, detail::PropertyList List>
XEFORGE_INLINE void prefetch(const T* base, const simd<Offset, N>& byte_offsets, List list) {
  prefetch<T, N, 1>(base, byte_offsets, simd_mask<N>(1), list);
}
template <class T, class Offset, int N, detail::PropertyList List>
XEFORGE_INLINE void prefetch(const T* base, const simd<Offset, N>& byte_offsets, simd_mask<N> mask, List list) {
  prefetch<T, N, 1>(base, byte_offsets, mask, list);
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
