// lsc_gather, lsc_scatter, lsc_prefetch, lsc_slm_gather, lsc_slm_scatter: NElts adjacent elements for each of N lanes.
// Element e of lane l is vector index e * N + l. The template arguments are T, NElts, data size, hints for L1 and L2,
// N, type of the offsets; offsets are a vector, a view, or one number for all lanes. Lanes that are off touch no
// memory; in a gather they give pass_thru, or 0 where there is none.
#pragma once

#include "xeforge/esimd/memory/lsc_elements.hpp"
#include "xeforge/esimd/memory/prefetch.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {

// ---- gather ---------------------------------------------------------------------------------------------------------
template <class T, int NElts = 1, lsc_data_size DS = lsc_data_size::default_size, cache_hint L1H = cache_hint::none,
          cache_hint L2H = cache_hint::none, int N, std::integral Toffset>
XEFORGE_INLINE simd<T, N * NElts> lsc_gather(const T* base, simd<Toffset, N> offsets,
                                             detail::as_given<simd_mask<N>> predicate,
                                             detail::as_given<simd<T, N * NElts>> pass_thru) {
  return detail::accesses::lsc_gather_lanes<T, NElts, DS, detail::lsc_hints<L1H, L2H>, N>(base, offsets, predicate,
                                                                                          pass_thru);
}
template <class T, int NElts = 1, lsc_data_size DS = lsc_data_size::default_size, cache_hint L1H = cache_hint::none,
          cache_hint L2H = cache_hint::none, int N, std::integral Toffset>
XEFORGE_INLINE simd<T, N * NElts> lsc_gather(const T* base, simd<Toffset, N> offsets,
                                             detail::as_given<simd_mask<N>> predicate = 1) {
  return detail::accesses::lsc_gather_lanes<T, NElts, DS, detail::lsc_hints<L1H, L2H>, N>(base, offsets, predicate,
                                                                                          simd<T, N * NElts>(T(0)));
}
// A view; N may be given, and is the number of its elements.
template <class T, int NElts = 1, lsc_data_size DS = lsc_data_size::default_size, cache_hint L1H = cache_hint::none,
          cache_hint L2H = cache_hint::none, int N = 0, detail::View Toffset>
XEFORGE_INLINE simd<T, detail::length_of<Toffset> * NElts>
lsc_gather(const T* base, const Toffset& offsets, detail::as_given<simd_mask<detail::length_of<Toffset>>> predicate,
           detail::as_given<simd<T, detail::length_of<Toffset> * NElts>> pass_thru) {
  return detail::accesses::lsc_gather_lanes<T, NElts, DS, detail::lsc_hints<L1H, L2H>, detail::length_of<Toffset>>(
      base, offsets, predicate, pass_thru);
}
template <class T, int NElts = 1, lsc_data_size DS = lsc_data_size::default_size, cache_hint L1H = cache_hint::none,
          cache_hint L2H = cache_hint::none, int N = 0, detail::View Toffset>
XEFORGE_INLINE simd<T, detail::length_of<Toffset> * NElts>
lsc_gather(const T* base, const Toffset& offsets,
           detail::as_given<simd_mask<detail::length_of<Toffset>>> predicate = 1) {
  return detail::accesses::lsc_gather_lanes<T, NElts, DS, detail::lsc_hints<L1H, L2H>, detail::length_of<Toffset>>(
      base, offsets, predicate, simd<T, detail::length_of<Toffset> * NElts>(T(0)));
}
// One offset for all lanes.
template <class T, int NElts = 1, lsc_data_size DS = lsc_data_size::default_size, cache_hint L1H = cache_hint::none,
          cache_hint L2H = cache_hint::none, int N = 1, std::integral Toffset>
