// Arithmetic, bitwise and comparison operators. Either side may be a simd, a view or a scalar; lengths are equal or one
// of them is 1. Both sides are converted to the computation type (types.hpp), which is the element type of the result; integers
// wrap, shift counts are taken modulo the width, and a division by zero does not trap.
#pragma once

#include "xeforge/esimd/core/simd_view.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {
namespace detail {

template <class A, class B>
inline constexpr int common_length = length_of<A> > length_of<B> ? length_of<A> : length_of<B>;

template <class A, class B>
concept AnyOperands = Operand<A> && Operand<B> && (Vector<A> || Vector<B>) && SameShape<A, B> &&
                      NumberElement<element_t<A>> && NumberElement<element_t<B>>;
template <class A, class B>
concept AnyIntegers = AnyOperands<A, B> && std::is_integral_v<element_t<A>> && std::is_integral_v<element_t<B>>;
// Two masks are numbers for some operators and truth values for the others.
template <class A, class B>
concept ArithmeticOperands = AnyOperands<A, B> && !(Mask<A> && Mask<B>);
template <class A, class B>
concept IntegerOperands = AnyIntegers<A, B> && !(Mask<A> && Mask<B>);
template <class A, class B>
concept MaskPair = Mask<A> && Mask<B> && SameShape<A, B>;
// A number combined with a mask is converted to the lane type.
template <class A, class B>
concept MaskOperands = MaskPair<A, B> || (Mask<A> && std::integral<B>) || (std::integral<A> && Mask<B>);
template <class A, class B>
concept BitwiseOperands = IntegerOperands<A, B> && !MaskOperands<A, B>;
template <class A, class B>
concept ComparedAsNumbers = ArithmeticOperands<A, B> && !MaskOperands<A, B>;

// Signed integers are combined as unsigned ones: the same bits, without undefined overflow.
template <class T, int N, class Function>
XEFORGE_INLINE raw_vector<T, N> wrapping(raw_vector<T, N> a, raw_vector<T, N> b, Function function) {
  if constexpr (std::is_integral_v<T> && std::is_signed_v<T>) {
    using Unsigned = raw_vector<std::make_unsigned_t<T>, N>;
    return bit_cast<raw_vector<T, N>>(Unsigned(function(bit_cast<Unsigned>(a), bit_cast<Unsigned>(b))));
  } else if constexpr (is_small_float<T> && !(std::is_same_v<T, half> && port::native_half())) {
    // float has more than twice the bits, so rounding its result is the same as rounding once.
    return port::convert<T, float, N>(function(port::convert<float, T, N>(a), port::convert<float, T, N>(b)));
  } else {
    return function(a, b);
  }
}

// By zero: all bits set, as the hardware's divider gives. By -1: the negative, which wraps for the lowest number.
template <class T, int N>
XEFORGE_INLINE raw_vector<T, N> divide(raw_vector<T, N> a, raw_vector<T, N> b) {
  if constexpr (!std::is_integral_v<T>) {
    return wrapping<T, N>(a, b, [](auto x, auto y) { return x / y; });
  } else {
    const raw_vector<T, N> zero(0), ones(static_cast<T>(~T(0)));
    if constexpr (std::is_signed_v<T>) {
      const raw_vector<T, N> quotient = a / (((b == zero) | (b == ones)) ? raw_vector<T, N>(1) : b);
      const raw_vector<T, N> negative = wrapping<T, N>(zero, a, [](auto x, auto y) { return x - y; });
      return b == zero ? ones : (b == ones ? negative : quotient);
    } else {
      return b == zero ? ones : a / (b == zero ? raw_vector<T, N>(1) : b);
    }
  }
}

// a - b * (a / b) where that exists; by zero: a.
template <class T, int N>
XEFORGE_INLINE raw_vector<T, N> remainder(raw_vector<T, N> a, raw_vector<T, N> b) {
  const raw_vector<T, N> zero(0), ones(static_cast<T>(~T(0)));
  auto special = b == zero;
  if constexpr (std::is_signed_v<T>)
    special = special | (b == ones);
  const raw_vector<T, N> regular = a % (special ? raw_vector<T, N>(1) : b);
  return b == zero ? a : (special ? zero : regular);
}

template <class T, int N>
XEFORGE_INLINE raw_vector<T, N> shift_count(raw_vector<T, N> count) {
  return count & raw_vector<T, N>(static_cast<T>(sizeof(T) * 8 - 1));
}

template <class A, class B, class Function>
XEFORGE_INLINE auto combine(const A& a, const B& b, Function function) {
  using T = computation_type_t<element_t<A>, element_t<B>>;
  constexpr int n = common_length<A, B>;
  if constexpr (is_generic_floating_point_v<T>)
    port::on_arithmetic<T, n>();
  return simd<T, n>(function.template operator()<T, n>(raw_as<T, n>(a), raw_as<T, n>(b)));
}

// Lanes 0 and 1.
template <int N, class Comparison>
XEFORGE_INLINE mask_vec<N> mask_of(Comparison comparison) {
  return __builtin_convertvector(comparison, mask_vec<N>) & std::uint16_t(1);
}

// If there are no half comparison instructions, halves are compared as integers. Comparing them as floats would work,
// but the optimiser turns that back into comparisons of halves, one lane at a time.
template <class T, int N, class Function>
XEFORGE_INLINE mask_vec<N> compare_as_integers(raw_vector<T, N> a, raw_vector<T, N> b, Function function) {
  const auto regular = function(port::ordered_integer<T, N>(a), port::ordered_integer<T, N>(b));
  const auto unordered = port::is_nan<T, N>(a) | port::is_nan<T, N>(b);
  constexpr bool true_for_nan = Function()(0, 1) && Function()(1, 0); // != and nothing else
  if constexpr (true_for_nan)
    return mask_of<N>(regular | unordered);
  else
    return mask_of<N>(regular & ~unordered);
}

template <class A, class B, class Function>
XEFORGE_INLINE auto compare(const A& a, const B& b, Function function) {
  using Common = computation_type_t<element_t<A>, element_t<B>>;
  using T = std::conditional_t<is_small_float<Common> && !std::is_same_v<Common, half>, float, Common>;
  constexpr int n = common_length<A, B>;
  constexpr bool has_half = std::is_same_v<element_t<A>, half> || std::is_same_v<element_t<B>, half>;
  const raw_vector<T, n> x = raw_as<T, n>(a), y = raw_as<T, n>(b);
  mask_vec<n> lanes;
  if constexpr (has_half && !port::native_half())
    lanes = compare_as_integers<T, n>(x, y, function);
  else
    lanes = mask_of<n>(function(x, y));
  // Two single elements of one kind of view compare like two scalars.
  if constexpr (n == 1 && View<A> && std::is_same_v<A, B>)
    return lanes[0] != 0;
  else
    return simd_mask<n>(lanes);
}

} // namespace detail

