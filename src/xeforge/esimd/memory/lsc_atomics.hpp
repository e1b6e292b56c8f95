// lsc_atomic_update and lsc_slm_atomic_update: atomic_update and slm_atomic_update under their older names, with one
// difference: cmpxchg and fcmpxchg take the expected value first and the new one second. The template arguments are the
// operation, T, N, data size, hints for L1 and L2, type of the offsets.
#pragma once

#include "xeforge/esimd/memory/atomics.hpp"
#include "xeforge/esimd/memory/lsc_elements.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {

namespace detail {
namespace accesses {

template <atomic_op Op, class T, int N, class List, class Base, class Offsets, class Expected, class Replacement,
          class... Mask>
XEFORGE_INLINE simd<T, N> update_expected_first(Base base, const Offsets& offsets, const Expected& expected,
                                                const Replacement& replacement, const Mask&... mask) {
  return update<Op, T, N>(base, offsets, replacement, expected, mask..., List());
}
template <atomic_op Op, class T, int N, class List, class Base, class Offsets, class... Arguments>
XEFORGE_INLINE simd<T, N> lsc_update(Base base, const Offsets& offsets, const Arguments&... arguments) {
  if constexpr (is_compare_exchange(Op) && sizeof...(Arguments) >= 2)
    return update_expected_first<Op, T, N, List>(base, offsets, arguments...);
  else
    return update<Op, T, N>(base, offsets, arguments..., List());
}
} // namespace accesses
} // namespace detail

template <auto Op, class T, int N = 0, lsc_data_size DS = lsc_data_size::default_size,
          cache_hint L1H = cache_hint::none, cache_hint L2H = cache_hint::none, detail::Spellable... Spelled,
          detail::Target<T> Base, detail::AtomicOffsets Offsets, class... Arguments,
          int Lanes = detail::atomic_lanes<N, Offsets, Arguments...>>
  requires detail::AtomicOperation<decltype(Op)> && (Lanes > 0)
XEFORGE_INLINE simd<T, Lanes> lsc_atomic_update(Base base, const Offsets& offsets, const Arguments&... arguments) {
  detail::accesses::check_data_size<T, DS>();
  return detail::accesses::lsc_update<detail::operation_of(Op), T, Lanes, detail::lsc_hints<L1H, L2H>>(
      base, detail::accesses::as_spelled<Lanes, Spelled...>(offsets), arguments...);
}
// T from a pointer.
template <auto Op, class T, detail::AtomicOffsets Offsets, class... Arguments,
          int Lanes = detail::atomic_lanes<0, Offsets, Arguments...>>
  requires detail::AtomicOperation<decltype(Op)> && (Lanes > 0)
XEFORGE_INLINE simd<T, Lanes> lsc_atomic_update(T* base, const Offsets& offsets, const Arguments&... arguments) {
  return lsc_atomic_update<Op, T, Lanes, lsc_data_size::default_size>(base, offsets, arguments...);
}
// T and N from the operand, behind an accessor.
template <auto Op, detail::Accessor Base, detail::Offsets Offsets, class T, int N, class... Arguments>
  requires detail::AtomicOperation<decltype(Op)>
XEFORGE_INLINE simd<T, N> lsc_atomic_update(Base base, const Offsets& offsets, const simd<T, N>& first,
                                            const Arguments&... arguments) {
  return lsc_atomic_update<Op, T, N>(base, offsets, first, arguments...);
}

template <auto Op, class T, int N = 0, lsc_data_size DS = lsc_data_size::default_size, detail::AtomicOffsets Offsets,
          class... Arguments, int Lanes = detail::atomic_lanes<N, Offsets, Arguments...>>
  requires detail::AtomicOperation<decltype(Op)> && (Lanes > 0)
XEFORGE_INLINE simd<T, Lanes> lsc_slm_atomic_update(const Offsets& offsets, const Arguments&... arguments) {
  detail::accesses::check_data_size<T, DS>();
  return detail::accesses::lsc_update<detail::operation_of(Op), T, Lanes, properties<>>(
      detail::GroupMemory(), detail::accesses::lane_offsets<Lanes>(offsets), arguments...);
}
// T and N from the operand.
template <auto Op, detail::Offsets Offsets, class T, int N, class... Arguments>
  requires detail::AtomicOperation<decltype(Op)>
XEFORGE_INLINE simd<T, N> lsc_slm_atomic_update(const Offsets& offsets, const simd<T, N>& first,
                                                const Arguments&... arguments) {
  return lsc_slm_atomic_update<Op, T, N>(offsets, first, arguments...);
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