XEFORGE_INLINE simd<T, N * NElts> lsc_gather(const T* base, Toffset offset, detail::as_given<simd_mask<N>> predicate,
                                             detail::as_given<simd<T, N * NElts>> pass_thru) {
  return detail::accesses::lsc_gather_lanes<T, NElts, DS, detail::lsc_hints<L1H, L2H>, N>(
      base, simd<Toffset, N>(offset), predicate, pass_thru);
}
template <class T, int NElts = 1, lsc_data_size DS = lsc_data_size::default_size, cache_hint L1H = cache_hint::none,
          cache_hint L2H = cache_hint::none, int N = 1, std::integral Toffset>
XEFORGE_INLINE simd<T, N * NElts> lsc_gather(const T* base, Toffset offset,
                                             detail::as_given<simd_mask<N>> predicate = 1) {
  return detail::accesses::lsc_gather_lanes<T, NElts, DS, detail::lsc_hints<L1H, L2H>, N>(
      base, simd<Toffset, N>(offset), predicate, simd<T, N * NElts>(T(0)));
}
// Through an accessor.
template <class T, int NElts = 1, lsc_data_size DS = lsc_data_size::default_size, cache_hint L1H = cache_hint::none,
          cache_hint L2H = cache_hint::none, int N = 0, detail::Spellable... Spelled, detail::Accessor Base,
          detail::Offsets Toffset>
XEFORGE_INLINE simd<T, detail::length_of<Toffset> * NElts>
lsc_gather(Base base, const Toffset& offsets, detail::as_given<simd_mask<detail::length_of<Toffset>>> predicate,
           detail::as_given<simd<T, detail::length_of<Toffset> * NElts>> pass_thru) {
  return detail::accesses::lsc_gather_lanes<T, NElts, DS, detail::lsc_hints<L1H, L2H>, detail::length_of<Toffset>>(
      base, offsets, predicate, pass_thru);
}
template <class T, int NElts = 1, lsc_data_size DS = lsc_data_size::default_size, cache_hint L1H = cache_hint::none,
          cache_hint L2H = cache_hint::none, int N = 0, detail::Spellable... Spelled, detail::Accessor Base,
          detail::Offsets Toffset>
XEFORGE_INLINE simd<T, detail::length_of<Toffset> * NElts>
lsc_gather(Base base, const Toffset& offsets, detail::as_given<simd_mask<detail::length_of<Toffset>>> predicate = 1) {
  return detail::accesses::lsc_gather_lanes<T, NElts, DS, detail::lsc_hints<L1H, L2H>, detail::length_of<Toffset>>(
      base, offsets, predicate, simd<T, detail::length_of<Toffset> * NElts>(T(0)));
}

// ---- scatter --------------------------------------------------------------------------------------------------------
template <class T, int NElts = 1, lsc_data_size DS = lsc_data_size::default_size, cache_hint L1H = cache_hint::none,
          cache_hint L2H = cache_hint::none, int N, std::integral Toffset>
XEFORGE_INLINE void lsc_scatter(T* base, simd<Toffset, N> offsets, detail::as_given<simd<T, N * NElts>> values,
                                detail::as_given<simd_mask<N>> predicate = 1) {
  detail::accesses::lsc_scatter_lanes<T, NElts, DS, detail::lsc_hints<L1H, L2H>, N>(base, offsets, values, predicate);
}
template <class T, int NElts = 1, lsc_data_size DS = lsc_data_size::default_size, cache_hint L1H = cache_hint::none,
          cache_hint L2H = cache_hint::none, int N = 0, detail::View Toffset>
XEFORGE_INLINE void lsc_scatter(T* base, const Toffset& offsets,
                                detail::as_given<simd<T, detail::length_of<Toffset> * NElts>> values,
                                detail::as_given<simd_mask<detail::length_of<Toffset>>> predicate = 1) {
  detail::accesses::lsc_scatter_lanes<T, NElts, DS, detail::lsc_hints<L1H, L2H>, detail::length_of<Toffset>>(
      base, offsets, values, predicate);
}
template <class T, int NElts = 1, lsc_data_size DS = lsc_data_size::default_size, cache_hint L1H = cache_hint::none,
          cache_hint L2H = cache_hint::none, int N = 1, std::integral Toffset>