#define XEFORGE_ARITHMETIC(op, constraint, ...)                                                                        \
  template <class A, class B>                                                                                          \
    requires detail::constraint<A, B>                                                                                  \
  XEFORGE_INLINE auto operator op(const A& a, const B& b) {                                                            \
    return detail::combine(a, b, []<class T, int n>(raw_vector<T, n> x, raw_vector<T, n> y) { return __VA_ARGS__; });  \
  }                                                                                                                    \
  template <detail::Vector A, class B>                                                                                 \
    requires detail::constraint<A, B> && (detail::length_of<A> >= detail::length_of<B>) && (!detail::Mask<A>)          \
  XEFORGE_INLINE A& operator op## = (A & a, const B& b) {                                                              \
    return a = a op b;                                                                                                 \
  }                                                                                                                    \
  template <detail::View A, class B>                                                                                   \
    requires detail::constraint<A, B> && (detail::length_of<A> >= detail::length_of<B>) && (!detail::Mask<A>)          \
  XEFORGE_INLINE A operator op## = (A && a, const B& b) {                                                              \
    a = a op b;                                                                                                        \
    return a;                                                                                                          \
  }
#define XEFORGE_WRAPPING(op) (detail::wrapping<T, n>(x, y, [](auto p, auto q) { return p op q; }))

XEFORGE_ARITHMETIC(+, AnyOperands, XEFORGE_WRAPPING(+))
XEFORGE_ARITHMETIC(-, AnyOperands, XEFORGE_WRAPPING(-))
XEFORGE_ARITHMETIC(*, AnyOperands, XEFORGE_WRAPPING(*))
XEFORGE_ARITHMETIC(/, AnyOperands, (detail::divide<T, n>(x, y)))
XEFORGE_ARITHMETIC(%, AnyIntegers, (detail::remainder<T, n>(x, y)))
XEFORGE_ARITHMETIC(&, BitwiseOperands, (raw_vector<T, n>(x & y)))
XEFORGE_ARITHMETIC(|, BitwiseOperands, (raw_vector<T, n>(x | y)))
XEFORGE_ARITHMETIC(^, BitwiseOperands, (raw_vector<T, n>(x ^ y)))
XEFORGE_ARITHMETIC(<<, AnyIntegers, (raw_vector<T, n>(x << detail::shift_count<T, n>(y))))
XEFORGE_ARITHMETIC(>>, AnyIntegers, (raw_vector<T, n>(x >> detail::shift_count<T, n>(y))))
#undef XEFORGE_WRAPPING
#undef XEFORGE_ARITHMETIC

#define XEFORGE_COMPARISON(op, constraint)                                                                             \
  template <class A, class B>                                                                                          \
    requires detail::constraint<A, B>                                                                                  \
  XEFORGE_INLINE auto operator op(const A& a, const B& b) {                                                            \
    return detail::compare(a, b, [](auto x, auto y) { return x op y; });                                               \
  }
