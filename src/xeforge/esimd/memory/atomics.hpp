// Atomic operations by lane, on global memory (atomic_update with a pointer or a buffer's accessor) and on shared local
// memory (slm_atomic_update, or atomic_update with a local accessor). Arguments come in the order base, byte offsets,
// operands, mask, properties. The result is the previous contents of memory, except for predec, which gives the new
// contents. Several lanes on one address all take effect. Disabled lanes access no memory; their results are undefined.
// cmpxchg and fcmpxchg take the new value first and the expected one second.
#pragma once

#include "xeforge/esimd/memory/atomic_op.hpp"
#include "xeforge/esimd/memory/slm.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {
namespace detail {
namespace accesses {

template <atomic_op Op, class T>
XEFORGE_INLINE constexpr void check_atomic() {
  static_assert(sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8, "atomic: elements have 2, 4 or 8 bytes");
  static_assert(elements_of(Op) != AtomicElements::floats || is_generic_floating_point_v<T>,
                "atomic: fadd, fsub, fmin, fmax and fcmpxchg are for floating-point elements; for integers there are "
                "add, sub, smin, smax, umin, umax and cmpxchg");
  static_assert(elements_of(Op) != AtomicElements::integers || std::is_integral_v<T>,
                "atomic: this operation is for integers; for floating-point elements there are fadd, fsub, fmin, fmax "
                "and fcmpxchg");
}

// The arguments after the offsets: operands, a mask, properties. argument<Place> is the argument at a position before
// the properties, or missing.
template <int Place, class Result>
XEFORGE_INLINE Result argument(Result missing) {
  return missing;
}
template <int Place, class Result, class First, class... Rest>
XEFORGE_INLINE Result argument(Result missing, const First& first, const Rest&... rest) {
  if constexpr (PropertyList<First>)
    return missing;
  else if constexpr (Place == 0)
    return Result(first);
  else
    return argument<Place - 1, Result>(missing, rest...);
}

} // namespace accesses

// The type of the properties at the end of the arguments, or Default.
template <class Default, class... Arguments>
struct TrailingProperties {
  using type = Default;
};
template <class Default, class First, class... Rest>
struct TrailingProperties<Default, First, Rest...> {
  using type = std::conditional_t<PropertyList<First>, First, typename TrailingProperties<Default, Rest...>::type>;
};

namespace accesses {

// Whether one of the first `operands` arguments is a mask: it would be converted to numbers without a word.
template <class... Arguments>
consteval bool has_mask_as_operand(int operands) {
  int at = 0;
  return (false || ... || (at++ < operands && Mask<Arguments>));
}

template <atomic_op Op, class T, int N, class... Arguments>
XEFORGE_INLINE constexpr void check_atomic_arguments() {
  check_atomic<Op, T>();
  constexpr int given = (0 + ... + (PropertyList<Arguments> ? 0 : 1)), operands = operands_of(Op);
  static_assert(operands != 0 || given <= 1,
                "atomic: inc, dec, predec and load take no operand: after the offsets comes the mask");
  static_assert(operands != 1 || given == 1 || given == 2,
                "atomic: this operation takes one operand: after the offsets come its values, then the mask");
  static_assert(operands != 2 || given == 2 || given == 3,
                "atomic: cmpxchg and fcmpxchg take two operands: after the offsets come their values, then the mask");
  static_assert(!has_mask_as_operand<Arguments...>(operands),
                "atomic: this operation takes values, and got the mask where they belong: after the offsets come the "
                "values, then the mask");
}

// The offsets of N lanes: a vector, or one number for all.
template <int N, class X>
XEFORGE_INLINE auto lane_offsets(const X& offsets) {
  if constexpr (std::integral<X>)
    return simd<X, N>(offsets);
  else {
    static_assert(length_of<X> == N, "atomic: one offset for every lane");
    return simd<element_t<X>, N>(offsets);
  }
}

template <atomic_op Op, class T, int N, class List, class Base, class Offsets>
XEFORGE_INLINE simd<T, N> update_lanes(Base base, const Offsets& byte_offsets, simd<T, N> first, simd<T, N> second,
                                       simd_mask<N> mask) {
  const auto offsets = lane_offsets<N>(byte_offsets);
  if constexpr (LocalBase<Base>)
    return port::slm_atomic<Op, T, N>(local_offsets<N>(offsets) + target_slm_offset_of(base), first.data(),
                                      second.data(), mask.data());
  else
    return port::atomic<Op, T, N, properties_of<List>::hints()>(target_pointer<T>(base), wide_offsets<N>(offsets),
                                                                first.data(), second.data(), mask.data());
}

template <atomic_op Op, class T, int N, class List = properties<>, class Base, class Offsets, class... Arguments>
XEFORGE_INLINE simd<T, N> update(Base base, const Offsets& byte_offsets, const Arguments&... arguments) {
  check_atomic_arguments<Op, T, N, Arguments...>();
  constexpr int operands = operands_of(Op), behind_all = sizeof...(Arguments);
  const simd<T, N> nothing(T(0));
  return update_lanes<Op, T, N, typename TrailingProperties<List, Arguments...>::type>(
      base, byte_offsets, argument<(operands > 0 ? 0 : behind_all)>(nothing, arguments...),
      argument<(operands > 1 ? 1 : behind_all)>(nothing, arguments...),
      argument<operands>(simd_mask<N>(1), arguments...));
}

} // namespace accesses

template <class X>
concept AtomicOffsets = Offsets<X> || std::integral<X>;

// How many lanes: N where a program gives it, or as many as the first vector among offsets, operands and mask has.
template <int N, class... Arguments>
inline constexpr int atomic_lanes = N;
template <class First, class... Rest>
inline constexpr int atomic_lanes<0, First, Rest...> = atomic_lanes<(Vector<First> ? length_of<First> : 0), Rest...>;
} // namespace detail

