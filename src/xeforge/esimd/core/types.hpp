// The element types, and the computation type of an operation on two of them.
#pragma once

#include "xeforge/esimd/core/vector.hpp"

#include <concepts>
#include <type_traits>

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {

using uchar = unsigned char;
using ushort = unsigned short;
using uint = unsigned int;

template <class T, int N>
class simd;
template <class T, int Size, int Stride>
struct region1d_t;
template <class Base, class Region = region1d_t<typename Base::element_type, Base::length, 1>>
class simd_view;

// Here and not in detail, so that argument-dependent lookup finds the operators of masks.
template <class Lane, int N>
class simd_mask_impl;
template <int N>
using simd_mask_type = simd_mask_impl<std::uint16_t, N>;

namespace detail {

using esimd::simd_mask_impl, esimd::simd_mask_type;

template <class T>
inline constexpr bool is_small_float = std::is_same_v<T, half> || std::is_same_v<T, bfloat16> ||
                                       std::is_same_v<T, tfloat32> || std::is_same_v<T, bf8> || std::is_same_v<T, hf8>;
template <class T>
inline constexpr bool is_generic_floating_point_v = std::is_floating_point_v<T> || is_small_float<T>;

// Types that may be combined with a simd as a scalar.
template <class T>
concept Scalar = std::is_arithmetic_v<T> || is_small_float<T> || std::is_same_v<T, fp4_S1E2M1>;
template <class T>
inline constexpr bool is_esimd_scalar_v = Scalar<T>;
template <class T>
using is_esimd_scalar = std::bool_constant<is_esimd_scalar_v<T>>;
// Types of simd elements.
template <class T>
concept Element = Scalar<T> && !std::is_same_v<T, bool>;
// Elements that are numbers: pairs of 4 bits are not.
template <class T>
concept NumberElement = Element<T> && !std::is_same_v<T, fp4_S1E2M1>;
template <class T>
inline constexpr bool is_esimd_arithmetic_type_v = NumberElement<T>;

// The type an operation on A and B computes in and returns. Standard types follow C++ (so two chars make an int); a
// small float with itself or an integer stays itself; two different floating types take the wider, where bfloat16,
// tfloat32, bf8 and hf8 count as float.
template <class A, class B>
constexpr auto computation_type_of() {
  if constexpr (std::is_arithmetic_v<A> && std::is_arithmetic_v<B>)
    return decltype(A() + B())();
  else if constexpr (std::is_same_v<A, B> || std::is_integral_v<B>)
    return A();
  else if constexpr (std::is_integral_v<A>)
    return B();
  else if constexpr (std::is_same_v<A, double> || std::is_same_v<B, double>)
    return double();
  else
    return float();
}
template <class A, class B>
using computation_type_t = decltype(computation_type_of<A, B>());

// ---- what an operand is -------------------------------------------------------------------------------------------
template <class X>
struct OperandTraits {
  static constexpr int length = 0; // of what is none, so that a signature can be formed before it is refused
  static constexpr bool is_vector = false, is_mask = false, is_view = false;
};
template <class T, int N>
struct OperandTraits<simd<T, N>> {
  using element_type = T;
  static constexpr int length = N;
  static constexpr bool is_vector = true, is_mask = false, is_view = false;
};
template <int N>
struct OperandTraits<simd_mask_type<N>> {
  using element_type = std::uint16_t;
  static constexpr int length = N;
  static constexpr bool is_vector = true, is_mask = true, is_view = false;
};
template <class Base, class Region>
struct OperandTraits<simd_view<Base, Region>> {
  using element_type = typename simd_view<Base, Region>::element_type;
  static constexpr int length = simd_view<Base, Region>::length;
  static constexpr bool is_vector = true, is_mask = OperandTraits<Base>::is_mask, is_view = true;
};
template <Scalar S>
struct OperandTraits<S> {
  using element_type = std::conditional_t<std::is_same_v<S, bool>, int, S>;
  static constexpr int length = 1;
  static constexpr bool is_vector = false, is_mask = false, is_view = false;
};

template <class X>
concept Vector = OperandTraits<std::remove_cvref_t<X>>::is_vector;
template <class X>
concept Mask = OperandTraits<std::remove_cvref_t<X>>::is_mask;
template <class X>
concept View = OperandTraits<std::remove_cvref_t<X>>::is_view;
template <class X>
concept Operand = Vector<X> || Scalar<std::remove_cvref_t<X>>;
template <class X>
using element_t = typename OperandTraits<std::remove_cvref_t<X>>::element_type;
template <class X>
inline constexpr int length_of = OperandTraits<std::remove_cvref_t<X>>::length;

template <class V>
inline constexpr bool is_simd_view_type_v = View<V>;

// Equal lengths, or one side of length 1, which is broadcast.
template <class A, class B>
concept SameShape = length_of<A> == length_of<B> || length_of<A> == 1 || length_of<B> == 1;

} // namespace detail
} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
