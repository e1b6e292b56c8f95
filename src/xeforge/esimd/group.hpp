// The work-group: shared local memory, barrier, fence. SLM offsets are in bytes from 0.
#pragma once

#include "xeforge/esimd/memory.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {

// Claims SLM for the group: called by every item, with the same constant, before the first access.
template <std::uint32_t Bytes>
XEFORGE_INLINE void slm_init() {
  port::slm_init(Bytes);
}
XEFORGE_INLINE void slm_init(std::uint32_t bytes) { port::slm_init(bytes); }

template <class T, int N, detail::PropertyList List = properties<>>
XEFORGE_INLINE simd<T, N> slm_block_load(std::uint32_t byte_offset, List = {}) {
  return port::slm_load<T, N, detail::properties_of<List>::alignment_or(16)>(byte_offset);
}
template <class T, int N, detail::PropertyList List = properties<>>
XEFORGE_INLINE simd<T, N> slm_block_load(std::uint32_t byte_offset, simd_mask<1> predicate, simd<T, N> pass_thru,
                                         List list = {}) {
  if (predicate)
    return slm_block_load<T, N>(byte_offset, list);
  return pass_thru;
}
template <class T, int N, detail::PropertyList List = properties<>>
XEFORGE_INLINE simd<T, N> slm_block_load(std::uint32_t byte_offset, simd_mask<1> predicate, List list = {}) {
  return slm_block_load<T, N>(byte_offset, predicate, simd<T, N>(0), list);
}
template <class T, int N, detail::PropertyList List = properties<>>
XEFORGE_INLINE void slm_block_store(std::uint32_t byte_offset, simd<T, N> values, List = {}) {
  port::slm_store<T, N, detail::properties_of<List>::alignment_or(16)>(byte_offset, values.data());
}
template <class T, int N, detail::PropertyList List = properties<>>
XEFORGE_INLINE void slm_block_store(std::uint32_t byte_offset, simd<T, N> values, simd_mask<1> predicate,
                                    List list = {}) {
  if (predicate)
    slm_block_store<T, N>(byte_offset, values, list);
}

// Element e of VS of lane l is vector index e * N / VS + l, as for gather and scatter.
template <class T, int N, int VS = 1, detail::PropertyList List = properties<>>
XEFORGE_INLINE simd<T, N> slm_gather(simd<std::uint32_t, N / VS> byte_offsets, simd_mask<N / VS> mask,
                                     simd<T, N> pass_thru, List = {}) {
  return port::slm_gather<T, N / VS, VS>(byte_offsets.data(), mask.data(), pass_thru.data());
}
template <class T, int N, int VS = 1, detail::PropertyList List = properties<>>
XEFORGE_INLINE simd<T, N> slm_gather(simd<std::uint32_t, N / VS> byte_offsets, simd_mask<N / VS> mask, List list = {}) {
  return slm_gather<T, N, VS>(byte_offsets, mask, simd<T, N>(0), list);
}
template <class T, int N, int VS = 1, detail::PropertyList List = properties<>>
XEFORGE_INLINE simd<T, N> slm_gather(simd<std::uint32_t, N / VS> byte_offsets, List list = {}) {
  return slm_gather<T, N, VS>(byte_offsets, simd_mask<N / VS>(1), list);
}
template <class T, int N, int VS = 1, detail::PropertyList List = properties<>>
XEFORGE_INLINE void slm_scatter(simd<std::uint32_t, N / VS> byte_offsets, simd<T, N> values, simd_mask<N / VS> mask,
                                List = {}) {
  port::slm_scatter<T, N / VS, VS>(byte_offsets.data(), values.data(), mask.data());
}
template <class T, int N, int VS = 1, detail::PropertyList List = properties<>>
XEFORGE_INLINE void slm_scatter(simd<std::uint32_t, N / VS> byte_offsets, simd<T, N> values, List list = {}) {
  slm_scatter<T, N, VS>(byte_offsets, values, simd_mask<N / VS>(1), list);
}
template <class T>
XEFORGE_INLINE T slm_scalar_load(std::uint32_t byte_offset) {
  return bit_cast<T>(port::slm_load<T, 1, sizeof(T)>(byte_offset));
}
template <class T>
XEFORGE_INLINE void slm_scalar_store(std::uint32_t byte_offset, T value) {
  port::slm_store<T, 1, sizeof(T)>(byte_offset, simd<T, 1>(value).data());
}

// Every item of the group arrives before any goes on; what they wrote to memory and SLM is then visible to all.
XEFORGE_INLINE void barrier() { port::barrier(); }
XEFORGE_INLINE void fence() { port::fence(); }

} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
