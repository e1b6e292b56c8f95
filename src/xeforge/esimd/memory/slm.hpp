// Shared local memory: one array of bytes per group, with offsets in bytes from 0, which all items of the group see.
// Arguments and their order are those of block_load, block_store, gather and scatter, without the base.
#pragma once

#include "xeforge/esimd/memory/block.hpp"
#include "xeforge/esimd/memory/gather.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {

// Allocates SLM for the group: called by every item, with the same constant, before the first access.
template <std::uint32_t Bytes>
XEFORGE_INLINE void slm_init() {
  port::slm_init(Bytes);
}
XEFORGE_INLINE void slm_init(std::uint32_t bytes) { port::slm_init(bytes); }

// ---- blocks ---------------------------------------------------------------------------------------------------------
template <class T, int N, detail::PropertyList List = properties<>>
XEFORGE_INLINE simd<T, N> slm_block_load(std::uint32_t byte_offset, List = {}) {
  return detail::accesses::load_block<T, N, List>(detail::GroupMemory(), byte_offset);
}
template <class T, int N, detail::PropertyList List = properties<>>
XEFORGE_INLINE simd<T, N> slm_block_load(std::uint32_t byte_offset, simd_mask<1> predicate, simd<T, N> pass_thru,
                                         List = {}) {
  return detail::accesses::load_block_if<T, N, List>(detail::GroupMemory(), byte_offset, predicate, pass_thru);
}
template <class T, int N, detail::PropertyList List = properties<>>
XEFORGE_INLINE simd<T, N> slm_block_load(std::uint32_t byte_offset, simd_mask<1> predicate, List list = {}) {
  return slm_block_load<T, N>(byte_offset, predicate, simd<T, N>(0), list);
}
template <class T, int N, detail::AlignmentTag Flags>
XEFORGE_INLINE simd<T, N> slm_block_load(std::uint32_t byte_offset, Flags) {
  return slm_block_load<T, N>(byte_offset, detail::properties_of_tag<Flags, T, N>());
}
// T and N from a pass_thru that is a view.
template <detail::View PassThru, detail::PropertyList List = properties<>>
XEFORGE_INLINE auto slm_block_load(std::uint32_t byte_offset, simd_mask<1> predicate, const PassThru& pass_thru,
                                   List list = {}) {
  return slm_block_load<detail::element_t<PassThru>, detail::length_of<PassThru>>(byte_offset, predicate,
                                                                                  pass_thru.read(), list);
}

template <class T, int N, detail::PropertyList List = properties<>>
XEFORGE_INLINE void slm_block_store(std::uint32_t byte_offset, simd<T, N> values, List = {}) {
  detail::accesses::store_block<List>(detail::GroupMemory(), byte_offset, values);
}
template <class T, int N, detail::PropertyList List = properties<>>
XEFORGE_INLINE void slm_block_store(std::uint32_t byte_offset, simd<T, N> values, simd_mask<1> predicate, List = {}) {
  detail::accesses::store_block_if<List>(detail::GroupMemory(), byte_offset, values, predicate);
}
template <class T, int N, detail::AlignmentTag Flags>
XEFORGE_INLINE void slm_block_store(std::uint32_t byte_offset, simd<T, N> values, Flags) {
  slm_block_store<T, N>(byte_offset, values, detail::properties_of_tag<Flags, T, N>());
}
// Values that are a view, where T and N are not given.
template <detail::View Values, class... Optional>
XEFORGE_INLINE void slm_block_store(std::uint32_t byte_offset, const Values& values, const Optional&... optional) {
  slm_block_store<detail::element_t<Values>, detail::length_of<Values>>(byte_offset, values, optional...);
}

// ---- lanes: element e of VS of lane l is vector index e * N / VS + l ------------------------------------------------
template <class T, int N, int VS = 1, detail::Spellable... Spelled, detail::OffsetsOf<Spelled...> Offsets,
          detail::PropertyList List = detail::spelled_list_or_empty<Spelled...>>
XEFORGE_INLINE simd<T, N> slm_gather(const Offsets& byte_offsets, simd_mask<N / VS> mask, simd<T, N> pass_thru,
                                     List = {}) {
  return detail::accesses::gather_lanes<T, N, VS, List>(
      detail::GroupMemory(), detail::accesses::as_spelled<N / VS, Spelled...>(byte_offsets), mask, pass_thru);
}
template <class T, int N, int VS = 1, detail::Spellable... Spelled, detail::OffsetsOf<Spelled...> Offsets,
          detail::PropertyList List = detail::spelled_list_or_empty<Spelled...>>
