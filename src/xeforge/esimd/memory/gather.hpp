// Accesses with one address per lane, in global memory or (through a local accessor) in shared local memory: gather,
// scatter. Offsets are in bytes, of any integer type, and may be views. N elements are N / VS lanes of VS adjacent
// elements; element e of lane l is vector index e * N / VS + l. Disabled lanes access no memory; in a gather they give
// pass_thru, or 0 without one. Optional arguments come in the order base, offsets, values, mask,
// pass_thru, properties. In programs of 2021 some of them mean something else: meanings_2021.hpp.
#pragma once

#include "xeforge/esimd/memory/accessor.hpp"

#ifndef XEFORGE_ESIMD_2021
#define XEFORGE_ESIMD_TODAY // for <CL/sycl/INTEL/esimd.hpp>, which must come first
#endif

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {
namespace detail {

constexpr bool is_vector_size(int elements) {
  return elements >= 1 && elements <= 64 && (elements == 3 || (elements & (elements - 1)) == 0);
}

// Elements to write or to pass through, from which their type and number follow.
template <class X>
concept Values = Vector<X> && !Mask<X>;

namespace accesses {

template <class Offsets, int N, int VS>
XEFORGE_INLINE constexpr void check_lanes() {
  static_assert(is_vector_size(VS), "gather and scatter: VS elements for one offset are 1, 2, 3, 4, 8, 16, 32 or 64");
  static_assert(N % VS == 0 && length_of<Offsets> == N / VS,
                "gather and scatter: one offset for every VS elements, that is N / VS of them");
}

// The messages of lanes need the alignment of an element: a smaller one could not be kept.
template <class T, class List>
XEFORGE_INLINE constexpr void check_lane_alignment() {
  static_assert(properties_of<List>::alignment_or(static_cast<int>(sizeof(T))) >= static_cast<int>(sizeof(T)),
                "gather and scatter: the alignment is at least the size of an element; move smaller elements");
}

template <class T, int N, int VS, class List, class Base, class Offsets>
XEFORGE_INLINE simd<T, N> gather_lanes(Base base, const Offsets& byte_offsets, simd_mask<N / VS> mask,
                                       simd<T, N> pass_thru, std::uint64_t shared_offset = 0) {
  check_lanes<Offsets, N, VS>();
  check_lane_alignment<T, List>();
  if constexpr (LocalBase<Base>)
    return port::slm_gather<T, N / VS, VS>(local_offsets<N / VS>(byte_offsets) + slm_offset_of(base) +
                                               static_cast<std::uint32_t>(shared_offset),
                                           mask.data(), pass_thru.data());
  else
    return port::gather<T, N / VS, VS, properties_of<List>::hints()>(advance(source_pointer<T>(base), shared_offset),
                                                                     wide_offsets<N / VS>(byte_offsets), mask.data(),
                                                                     pass_thru.data());
}
template <class T, int N, int VS, class List, class Base, class Offsets>
XEFORGE_INLINE void scatter_lanes(Base base, const Offsets& byte_offsets, simd<T, N> values, simd_mask<N / VS> mask,
                                  std::uint64_t shared_offset = 0) {
  check_lanes<Offsets, N, VS>();
  check_lane_alignment<T, List>();
  if constexpr (LocalBase<Base>)
    port::slm_scatter<T, N / VS, VS>(local_offsets<N / VS>(byte_offsets) + target_slm_offset_of(base) +
                                         static_cast<std::uint32_t>(shared_offset),
                                     values.data(), mask.data());
  else
    port::scatter<T, N / VS, VS, properties_of<List>::hints()>(advance(target_pointer<T>(base), shared_offset),
                                                               wide_offsets<N / VS>(byte_offsets), values.data(),
                                                               mask.data());
}
} // namespace accesses
} // namespace detail

#ifndef XEFORGE_ESIMD_2021
// ---- gather ---------------------------------------------------------------------------------------------------------
template <class T, int N, int VS = 1, detail::Spellable... Spelled, detail::Source<T> Base,
          detail::OffsetsOf<Spelled...> Offsets, detail::PropertyList List = detail::spelled_list_or_empty<Spelled...>>
XEFORGE_INLINE simd<T, N> gather(Base base, const Offsets& byte_offsets, simd_mask<N / VS> mask, simd<T, N> pass_thru,
                                 List = {}) {
  return detail::accesses::gather_lanes<T, N, VS, List>(
      base, detail::accesses::as_spelled<N / VS, Spelled...>(byte_offsets), mask, pass_thru);
}
template <class T, int N, int VS = 1, detail::Spellable... Spelled, detail::Source<T> Base,
          detail::OffsetsOf<Spelled...> Offsets, detail::PropertyList List = detail::spelled_list_or_empty<Spelled...>>
XEFORGE_INLINE simd<T, N> gather(Base base, const Offsets& byte_offsets, simd_mask<N / VS> mask, List = {}) {
  return detail::accesses::gather_lanes<T, N, VS, List>(
      base, detail::accesses::as_spelled<N / VS, Spelled...>(byte_offsets), mask, simd<T, N>(0));
}
template <class T, int N, int VS = 1, detail::Spellable... Spelled, detail::Source<T> Base,
          detail::OffsetsOf<Spelled...> Offsets, detail::PropertyList List = detail::spelled_list_or_empty<Spelled...>>
XEFORGE_INLINE simd<T, N> gather(Base base, const Offsets& byte_offsets, List = {}) {
  return detail::accesses::gather_lanes<T, N, VS, List>(
      base, detail::accesses::as_spelled<N / VS, Spelled...>(byte_offsets), simd_mask<N / VS>(1), simd<T, N>(0));
}
// Types spelled out right behind N.
template <class T, int N, detail::Spellable First, detail::Spellable... Spelled, detail::Source<T> Base,
          detail::Offsets Offsets, class... Optional>
XEFORGE_INLINE simd<T, N> gather(Base base, const Offsets& byte_offsets, const Optional&... optional) {
  return gather<T, N, 1, First, Spelled...>(base, byte_offsets, optional...);
}
// T and N from a pointer and the offsets.
template <class T, class Offset, int N, detail::PropertyList List = properties<>>
XEFORGE_INLINE simd<T, N> gather(const T* base, const simd<Offset, N>& byte_offsets, List = {}) {
  return detail::accesses::gather_lanes<T, N, 1, List>(base, byte_offsets, simd_mask<N>(1), simd<T, N>(0));
}
template <class T, class Offset, int N, detail::PropertyList List = properties<>>
XEFORGE_INLINE simd<T, N> gather(const T* base, const simd<Offset, N>& byte_offsets, simd_mask<N> mask, List = {}) {
  return detail::accesses::gather_lanes<T, N, 1, List>(base, byte_offsets, mask, simd<T, N>(0));
}
template <class T, detail::View Offsets, detail::PropertyList List = properties<>>
XEFORGE_INLINE auto gather(const T* base, const Offsets& byte_offsets, List list = {}) {
  return gather<T, detail::length_of<Offsets>>(base, byte_offsets, list);
}
template <class T, detail::View Offsets, detail::PropertyList List = properties<>>
XEFORGE_INLINE auto gather(const T* base, const Offsets& byte_offsets, simd_mask<detail::length_of<Offsets>> mask,
                           List list = {}) {
  return gather<T, detail::length_of<Offsets>>(base, byte_offsets, mask, list);
}
// T and N from pass_thru, where that is a view or VS alone is given.
template <class Base, detail::Offsets Offsets, detail::View PassThru, detail::PropertyList List = properties<>>
  requires detail::Source<Base, detail::element_t<PassThru>>
XEFORGE_INLINE auto gather(Base base, const Offsets& byte_offsets, simd_mask<detail::length_of<Offsets>> mask,
                           const PassThru& pass_thru, List list = {}) {
  return gather<detail::element_t<PassThru>, detail::length_of<PassThru>>(base, byte_offsets, mask, pass_thru, list);
}
template <int VS, class Base, detail::Offsets Offsets, detail::Values PassThru,
          detail::PropertyList List = properties<>>
  requires detail::Source<Base, detail::element_t<PassThru>>
XEFORGE_INLINE auto gather(Base base, const Offsets& byte_offsets, simd_mask<detail::length_of<Offsets>> mask,
                           const PassThru& pass_thru, List list = {}) {
  return gather<detail::element_t<PassThru>, detail::length_of<PassThru>, VS>(base, byte_offsets, mask, pass_thru,
                                                                              list);
}
// VS alone is given, and there is no pass_thru.
template <int VS, detail::View Offsets, class T, int N = VS * detail::length_of<Offsets>,
          detail::PropertyList List = properties<>>
XEFORGE_INLINE simd<T, N> gather(const T* base, const Offsets& byte_offsets, List list = {}) {
  return gather<T, N, VS>(base, byte_offsets, list);
}
template <int VS, detail::View Offsets, class T, int N = VS * detail::length_of<Offsets>,
          detail::PropertyList List = properties<>>
XEFORGE_INLINE simd<T, N> gather(const T* base, const Offsets& byte_offsets, simd_mask<detail::length_of<Offsets>> mask,
                                 List list = {}) {
  return gather<T, N, VS>(base, byte_offsets, mask, list);
}
// N from the offsets alone, of an accessor.
template <class T, detail::Accessor Base, class Offset, int N, detail::PropertyList List = properties<>>
XEFORGE_INLINE simd<T, N> gather(Base base, const simd<Offset, N>& byte_offsets, List = {}) {
  return detail::accesses::gather_lanes<T, N, 1, List>(base, byte_offsets, simd_mask<N>(1), simd<T, N>(0));
}
template <class T, detail::Accessor Base, class Offset, int N, detail::PropertyList List = properties<>>
XEFORGE_INLINE simd<T, N> gather(Base base, const simd<Offset, N>& byte_offsets, simd_mask<N> mask, List = {}) {
  return detail::accesses::gather_lanes<T, N, 1, List>(base, byte_offsets, mask, simd<T, N>(0));
}
// For an accessor, with a byte offset shared by all lanes: then an integer as third argument is not a mask.
template <class T, int N, detail::Accessor Base, detail::Offsets Offsets, std::integral Shared>
XEFORGE_INLINE simd<T, N> gather(Base base, const Offsets& byte_offsets, Shared shared_offset, simd_mask<N> mask = 1) {
  return detail::accesses::gather_lanes<T, N, 1, properties<>>(base, byte_offsets, mask, simd<T, N>(0),
                                                               static_cast<std::uint64_t>(shared_offset));
}
template <class T, detail::Accessor Base, class Offset, int N, std::integral Shared>
XEFORGE_INLINE simd<T, N> gather(Base base, const simd<Offset, N>& byte_offsets, Shared shared_offset,
                                 simd_mask<N> mask = 1) {
  return gather<T, N>(base, byte_offsets, shared_offset, mask);
}

// One offset for all lanes.
template <class T, int N, std::integral Offset>
XEFORGE_INLINE simd<T, N> gather(const T* base, Offset byte_offset, simd_mask<N> mask = 1) {
  return gather<T, N>(base, simd<Offset, N>(byte_offset), mask);
}
template <class T, int N, detail::Accessor Base, std::integral Offset>
XEFORGE_INLINE simd<T, N> gather(Base base, Offset byte_offset) {
  return gather<T, N>(base, simd<Offset, N>(byte_offset));
}

// ---- scatter: colliding lanes are written in ascending order --------------------------------------------------------
template <class T, int N, int VS = 1, detail::Spellable... Spelled, detail::Target<T> Base,
          detail::OffsetsOf<Spelled...> Offsets, detail::PropertyList List = detail::spelled_list_or_empty<Spelled...>>
XEFORGE_INLINE void scatter(Base base, const Offsets& byte_offsets, simd<T, N> values, simd_mask<N / VS> mask,
                            List = {}) {
  detail::accesses::scatter_lanes<T, N, VS, List>(base, detail::accesses::as_spelled<N / VS, Spelled...>(byte_offsets),
                                                  values, mask);
}
template <class T, int N, int VS = 1, detail::Spellable... Spelled, detail::Target<T> Base,
          detail::OffsetsOf<Spelled...> Offsets, detail::PropertyList List = detail::spelled_list_or_empty<Spelled...>>
XEFORGE_INLINE void scatter(Base base, const Offsets& byte_offsets, simd<T, N> values, List = {}) {
  detail::accesses::scatter_lanes<T, N, VS, List>(base, detail::accesses::as_spelled<N / VS, Spelled...>(byte_offsets),
                                                  values, simd_mask<N / VS>(1));
}
// Types spelled out right behind N.
template <class T, int N, detail::Spellable First, detail::Spellable... Spelled, detail::Target<T> Base,
          detail::Offsets Offsets, class... Optional>
XEFORGE_INLINE void scatter(Base base, const Offsets& byte_offsets, simd<T, N> values, const Optional&... optional) {
  scatter<T, N, 1, First, Spelled...>(base, byte_offsets, values, optional...);
}
// Of an accessor, with a byte offset that all lanes share.
template <class T, int N, detail::Accessor Base, detail::Offsets Offsets, std::integral Shared>
  requires detail::Target<Base, T>
XEFORGE_INLINE void scatter(Base base, const Offsets& byte_offsets, simd<T, N> values, Shared shared_offset,
                            simd_mask<N> mask = 1) {
  detail::accesses::scatter_lanes<T, N, 1, properties<>>(base, byte_offsets, values, mask,
                                                         static_cast<std::uint64_t>(shared_offset));
}
// VS alone is given.
template <int VS, class Base, detail::Offsets Offsets, detail::Values Values, class... Optional>
  requires detail::Target<Base, detail::element_t<Values>>
XEFORGE_INLINE void scatter(Base base, const Offsets& byte_offsets, const Values& values, const Optional&... optional) {
  scatter<detail::element_t<Values>, detail::length_of<Values>, VS>(base, byte_offsets, values, optional...);
}
// One offset for all lanes: the value of the last enabled lane remains.
template <class T, int N, std::integral Offset>
XEFORGE_INLINE void scatter(T* base, Offset byte_offset, simd<T, N> values, simd_mask<N> mask = 1) {
  scatter<T, N>(base, simd<Offset, N>(byte_offset), values, mask);
}
template <class T, int N, detail::Accessor Base, std::integral Offset>
  requires detail::Target<Base, T>
XEFORGE_INLINE void scatter(Base base, Offset byte_offset, simd<T, N> values, simd_mask<N> mask = 1) {
  scatter<T, N>(base, simd<Offset, N>(byte_offset), values, mask);
}
// Values that are a view, where T and N are not given.
template <class Base, detail::Offsets Offsets, detail::View Values, class... Optional>
  requires detail::Target<Base, detail::element_t<Values>>
XEFORGE_INLINE void scatter(Base base, const Offsets& byte_offsets, const Values& values, const Optional&... optional) {
  scatter<detail::element_t<Values>, detail::length_of<Values>>(base, byte_offsets, values, optional...);
}
#endif

} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