XEFORGE_INLINE void lsc_scatter(T* base, Toffset offset, detail::as_given<simd<T, N * NElts>> values,
                                detail::as_given<simd_mask<N>> predicate = 1) {
  detail::accesses::lsc_scatter_lanes<T, NElts, DS, detail::lsc_hints<L1H, L2H>, N>(base, simd<Toffset, N>(offset),
                                                                                    values, predicate);
}
template <class T, int NElts = 1, lsc_data_size DS = lsc_data_size::default_size, cache_hint L1H = cache_hint::none,
          cache_hint L2H = cache_hint::none, int N = 0, detail::Spellable... Spelled, detail::Accessor Base,
          detail::Offsets Toffset>
XEFORGE_INLINE void lsc_scatter(Base base, const Toffset& offsets,
                                detail::as_given<simd<T, detail::length_of<Toffset> * NElts>> values,
                                detail::as_given<simd_mask<detail::length_of<Toffset>>> predicate = 1) {
  detail::accesses::lsc_scatter_lanes<T, NElts, DS, detail::lsc_hints<L1H, L2H>, detail::length_of<Toffset>>(
      base, offsets, values, predicate);
}
// T from the values.
template <detail::Accessor Base, detail::Offsets Toffset, detail::Vector Values, class... Mask>
XEFORGE_INLINE void lsc_scatter(Base base, const Toffset& offsets, const Values& values, const Mask&... predicate) {
  lsc_scatter<detail::element_t<Values>>(base, offsets, values, predicate...);
}

// ---- prefetch -------------------------------------------------------------------------------------------------------
template <class T, int NElts = 1, lsc_data_size DS = lsc_data_size::default_size, cache_hint L1H = cache_hint::none,
          cache_hint L2H = cache_hint::none, int N, std::integral Toffset>
XEFORGE_INLINE void lsc_prefetch(const T* base, simd<Toffset, N> offsets,
                                 detail::as_given<simd_mask<N>> predicate = 1) {
  detail::accesses::check_data_size<T, DS>();
  prefetch<detail::memory_element_t<T, DS>, N * NElts, NElts>(
      reinterpret_cast<const detail::memory_element_t<T, DS>*>(base), offsets, predicate,
      detail::lsc_hints<L1H, L2H>());
}
template <class T, int NElts = 1, lsc_data_size DS = lsc_data_size::default_size, cache_hint L1H = cache_hint::none,
          cache_hint L2H = cache_hint::none, int N = 0, detail::View Toffset>
XEFORGE_INLINE void lsc_prefetch(const T* base, const Toffset& offsets,
                                 detail::as_given<simd_mask<detail::length_of<Toffset>>> predicate = 1) {
  detail::accesses::check_data_size<T, DS>();
  prefetch<detail::memory_element_t<T, DS>, detail::length_of<Toffset> * NElts, NElts>(
      reinterpret_cast<const detail::memory_element_t<T, DS>*>(base), offsets, predicate,
      detail::lsc_hints<L1H, L2H>());
}
template <class T, int NElts = 1, lsc_data_size DS = lsc_data_size::default_size, cache_hint L1H = cache_hint::none,
          cache_hint L2H = cache_hint::none, int N = 1, std::integral Toffset>
XEFORGE_INLINE void lsc_prefetch(const T* base, Toffset offset, detail::as_given<simd_mask<N>> predicate = 1) {
  detail::accesses::check_data_size<T, DS>();
  prefetch<detail::memory_element_t<T, DS>, N * NElts, NElts>(
      reinterpret_cast<const detail::memory_element_t<T, DS>*>(base), simd<Toffset, N>(offset), predicate,
      detail::lsc_hints<L1H, L2H>());
}
template <class T, int NElts = 1, lsc_data_size DS = lsc_data_size::default_size, cache_hint L1H = cache_hint::none,
          cache_hint L2H = cache_hint::none, int N = 0, detail::Spellable... Spelled, detail::BufferAccessor Base,
          detail::Offsets Toffset>
