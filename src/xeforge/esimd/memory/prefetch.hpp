// Prefetches: hints for the cache, never accesses. Addresses may lie anywhere. A prefetch names the cache levels it is
// for in its properties.
#pragma once

#include "xeforge/esimd/memory/gather.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {

namespace detail {
// One address for VS elements. A vector of one offset for one element is a lane: the result is the same, and a call
// that can be read as both has to mean one of them.
template <class X, int VS>
concept SingleOffset = ScalarOffset<X> && !(VS == 1 && Vector<X>);
} // namespace detail

// ---- VS adjacent elements at one address ----------------------------------------------------------------------------
template <class T, int VS = 1, detail::Spellable... Spelled, detail::GlobalSource<T> Base,
          detail::PropertyList List = detail::spelled_list<Spelled...>>
XEFORGE_INLINE void prefetch(Base base, List = {}) {
  port::prefetch<T, VS, detail::properties_of<List>::hints()>(detail::accesses::source_pointer<T>(base));
}
template <class T, int VS = 1, detail::Spellable... Spelled, detail::GlobalSource<T> Base,
          detail::SingleOffset<VS> Offset, detail::PropertyList List = detail::spelled_list<Spelled...>>
XEFORGE_INLINE void prefetch(Base base, const Offset& byte_offset, List list = {}) {
  prefetch<T, VS>(
      detail::accesses::advance(detail::accesses::source_pointer<T>(base), detail::accesses::wide_offset(byte_offset)),
      list);
}
template <class T, int VS = 1, detail::Spellable... Spelled, detail::GlobalSource<T> Base,
          detail::PropertyList List = detail::spelled_list<Spelled...>>
XEFORGE_INLINE void prefetch(Base base, simd_mask<1> predicate, List list = {}) {
  if (predicate)
    prefetch<T, VS>(base, list);
}
template <class T, int VS = 1, detail::Spellable... Spelled, detail::GlobalSource<T> Base,
          detail::SingleOffset<VS> Offset, detail::PropertyList List = detail::spelled_list<Spelled...>>
XEFORGE_INLINE void prefetch(Base base, const Offset& byte_offset, simd_mask<1> predicate, List list = {}) {
  if (predicate)
    prefetch<T, VS>(base, byte_offset, list);
}
// T from a pointer.
template <class T, detail::PropertyList List>
XEFORGE_INLINE void prefetch(const T* base, List list) {
  prefetch<T, 1>(base, list);
}
template <class T, detail::SingleOffset<1> Offset, detail::PropertyList List>
XEFORGE_INLINE void prefetch(const T* base, const Offset& byte_offset, List list) {
  prefetch<T, 1>(base, byte_offset, list);
}
template <class T, detail::PropertyList List>
XEFORGE_INLINE void prefetch(const T* base, simd_mask<1> predicate, List list) {
  prefetch<T, 1>(base, predicate, list);
}
template <class T, detail::SingleOffset<1> Offset, detail::PropertyList List>
XEFORGE_INLINE void prefetch(const T* base, const Offset& byte_offset, simd_mask<1> predicate, List list) {
  prefetch<T, 1>(base, byte_offset, predicate, list);
}

// ---- N / VS lanes of VS adjacent elements ---------------------------------------------------------------------------
template <class T, int N, int VS = 1, detail::Spellable... Spelled, detail::GlobalSource<T> Base,
          detail::OffsetsOf<Spelled...> Offsets, detail::PropertyList List = detail::spelled_list<Spelled...>>
  requires(std::integral<Offsets> || detail::length_of<Offsets> == N / VS)
XEFORGE_INLINE void prefetch(Base base, const Offsets& byte_offsets, simd_mask<N / VS> mask, List = {}) {
  decltype(auto) offsets = detail::accesses::as_spelled<N / VS, Spelled...>(byte_offsets);
  detail::accesses::check_lanes<decltype(offsets), N, VS>();
  port::prefetch_lanes<T, N / VS, VS, detail::properties_of<List>::hints()>(
      detail::accesses::source_pointer<T>(base), detail::accesses::wide_offsets<N / VS>(offsets), mask.data());
}
template <class T, int N, int VS = 1, detail::Spellable... Spelled, detail::GlobalSource<T> Base,
          detail::OffsetsOf<Spelled...> Offsets, detail::PropertyList List = detail::spelled_list<Spelled...>>
  requires(std::integral<Offsets> || detail::length_of<Offsets> == N / VS)
XEFORGE_INLINE void prefetch(Base base, const Offsets& byte_offsets, List list = {}) {
  prefetch<T, N, VS, Spelled...>(base, byte_offsets, simd_mask<N / VS>(1), list);
}
// Types spelled out right behind N.
template <class T, int N, detail::Spellable First, detail::Spellable... Spelled, detail::GlobalSource<T> Base,
          detail::Offsets Offsets, class... Optional>
  requires(detail::length_of<Offsets> == N)
XEFORGE_INLINE void prefetch(Base base, const Offsets& byte_offsets, const Optional&... optional) {
  prefetch<T, N, 1, First, Spelled...>(base, byte_offsets, optional...);
}
// VS alone is given.
template <int VS, detail::View Offsets, class T, int N = VS * detail::length_of<Offsets>, class... Optional>
XEFORGE_INLINE void prefetch(const T* base, const Offsets& byte_offsets, const Optional&... optional) {
  prefetch<T, N, VS>(base, byte_offsets, optional...);
}
// T from a pointer, N from the offsets.
template <class T, detail::Offsets Offsets, detail::PropertyList List>
XEFORGE_INLINE void prefetch(const T* base, const Offsets& byte_offsets, List list) {
  prefetch<T, detail::length_of<Offsets>, 1>(base, byte_offsets, list);
}
template <class T, detail::Offsets Offsets, detail::PropertyList List>
XEFORGE_INLINE void prefetch(const T* base, const Offsets& byte_offsets, simd_mask<detail::length_of<Offsets>> mask,
                             List list) {
  prefetch<T, detail::length_of<Offsets>, 1>(base, byte_offsets, mask, list);
}
// N from the offsets, of an accessor.
template <class T, detail::BufferAccessor Base, detail::Offsets Offsets, detail::PropertyList List>
XEFORGE_INLINE void prefetch(Base base, const Offsets& byte_offsets, List list) {
  prefetch<T, detail::length_of<Offsets>, 1>(base, byte_offsets, list);
}
template <class T, detail::BufferAccessor Base, detail::Offsets Offsets, detail::PropertyList List>
XEFORGE_INLINE void prefetch(Base base, const Offsets& byte_offsets, simd_mask<detail::length_of<Offsets>> mask,
                             List list) {
  prefetch<T, detail::length_of<Offsets>, 1>(base, byte_offsets, mask, list);
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
