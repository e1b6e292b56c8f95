// gather, scatter, scalar_load, scalar_store and block_store with their meaning in the headers of 2021, for programs
// that include <CL/sycl/INTEL/esimd.hpp>. Today's functions have the same names and numbers of arguments, so that such
// a program would compile with them but compute something else:
//   - values come before offsets;
//   - N is the number of offsets, not of elements;
//   - with an accessor, offsets and the offset shared by all lanes are in elements, not bytes;
//   - a block is stored through an accessor at its offset in bytes, rounded down to a multiple of 16.
#pragma once

#include "xeforge/esimd/memory/block.hpp"
#include "xeforge/esimd/memory/gather.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {
namespace detail::accesses {

template <class T, int N>
XEFORGE_INLINE simd<std::uint64_t, N> bytes_of_elements(const simd<std::uint32_t, N>& offsets,
                                                        std::uint32_t shared_offset) {
  return (simd<std::uint64_t, N>(offsets) + std::uint64_t{shared_offset}) * std::uint64_t{sizeof(T)};
}

} // namespace detail::accesses

// ---- pointers: offsets in bytes -------------------------------------------------------------------------------------
template <class T, int N, int ElementsForEach = 1>
XEFORGE_INLINE simd<T, N * ElementsForEach> gather(const T* base, simd<std::uint32_t, N> byte_offsets,
                                                   std::type_identity_t<simd_mask<N>> mask = 1) {
  return detail::accesses::gather_lanes<T, N * ElementsForEach, ElementsForEach, properties<>>(
      base, byte_offsets, mask, simd<T, N * ElementsForEach>(0));
}
template <class T, int N, int ElementsForEach = 1>
XEFORGE_INLINE void scatter(T* base, simd<T, N * ElementsForEach> values, simd<std::uint32_t, N> byte_offsets,
                            std::type_identity_t<simd_mask<N>> mask = 1) {
  detail::accesses::scatter_lanes<T, N * ElementsForEach, ElementsForEach, properties<>>(base, byte_offsets, values,
                                                                                         mask);
}

// ---- accessors: offsets in elements ---------------------------------------------------------------------------------
template <class T, int N, detail::Accessor Base>
  requires detail::Source<Base, T>
XEFORGE_INLINE simd<T, N> gather(Base base, simd<std::uint32_t, N> offsets, std::uint32_t shared_offset = 0,
                                 std::type_identity_t<simd_mask<N>> mask = 1) {
  return detail::accesses::gather_lanes<T, N, 1, properties<>>(
      base, detail::accesses::bytes_of_elements<T>(offsets, shared_offset), mask, simd<T, N>(0));
}
template <class T, int N, detail::Accessor Base>
  requires detail::Target<Base, T>
XEFORGE_INLINE void scatter(Base base, simd<T, N> values, simd<std::uint32_t, N> offsets,
                            std::uint32_t shared_offset = 0, std::type_identity_t<simd_mask<N>> mask = 1) {
  detail::accesses::scatter_lanes<T, N, 1, properties<>>(
      base, detail::accesses::bytes_of_elements<T>(offsets, shared_offset), values, mask);
}
template <class T, detail::Accessor Base>
XEFORGE_INLINE T scalar_load(Base base, std::uint32_t offset) {
  return gather<T, 1>(base, simd<std::uint32_t, 1>(offset))[0];
}
template <class T, detail::Accessor Base>
XEFORGE_INLINE void scalar_store(Base base, std::uint32_t offset, T value) {
  scatter<T, 1>(base, simd<T, 1>(value), simd<std::uint32_t, 1>(offset));
}

// ---- blocks through accessors: offsets in bytes ---------------------------------------------------------------------
template <class T, int N, detail::Accessor Base, detail::ScalarOffset Offset>
  requires detail::Target<Base, T>
XEFORGE_INLINE void block_store(Base base, const Offset& byte_offset, simd<T, N> values) {
  constexpr std::uint64_t place = 16;
  detail::accesses::store_block<properties<>>(base, detail::accesses::wide_offset(byte_offset) / place * place, values);
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
