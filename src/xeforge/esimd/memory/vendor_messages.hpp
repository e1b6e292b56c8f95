// Accesses to flat addresses under the names of the vendor's intrinsics, which programs call directly although they are
// internal. They take and return raw vectors: what data() gives.
#pragma once

#include "xeforge/base/refused.hpp"
#include "xeforge/esimd/core/internal_names.hpp"
#include "xeforge/esimd/memory/atomics.hpp"
#include "xeforge/esimd/memory/gather.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {
namespace detail::accesses {

// Offsets count from the address of the first lane.
template <int N>
XEFORGE_INLINE simd<std::uint64_t, N> offsets_from_first(vector_type_t<std::uint64_t, N> addresses) {
  return simd<std::uint64_t, N>(addresses) - static_cast<std::uint64_t>(addresses[0]);
}
template <class T, int Blocks, int Elements>
XEFORGE_INLINE constexpr void check_flat_lanes() {
  static_assert(sizeof(T) >= 4 && Blocks == 0 && Elements == 0,
                "the vendor's intrinsics of flat lanes: got elements of less than 32 bits or several for each address, "
                "which they pack in ways of their own; use gather<T, N>(pointer, offsets) and scatter");
}

template <atomic_op Op, class T, int N, int Operands>
XEFORGE_INLINE vector_type_t<T, N> flat_atomic(vector_type_t<std::uint64_t, N> addresses, simd<T, N> first,
                                               simd<T, N> second, simd_mask_storage_t<N> mask) {
  check_atomic<Op, T>();
  static_assert(operands_of(Op) == Operands,
                "the vendor's atomic intrinsics: the number in the name is that of the operation's operands");
  return update_lanes<Op, T, N, properties<>>(reinterpret_cast<T*>(static_cast<std::uintptr_t>(addresses[0])),
                                              offsets_from_first<N>(addresses), first, second, simd_mask<N>(mask))
      .data();
}

} // namespace detail::accesses
} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd

#define XEFORGE_DETAIL xeforge::esimd::detail

template <class T, int N, std::size_t Align>
XEFORGE_INLINE XEFORGE_DETAIL::vector_type_t<T, N>
__esimd_svm_block_ld(const XEFORGE_DETAIL::vector_type_t<T, N>* address) {
  return xeforge::esimd::simd<T, N>(reinterpret_cast<const T*>(address), xeforge::esimd::overaligned_tag<Align>())
      .data();
}
template <class T, int N, std::size_t Align>
XEFORGE_INLINE void __esimd_svm_block_st(XEFORGE_DETAIL::vector_type_t<T, N>* address,
                                         XEFORGE_DETAIL::vector_type_t<T, N> values) {
  xeforge::esimd::simd<T, N>(values).copy_to(reinterpret_cast<T*>(address), xeforge::esimd::overaligned_tag<Align>());
}

template <class T, int N, int Blocks = 0, int Elements = 0>
XEFORGE_INLINE XEFORGE_DETAIL::vector_type_t<T, N>
__esimd_svm_gather(XEFORGE_DETAIL::vector_type_t<std::uint64_t, N> addresses,
                   XEFORGE_DETAIL::simd_mask_storage_t<N> mask = xeforge::esimd::simd_mask<N>(1).data()) {
  XEFORGE_DETAIL::accesses::check_flat_lanes<T, Blocks, Elements>();
  return XEFORGE_DETAIL::accesses::gather_lanes<T, N, 1, xeforge::esimd::properties<>>(
             reinterpret_cast<const T*>(static_cast<std::uintptr_t>(addresses[0])),
             XEFORGE_DETAIL::accesses::offsets_from_first<N>(addresses), xeforge::esimd::simd_mask<N>(mask),
             xeforge::esimd::simd<T, N>(T(0)))
      .data();
}
template <class T, int N, int Blocks = 0, int Elements = 0>
XEFORGE_INLINE void
__esimd_svm_scatter(XEFORGE_DETAIL::vector_type_t<std::uint64_t, N> addresses,
                    XEFORGE_DETAIL::vector_type_t<T, N> values,
                    XEFORGE_DETAIL::simd_mask_storage_t<N> mask = xeforge::esimd::simd_mask<N>(1).data()) {
  XEFORGE_DETAIL::accesses::check_flat_lanes<T, Blocks, Elements>();
  XEFORGE_DETAIL::accesses::scatter_lanes<T, N, 1, xeforge::esimd::properties<>>(
      reinterpret_cast<T*>(static_cast<std::uintptr_t>(addresses[0])),
      XEFORGE_DETAIL::accesses::offsets_from_first<N>(addresses), xeforge::esimd::simd<T, N>(values),
      xeforge::esimd::simd_mask<N>(mask));
}

// Without, with one and with two operands.
template <xeforge::esimd::atomic_op Op, class T, int N>
XEFORGE_INLINE XEFORGE_DETAIL::vector_type_t<T, N>
__esimd_svm_atomic0(XEFORGE_DETAIL::vector_type_t<std::uint64_t, N> addresses,
                    XEFORGE_DETAIL::simd_mask_storage_t<N> mask) {
  const xeforge::esimd::simd<T, N> nothing(T(0));
  return XEFORGE_DETAIL::accesses::flat_atomic<Op, T, N, 0>(addresses, nothing, nothing, mask);
}
template <xeforge::esimd::atomic_op Op, class T, int N>
XEFORGE_INLINE XEFORGE_DETAIL::vector_type_t<T, N>
__esimd_svm_atomic1(XEFORGE_DETAIL::vector_type_t<std::uint64_t, N> addresses,
                    XEFORGE_DETAIL::vector_type_t<T, N> first, XEFORGE_DETAIL::simd_mask_storage_t<N> mask) {
  const xeforge::esimd::simd<T, N> nothing(T(0));
  return XEFORGE_DETAIL::accesses::flat_atomic<Op, T, N, 1>(addresses, xeforge::esimd::simd<T, N>(first), nothing,
                                                            mask);
}
template <xeforge::esimd::atomic_op Op, class T, int N>
XEFORGE_INLINE XEFORGE_DETAIL::vector_type_t<T, N>
__esimd_svm_atomic2(XEFORGE_DETAIL::vector_type_t<std::uint64_t, N> addresses,
                    XEFORGE_DETAIL::vector_type_t<T, N> first, XEFORGE_DETAIL::vector_type_t<T, N> second,
                    XEFORGE_DETAIL::simd_mask_storage_t<N> mask) {
  return XEFORGE_DETAIL::accesses::flat_atomic<Op, T, N, 2>(addresses, xeforge::esimd::simd<T, N>(first),
                                                            xeforge::esimd::simd<T, N>(second), mask);
}

#undef XEFORGE_DETAIL

// ---- lanes of a region in the middle of a kernel --------------------------------------------------------------------
XEFORGE_REFUSED_BEGIN
XEFORGE_REFUSED_FUNCTION(__esimd_lane_id, "there are no functions here that run once for each lane "
                                          "(sycl_esimd_vectorize); write the loop over the lanes, or use vectors")
XEFORGE_REFUSED_END