XEFORGE_INLINE simd<T, N> slm_gather(const Offsets& byte_offsets, simd_mask<N / VS> mask, List list = {}) {
  return slm_gather<T, N, VS, Spelled...>(byte_offsets, mask, simd<T, N>(0), list);
}
template <class T, int N, int VS = 1, detail::Spellable... Spelled, detail::OffsetsOf<Spelled...> Offsets,
          detail::PropertyList List = detail::spelled_list_or_empty<Spelled...>>
XEFORGE_INLINE simd<T, N> slm_gather(const Offsets& byte_offsets, List list = {}) {
  return slm_gather<T, N, VS, Spelled...>(byte_offsets, simd_mask<N / VS>(1), list);
}
// Types spelled out right behind N.
template <class T, int N, detail::Spellable First, detail::Spellable... Spelled, detail::Offsets Offsets,
          class... Optional>
XEFORGE_INLINE simd<T, N> slm_gather(const Offsets& byte_offsets, const Optional&... optional) {
  return slm_gather<T, N, 1, First, Spelled...>(byte_offsets, optional...);
}
// T and N from pass_thru, where that is a view or VS alone is given.
template <detail::Offsets Offsets, detail::View PassThru, detail::PropertyList List = properties<>>
XEFORGE_INLINE auto slm_gather(const Offsets& byte_offsets, simd_mask<detail::length_of<Offsets>> mask,
                               const PassThru& pass_thru, List list = {}) {
  return slm_gather<detail::element_t<PassThru>, detail::length_of<PassThru>>(byte_offsets, mask, pass_thru, list);
}
template <int VS, detail::Offsets Offsets, detail::Values PassThru, detail::PropertyList List = properties<>>
XEFORGE_INLINE auto slm_gather(const Offsets& byte_offsets, simd_mask<detail::length_of<Offsets>> mask,
                               const PassThru& pass_thru, List list = {}) {
  return slm_gather<detail::element_t<PassThru>, detail::length_of<PassThru>, VS>(byte_offsets, mask, pass_thru, list);
}
// N from the offsets alone.
template <class T, class Offset, int N, detail::PropertyList List = properties<>>
XEFORGE_INLINE simd<T, N> slm_gather(const simd<Offset, N>& byte_offsets, simd_mask<N> mask, List list = {}) {
  return slm_gather<T, N, 1>(byte_offsets, mask, list);
}
template <class T, class Offset, int N, detail::PropertyList List = properties<>>
XEFORGE_INLINE simd<T, N> slm_gather(const simd<Offset, N>& byte_offsets, List list = {}) {
  return slm_gather<T, N, 1>(byte_offsets, list);
}

template <class T, int N, int VS = 1, detail::Spellable... Spelled, detail::OffsetsOf<Spelled...> Offsets,
          detail::PropertyList List = detail::spelled_list_or_empty<Spelled...>>
XEFORGE_INLINE void slm_scatter(const Offsets& byte_offsets, simd<T, N> values, simd_mask<N / VS> mask, List = {}) {
  detail::accesses::scatter_lanes<T, N, VS, List>(
      detail::GroupMemory(), detail::accesses::as_spelled<N / VS, Spelled...>(byte_offsets), values, mask);
}
template <class T, int N, int VS = 1, detail::Spellable... Spelled, detail::OffsetsOf<Spelled...> Offsets,
          detail::PropertyList List = detail::spelled_list_or_empty<Spelled...>>
XEFORGE_INLINE void slm_scatter(const Offsets& byte_offsets, simd<T, N> values, List list = {}) {
  slm_scatter<T, N, VS, Spelled...>(byte_offsets, values, simd_mask<N / VS>(1), list);
}
template <int VS, detail::Offsets Offsets, detail::Values Values, class... Optional>
XEFORGE_INLINE void slm_scatter(const Offsets& byte_offsets, const Values& values, const Optional&... optional) {
  slm_scatter<detail::element_t<Values>, detail::length_of<Values>, VS>(byte_offsets, values, optional...);
}
template <detail::Offsets Offsets, detail::View Values, class... Optional>
XEFORGE_INLINE void slm_scatter(const Offsets& byte_offsets, const Values& values, const Optional&... optional) {
  slm_scatter<detail::element_t<Values>, detail::length_of<Values>>(byte_offsets, values, optional...);
}

// ---- one element ----------------------------------------------------------------------------------------------------
template <class T>
XEFORGE_INLINE T slm_scalar_load(std::uint32_t byte_offset) {
  return bit_cast<T>(port::slm_load<T, 1, sizeof(T)>(byte_offset));
}
template <class T>
XEFORGE_INLINE void slm_scalar_store(std::uint32_t byte_offset, T value) {
  port::slm_store<T, 1, sizeof(T)>(byte_offset, simd<T, 1>(value).data());
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