XEFORGE_INLINE void lsc_prefetch(Base base, const Toffset& offsets,
                                 detail::as_given<simd_mask<detail::length_of<Toffset>>> predicate = 1) {
  detail::accesses::check_data_size<T, DS>();
  prefetch<detail::memory_element_t<T, DS>, detail::length_of<Toffset> * NElts, NElts>(
      detail::accesses::source_pointer<detail::memory_element_t<T, DS>>(base), offsets, predicate,
      detail::lsc_hints<L1H, L2H>());
}
// NElts elements at one address.
template <class T, int NElts = 1, lsc_data_size DS = lsc_data_size::default_size, cache_hint L1H = cache_hint::none,
          cache_hint L2H = cache_hint::none>
XEFORGE_INLINE void lsc_prefetch(const T* base) {
  detail::accesses::check_data_size<T, DS>();
  prefetch<T, NElts>(base, detail::lsc_hints<L1H, L2H>());
}
template <class T, int NElts = 1, lsc_data_size DS = lsc_data_size::default_size, cache_hint L1H = cache_hint::none,
          cache_hint L2H = cache_hint::none, detail::BufferAccessor Base>
XEFORGE_INLINE void lsc_prefetch(Base base, detail::as_given<std::uint64_t> byte_offset = 0) {
  detail::accesses::check_data_size<T, DS>();
  prefetch<T, NElts>(base, byte_offset, detail::lsc_hints<L1H, L2H>());
}

// ---- shared local memory --------------------------------------------------------------------------------------------
template <class T, int NElts = 1, lsc_data_size DS = lsc_data_size::default_size, int N = 0, detail::Offsets Toffset>
XEFORGE_INLINE simd<T, detail::length_of<Toffset> * NElts>
lsc_slm_gather(const Toffset& offsets, detail::as_given<simd_mask<detail::length_of<Toffset>>> predicate,
               detail::as_given<simd<T, detail::length_of<Toffset> * NElts>> pass_thru) {
  return detail::accesses::lsc_gather_lanes<T, NElts, DS, properties<>, detail::length_of<Toffset>>(
      detail::GroupMemory(), offsets, predicate, pass_thru);
}
template <class T, int NElts = 1, lsc_data_size DS = lsc_data_size::default_size, int N = 0, detail::Offsets Toffset>
XEFORGE_INLINE simd<T, detail::length_of<Toffset> * NElts>
lsc_slm_gather(const Toffset& offsets, detail::as_given<simd_mask<detail::length_of<Toffset>>> predicate = 1) {
  return lsc_slm_gather<T, NElts, DS>(offsets, predicate, simd<T, detail::length_of<Toffset> * NElts>(T(0)));
}
template <class T, int NElts = 1, lsc_data_size DS = lsc_data_size::default_size, int N = 0, detail::Offsets Toffset>
XEFORGE_INLINE void lsc_slm_scatter(const Toffset& offsets,
                                    detail::as_given<simd<T, detail::length_of<Toffset> * NElts>> values,
                                    detail::as_given<simd_mask<detail::length_of<Toffset>>> predicate = 1) {
  detail::accesses::lsc_scatter_lanes<T, NElts, DS, properties<>, detail::length_of<Toffset>>(
      detail::GroupMemory(), offsets, values, predicate);
}
template <detail::Offsets Toffset, detail::Vector Values, class... Mask>
XEFORGE_INLINE void lsc_slm_scatter(const Toffset& offsets, const Values& values, const Mask&... predicate) {
  lsc_slm_scatter<detail::element_t<Values>>(offsets, values, predicate...);
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