XEFORGE_COMPARISON(==, ComparedAsNumbers)
XEFORGE_COMPARISON(!=, ComparedAsNumbers)
XEFORGE_COMPARISON(<, AnyOperands)
XEFORGE_COMPARISON(<=, AnyOperands)
XEFORGE_COMPARISON(>, AnyOperands)
XEFORGE_COMPARISON(>=, AnyOperands)
#undef XEFORGE_COMPARISON

// Masks: bitwise on the lanes; == and != compare the lanes, && and || their truth.
#define XEFORGE_MASK_OPERATOR(op, constraint, ...)                                                                     \
  template <class A, class B>                                                                                          \
    requires detail::constraint<A, B>                                                                                  \
  XEFORGE_INLINE auto operator op(const A& a, const B& b) {                                                            \
    constexpr int n = detail::common_length<A, B>;                                                                     \
    const mask_vec<n> x = detail::raw_as<std::uint16_t, n>(a), y = detail::raw_as<std::uint16_t, n>(b);                \
    return simd_mask<n>(mask_vec<n>(__VA_ARGS__));                                                                     \
  }
XEFORGE_MASK_OPERATOR(&, MaskOperands, x& y)
XEFORGE_MASK_OPERATOR(|, MaskOperands, x | y)
XEFORGE_MASK_OPERATOR(^, MaskOperands, x ^ y)
XEFORGE_MASK_OPERATOR(==, MaskOperands, detail::mask_of<n>(x == y))
XEFORGE_MASK_OPERATOR(!=, MaskOperands, detail::mask_of<n>(x != y))
XEFORGE_MASK_OPERATOR(&&, MaskPair, detail::mask_of<n>((x != std::uint16_t(0)) & (y != std::uint16_t(0))))
XEFORGE_MASK_OPERATOR(||, MaskPair, detail::mask_of<n>((x | y) != std::uint16_t(0)))
#undef XEFORGE_MASK_OPERATOR

#define XEFORGE_MASK_ASSIGNMENT(op)                                                                                    \
  template <detail::Mask A, class B>                                                                                   \
    requires detail::MaskOperands<A, B>                                                                                \
  XEFORGE_INLINE A& operator op## = (A & a, const B& b) {                                                              \
    return a = a op b;                                                                                                 \
  }                                                                                                                    \
  template <detail::Mask A, class B>                                                                                   \
    requires detail::View<A> && detail::MaskOperands<A, B>                                                             \
  XEFORGE_INLINE A operator op## = (A && a, const B& b) {                                                              \
    a = a op b;                                                                                                        \
    return a;                                                                                                          \
  }
XEFORGE_MASK_ASSIGNMENT(&)
XEFORGE_MASK_ASSIGNMENT(|)
XEFORGE_MASK_ASSIGNMENT(^)
#undef XEFORGE_MASK_ASSIGNMENT

template <detail::Vector A>
  requires(!detail::Mask<A> && detail::NumberElement<detail::element_t<A>> &&
           (detail::View<A> || !std::is_unsigned_v<detail::element_t<A>>))
XEFORGE_INLINE auto operator-(const A& a) {
  using T = detail::element_t<A>;
  constexpr int n = detail::length_of<A>;
  if constexpr (std::is_integral_v<T>)
    return simd<T, n>(
        detail::wrapping<T, n>(raw_vector<T, n>(0), detail::raw_of(a), [](auto x, auto y) { return x - y; }));
  else
    return simd<T, n>(detail::wrapping<T, n>(detail::raw_of(a), detail::raw_of(a), [](auto x, auto) { return -x; }));
}
template <detail::Vector A>
  requires(!detail::Mask<A> && detail::NumberElement<detail::element_t<A>> &&
           (detail::View<A> || !std::is_unsigned_v<detail::element_t<A>>))
XEFORGE_INLINE auto operator+(const A& a) {
  return simd<detail::element_t<A>, detail::length_of<A>>(detail::raw_of(a));
}
template <detail::Vector A>
  requires(!std::is_same_v<A, simd_mask<detail::length_of<A>>> && std::is_integral_v<detail::element_t<A>>)
XEFORGE_INLINE auto operator~(const A& a) {
  using Result = std::conditional_t<detail::Mask<A>, simd_mask<detail::length_of<A>>,
                                    simd<detail::element_t<A>, detail::length_of<A>>>;
  const auto raw = detail::raw_of(a);
  return Result(decltype(raw)(~raw));
}
template <detail::Vector A>
  requires(!std::is_same_v<A, simd_mask<detail::length_of<A>>>)
XEFORGE_INLINE auto operator!(const A& a) {
  if constexpr (detail::Mask<A>)
    return !a.read();
  else
    return a == detail::element_t<A>(0);
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
