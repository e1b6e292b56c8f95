// Global memory through pointers: block_load, block_store, gather, scatter, prefetch. Offsets are in bytes. Optional
// arguments come in the order base, offset, values, mask, pass_thru, properties.
#pragma once

#include "xeforge/esimd/properties.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {
namespace detail {

template <class T>
inline constexpr int default_alignment = sizeof(T) > 4 ? static_cast<int>(sizeof(T)) : 4;

template <class T>
XEFORGE_INLINE const T* advance(const T* base, std::size_t byte_offset) {
  return reinterpret_cast<const T*>(reinterpret_cast<const char*>(base) + byte_offset);
}
template <class T>
XEFORGE_INLINE T* advance(T* base, std::size_t byte_offset) {
  return reinterpret_cast<T*>(reinterpret_cast<char*>(base) + byte_offset);
}

// Byte offsets of lanes as 64-bit numbers: negative signed offsets extend their sign.
template <int N, class Offsets>
XEFORGE_INLINE vec<std::uint64_t, N> wide_offsets(const Offsets& offsets) {
  using Offset = element_t<Offsets>;
  static_assert(std::is_integral_v<Offset>, "gather and scatter: offsets are integers");
  if constexpr (std::is_signed_v<Offset>)
    return bit_cast<vec<std::uint64_t, N>>(port::convert<std::int64_t, Offset, N>(raw_of(offsets)));
  else
    return port::convert<std::uint64_t, Offset, N>(raw_of(offsets));
}

template <class X>
concept Offsets = Vector<X> && !Mask<X> && std::is_integral_v<element_t<X>>;

} // namespace detail

// ---- block_load: N adjacent elements. Alignment assumed unless a property says otherwise: max(4, sizeof(T))
// ----------
template <class T, int N, detail::PropertyList List = properties<>>
XEFORGE_INLINE simd<T, N> block_load(const T* address, List = {}) {
  using P = detail::properties_of<List>;
  return port::load<T, N, P::alignment_or(detail::default_alignment<T>), P::hints()>(address);
}
template <class T, int N, detail::PropertyList List = properties<>>
XEFORGE_INLINE simd<T, N> block_load(const T* base, std::size_t byte_offset, List list = {}) {
  return block_load<T, N>(detail::advance(base, byte_offset), list);
}
// Where the predicate is off nothing is read and the result is pass_thru.
template <class T, int N, detail::PropertyList List = properties<>>
XEFORGE_INLINE simd<T, N> block_load(const T* address, simd_mask<1> predicate, simd<T, N> pass_thru, List list = {}) {
  if (predicate)
    return block_load<T, N>(address, list);
  return pass_thru;
}
template <class T, int N, detail::PropertyList List = properties<>>
XEFORGE_INLINE simd<T, N> block_load(const T* address, simd_mask<1> predicate, List list = {}) {
  return block_load<T, N>(address, predicate, simd<T, N>(0), list);
}
template <class T, int N, detail::PropertyList List = properties<>>
XEFORGE_INLINE simd<T, N> block_load(const T* base, std::size_t byte_offset, simd_mask<1> predicate,
                                     simd<T, N> pass_thru, List list = {}) {
  return block_load<T, N>(detail::advance(base, byte_offset), predicate, pass_thru, list);
}
template <class T, int N, detail::PropertyList List = properties<>>
XEFORGE_INLINE simd<T, N> block_load(const T* base, std::size_t byte_offset, simd_mask<1> predicate, List list = {}) {
  return block_load<T, N>(detail::advance(base, byte_offset), predicate, list);
}
template <class T, int N, detail::AlignmentTag Flags>
XEFORGE_INLINE simd<T, N> block_load(const T* address, Flags) {
  return port::load<T, N, Flags::template alignment<T, N>, port::Hints{}>(address);
}