template <auto Op, class T, int N = 0, detail::Spellable... Spelled, detail::Target<T> Base,
          detail::AtomicOffsets Offsets, class... Arguments, int Lanes = detail::atomic_lanes<N, Offsets, Arguments...>>
  requires detail::AtomicOperation<decltype(Op)> && (Lanes > 0)
XEFORGE_INLINE simd<T, Lanes> atomic_update(Base base, const Offsets& byte_offsets, const Arguments&... arguments) {
  return detail::accesses::update<detail::operation_of(Op), T, Lanes, detail::spelled_list_or_empty<Spelled...>>(
      base, detail::accesses::as_spelled<Lanes, Spelled...>(byte_offsets), arguments...);
}
// T from a pointer.
template <auto Op, class T, detail::AtomicOffsets Offsets, class... Arguments,
          int Lanes = detail::atomic_lanes<0, Offsets, Arguments...>>
  requires detail::AtomicOperation<decltype(Op)> && (Lanes > 0)
XEFORGE_INLINE simd<T, Lanes> atomic_update(T* base, const Offsets& byte_offsets, const Arguments&... arguments) {
  return detail::accesses::update<detail::operation_of(Op), T, Lanes>(base, byte_offsets, arguments...);
}
// T from the operand, behind an accessor.
template <auto Op, detail::Accessor Base, detail::Offsets Offsets, detail::Values First, class... Arguments>
  requires detail::AtomicOperation<decltype(Op)>
XEFORGE_INLINE auto atomic_update(Base base, const Offsets& byte_offsets, const First& first,
                                  const Arguments&... arguments) {
  return detail::accesses::update<detail::operation_of(Op), detail::element_t<First>, detail::length_of<Offsets>>(
      base, byte_offsets, first, arguments...);
}

template <auto Op, class T, int N = 0, detail::AtomicOffsets Offsets, class... Arguments,
          int Lanes = detail::atomic_lanes<N, Offsets, Arguments...>>
  requires detail::AtomicOperation<decltype(Op)> && (Lanes > 0)
XEFORGE_INLINE simd<T, Lanes> slm_atomic_update(const Offsets& byte_offsets, const Arguments&... arguments) {
  return detail::accesses::update<detail::operation_of(Op), T, Lanes>(detail::GroupMemory(), byte_offsets,
                                                                      arguments...);
}
// T from the operand.
template <auto Op, detail::Offsets Offsets, detail::Values First, class... Arguments>
  requires detail::AtomicOperation<decltype(Op)>
XEFORGE_INLINE auto slm_atomic_update(const Offsets& byte_offsets, const First& first, const Arguments&... arguments) {
  return detail::accesses::update<detail::operation_of(Op), detail::element_t<First>, detail::length_of<Offsets>>(
      detail::GroupMemory(), byte_offsets, first, arguments...);
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