// ---- block_store ----------------------------------------------------------------------------------------------------
template <class T, int N, detail::PropertyList List = properties<>>
XEFORGE_INLINE void block_store(T* address, simd<T, N> values, List = {}) {
  using P = detail::properties_of<List>;
  port::store<T, N, P::alignment_or(detail::default_alignment<T>), P::hints()>(address, values.data());
}
template <class T, int N, detail::PropertyList List = properties<>>
XEFORGE_INLINE void block_store(T* base, std::size_t byte_offset, simd<T, N> values, List list = {}) {
  block_store<T, N>(detail::advance(base, byte_offset), values, list);
}
template <class T, int N, detail::PropertyList List = properties<>>
XEFORGE_INLINE void block_store(T* address, simd<T, N> values, simd_mask<1> predicate, List list = {}) {
  if (predicate)
    block_store<T, N>(address, values, list);
}
template <class T, int N, detail::PropertyList List = properties<>>
XEFORGE_INLINE void block_store(T* base, std::size_t byte_offset, simd<T, N> values, simd_mask<1> predicate,
                                List list = {}) {
  block_store<T, N>(detail::advance(base, byte_offset), values, predicate, list);
}
template <class T, int N, detail::AlignmentTag Flags>
XEFORGE_INLINE void block_store(T* address, simd<T, N> values, Flags) {
  port::store<T, N, Flags::template alignment<T, N>, port::Hints{}>(address, values.data());
}

// ---- gather: N / VS lanes, each VS adjacent elements; element e of lane l is result[e * N / VS + l]
// --------------------
template <class T, int N, int VS = 1, detail::Offsets Offsets, detail::PropertyList List = properties<>>
XEFORGE_INLINE simd<T, N> gather(const T* base, const Offsets& byte_offsets, simd_mask<N / VS> mask,
                                 simd<T, N> pass_thru, List = {}) {
  static_assert(N % VS == 0 && detail::length_of<Offsets> == N / VS, "gather: one offset for every VS elements");
  return port::gather<T, N / VS, VS, detail::properties_of<List>::hints()>(
      base, detail::wide_offsets<N / VS>(byte_offsets), mask.data(), pass_thru.data());
}
// Lanes that are off read nothing and give 0.
template <class T, int N, int VS = 1, detail::Offsets Offsets, detail::PropertyList List = properties<>>
XEFORGE_INLINE simd<T, N> gather(const T* base, const Offsets& byte_offsets, simd_mask<N / VS> mask, List list = {}) {
  return gather<T, N, VS>(base, byte_offsets, mask, simd<T, N>(0), list);
}
template <class T, int N, int VS = 1, detail::Offsets Offsets, detail::PropertyList List = properties<>>
XEFORGE_INLINE simd<T, N> gather(const T* base, const Offsets& byte_offsets, List list = {}) {
  return gather<T, N, VS>(base, byte_offsets, simd_mask<N / VS>(1), list);
}
template <class T, class Offset, int N, detail::PropertyList List = properties<>>
XEFORGE_INLINE simd<T, N> gather(const T* base, const simd<Offset, N>& byte_offsets, List list = {}) {
  return gather<T, N, 1>(base, byte_offsets, simd_mask<N>(1), list);
}

// ---- scatter: colliding lanes are written in ascending order
// -----------------------------------------------------------
template <class T, int N, int VS = 1, detail::Offsets Offsets, detail::PropertyList List = properties<>>
XEFORGE_INLINE void scatter(T* base, const Offsets& byte_offsets, simd<T, N> values, simd_mask<N / VS> mask,
                            List = {}) {
  static_assert(N % VS == 0 && detail::length_of<Offsets> == N / VS, "scatter: one offset for every VS elements");
  port::scatter<T, N / VS, VS, detail::properties_of<List>::hints()>(base, detail::wide_offsets<N / VS>(byte_offsets),
                                                                     values.data(), mask.data());
}
template <class T, int N, int VS = 1, detail::Offsets Offsets, detail::PropertyList List = properties<>>
XEFORGE_INLINE void scatter(T* base, const Offsets& byte_offsets, simd<T, N> values, List list = {}) {
  scatter<T, N, VS>(base, byte_offsets, values, simd_mask<N / VS>(1), list);
}

// ---- prefetch: VS adjacent elements at base + byte_offset. A hint for the cache, never an access
// -----------------------
template <class T, int VS = 1, detail::PropertyList List>
XEFORGE_INLINE void prefetch(const T* base, std::size_t byte_offset, List) {
  port::prefetch<T, VS, detail::properties_of<List>::hints()>(detail::advance(base, byte_offset));
}
template <class T, int VS = 1, detail::PropertyList List>
XEFORGE_INLINE void prefetch(const T* base, List list) {
  prefetch<T, VS>(base, 0, list);
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
