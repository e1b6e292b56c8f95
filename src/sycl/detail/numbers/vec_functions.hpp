// SYCL's functions of vec: those of numbers element by element, and the geometric ones. A part of a vec (swizzle, lo,
// ...) can be used like a vec. Together with a vec, a scalar is used for every element.
#pragma once

#include "sycl/detail/numbers/integers.hpp"
#include "sycl/detail/numbers/math.hpp"
#include "sycl/detail/numbers/vec.hpp"
#include "xeforge/base/extremum.hpp"

#include <concepts>
#include <type_traits>

namespace sycl {
inline namespace _V1 {
namespace detail {

template <class Number>
struct WholeOf {
  static constexpr bool is_vec = false;
};
template <class T, int N>
struct WholeOf<vec<T, N>> {
  static constexpr bool is_vec = true;
  using type = vec<T, N>;
};
template <class Vec, class Result, int... Elements>
struct WholeOf<ElementsOf<Vec, Result, Elements...>> {
  static constexpr bool is_vec = true;
  using type = Result;
};

// A vec, or elements of one.
template <class T>
concept OfVec = WholeOf<T>::is_vec;

// The type that a function computes with: that of the vecs among its arguments.
template <class First, class... Others>
struct CommonVec : CommonVec<Others...> {};
template <OfVec First, class... Others>
struct CommonVec<First, Others...> {
  using type = typename WholeOf<First>::type;
};
template <class... Arguments>
using common_vec = typename CommonVec<Arguments...>::type;

// At least one vec; all of one type, and numbers that its elements can be.
template <class Argument, class Whole>
inline constexpr bool fits_vec = std::is_convertible_v<Argument, typename Whole::element_type>;
template <OfVec Argument, class Whole>
inline constexpr bool fits_vec<Argument, Whole> = std::same_as<typename WholeOf<Argument>::type, Whole>;
template <class... Arguments>
concept WithVec = (OfVec<Arguments> || ...) && (fits_vec<Arguments, common_vec<Arguments...>> && ...);

template <class Whole, class Argument>
[[gnu::always_inline]] constexpr Whole as_whole(const Argument& argument) {
  if constexpr (OfVec<Argument>)
    return argument;
  else
    return Whole(static_cast<typename Whole::element_type>(argument));
}

template <class Argument, class... Arguments>
using ElementFor = typename common_vec<Arguments...>::element_type;

// What the function has for the first elements of all, the second, and so on.
template <class Function, class Vec, class... Others>
[[gnu::always_inline]] constexpr auto by_element(Function function, const Vec& first, const Others&... others) {
  vec<decltype(function(first[0], others[0]...)), static_cast<int>(Vec::size())> result;
  for (int i = 0; i < static_cast<int>(Vec::size()); ++i)
    result[i] = function(first[i], others[i]...);
  return result;
}

} // namespace detail

// The standard library has templates of these names for any type: of two vecs these are the better match.
template <class T, int N>
[[gnu::always_inline]] constexpr vec<T, N>(min)(const vec<T, N>& a, const vec<T, N>& b) {
  return detail::by_element([](T x, T y) __attribute__((always_inline)) { return (min)(x, y); }, a, b);
}
template <class T, int N>
[[gnu::always_inline]] constexpr vec<T, N>(max)(const vec<T, N>& a, const vec<T, N>& b) {
  return detail::by_element([](T x, T y) __attribute__((always_inline)) { return (max)(x, y); }, a, b);
}
template <class T, int N>
[[gnu::always_inline]] constexpr vec<T, N> clamp(const vec<T, N>& x, const vec<T, N>& low, const vec<T, N>& high) {
  return detail::by_element([](T number, T least, T most)
                                __attribute__((always_inline)) { return clamp(number, least, most); },
                            x, low, high);
}

template <class X, class Y, class Pointer>
  requires detail::WithVec<X, Y>
constexpr auto remquo(const X& x, const Y& y, Pointer quotient) {
  using Whole = detail::common_vec<X, Y>;
  vec<int, static_cast<int>(Whole::size())> quotients;
  int next = 0;
  const auto of_numbers = [&](auto a, auto b) { return remquo(a, b, &quotients[next++]); };
  const Whole result = detail::by_element(of_numbers, detail::as_whole<Whole>(x), detail::as_whole<Whole>(y));
  *quotient = quotients;
  return result;
}

// Of each element the integer of twice the bits.
template <detail::OfVec High, detail::OfVec Low>
[[gnu::always_inline]] constexpr auto upsample(const High& high, const Low& low) {
  return detail::by_element(
      [](auto upper, auto lower) __attribute__((always_inline)) { return upsample(upper, lower); },
      detail::as_whole<detail::common_vec<High>>(high), detail::as_whole<detail::common_vec<Low>>(low));
}

// ---- conditions: the highest bit of an integer ----------------------------------------------------------------------
// chosen where the condition holds.
template <detail::OfVec Otherwise, detail::OfVec Chosen, detail::OfVec Condition>
  requires detail::WithVec<Otherwise, Chosen> && std::integral<typename detail::common_vec<Condition>::element_type> &&
           (sizeof(detail::common_vec<Condition>) == sizeof(detail::common_vec<Chosen>))
[[gnu::always_inline]] constexpr auto select(const Otherwise& otherwise, const Chosen& chosen,
                                             const Condition& condition) {
  using Whole = detail::common_vec<Chosen>;
  using Truth = std::make_signed_t<typename detail::common_vec<Condition>::element_type>;
  return detail::by_element([](auto a, auto b, auto c)
                                __attribute__((always_inline)) { return static_cast<Truth>(c) < 0 ? b : a; },
                            detail::as_whole<Whole>(otherwise), detail::as_whole<Whole>(chosen),
                            detail::as_whole<detail::common_vec<Condition>>(condition));
}
template <std::signed_integral T>
[[gnu::always_inline]] constexpr bool any(T condition) {
  return condition < 0;
}
template <std::signed_integral T>
[[gnu::always_inline]] constexpr bool all(T condition) {
  return condition < 0;
}
template <detail::OfVec Conditions>
  requires std::signed_integral<typename detail::common_vec<Conditions>::element_type>
[[gnu::always_inline]] constexpr bool any(const Conditions& conditions) {
  typename detail::common_vec<Conditions>::element_type bits = 0;
  for (int i = 0; i < static_cast<int>(conditions.size()); ++i)
    bits |= conditions[i];
  return bits < 0;
}
template <detail::OfVec Conditions>
  requires std::signed_integral<typename detail::common_vec<Conditions>::element_type>
[[gnu::always_inline]] constexpr bool all(const Conditions& conditions) {
  return !any(~detail::as_whole<detail::common_vec<Conditions>>(conditions));
}

// ---- geometry -------------------------------------------------------------------------------------------------------
namespace detail {

template <class... Vecs>
concept FloatingVecs = (OfVec<Vecs> && ...) && WithVec<Vecs...> && Floating<typename common_vec<Vecs...>::element_type>;

// The sum of products; of halves in float.
template <class Whole>
[[gnu::always_inline]] constexpr auto sum_of_products(const Whole& a, const Whole& b) {
  using T = typename Whole::element_type;
  using Sum = std::conditional_t<std::same_as<T, half>, float, T>;
  Sum sum = static_cast<Sum>(a[0]) * static_cast<Sum>(b[0]);
  for (int i = 1; i < static_cast<int>(Whole::size()); ++i)
    sum += static_cast<Sum>(a[i]) * static_cast<Sum>(b[i]);
  return sum;
}

} // namespace detail

template <detail::Floating T>
[[gnu::always_inline]] constexpr T dot(T a, std::type_identity_t<T> b) {
  return a * b;
}
template <class A, class B>
  requires detail::FloatingVecs<A, B>
[[gnu::always_inline]] constexpr auto dot(const A& a, const B& b) {
  using Whole = detail::common_vec<A, B>;
  return static_cast<typename Whole::element_type>(detail::sum_of_products<Whole>(a, b));
}
// Of the first three elements; a fourth is 0.
template <class A, class B>
  requires detail::FloatingVecs<A, B> && (detail::common_vec<A>::size() == 3 || detail::common_vec<A>::size() == 4)
[[gnu::always_inline]] constexpr auto cross(const A& a, const B& b) {
  detail::common_vec<A, B> result;
  for (int i = 0; i < 3; ++i)
    result[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
  return result;
}
template <detail::Floating T>
[[gnu::always_inline]] inline T length(T x) {
  return fabs(x);
}
template <detail::FloatingVecs A>
[[gnu::always_inline]] inline auto length(const A& a) {
  using Whole = detail::common_vec<A>;
  return static_cast<typename Whole::element_type>(sqrt(detail::sum_of_products<Whole>(a, a)));
}
template <detail::Floating T>
[[gnu::always_inline]] inline T distance(T a, std::type_identity_t<T> b) {
  return length(a - b);
}
template <class A, class B>
  requires detail::FloatingVecs<A, B>
[[gnu::always_inline]] inline auto distance(const A& a, const B& b) {
  using Whole = detail::common_vec<A, B>;
  return length(detail::as_whole<Whole>(a) - detail::as_whole<Whole>(b));
}
// In the same direction, of length 1. Zeros stay what they are.
template <detail::Floating T>
[[gnu::always_inline]] inline T normalize(T x) {
  return sign(x);
}
template <detail::FloatingVecs A>
[[gnu::always_inline]] inline auto normalize(const A& a) {
  using Whole = detail::common_vec<A>;
  using T = typename Whole::element_type;
  const auto squares = detail::sum_of_products<Whole>(a, a);
  return detail::as_whole<Whole>(a) * (squares == 0 ? T(1) : static_cast<T>(1 / sqrt(squares)));
}

// Half's accuracy is asked of them; they have more.
#define XEFORGE_FAST(name)                                                                                             \
  template <class... Arguments>                                                                                        \
    requires requires(const Arguments&... arguments) { name(arguments...); }                                           \
  [[gnu::always_inline]] inline auto fast_##name(const Arguments&... arguments) {                                      \
    return name(arguments...);                                                                                         \
  }
XEFORGE_FAST(length)
XEFORGE_FAST(distance)
XEFORGE_FAST(normalize)
#undef XEFORGE_FAST

// ---- of numbers, element by element ---------------------------------------------------------------------------------
#define XEFORGE_OF_VECS(name)                                                                                          \
  template <class... Arguments>                                                                                        \
    requires detail::WithVec<Arguments...> &&                                                                          \
             requires(detail::ElementFor<Arguments, Arguments...>... numbers) { (name)(numbers...); }                  \
  [[gnu::always_inline]] constexpr auto(name)(const Arguments&... arguments) {                                         \
    return detail::by_element([](auto... numbers) __attribute__((always_inline)) { return (name)(numbers...); },       \
                              detail::as_whole<detail::common_vec<Arguments...>>(arguments)...);                       \
  }
#define XEFORGE_RELATION_OF_VECS(name)                                                                                 \
  template <class... Arguments>                                                                                        \
    requires detail::WithVec<Arguments...> &&                                                                          \
             requires(detail::ElementFor<Arguments, Arguments...>... numbers) { name(numbers...); }                    \
  [[gnu::always_inline]] constexpr auto name(const Arguments&... arguments) {                                          \
    using Truth = detail::comparison_result<typename detail::common_vec<Arguments...>::element_type>;                  \
    return detail::by_element(                                                                                         \
        [](auto... numbers) __attribute__((always_inline)) { return static_cast<Truth>(name(numbers...) ? -1 : 0); },  \
        detail::as_whole<detail::common_vec<Arguments...>>(arguments)...);                                             \
  }

// With whole numbers beside it: one for all elements or one for each.
#define XEFORGE_OF_VEC_AND_INTEGERS(name)                                                                              \
  template <detail::OfVec X, class Integers>                                                                           \
    requires std::integral<Integers> || detail::OfVec<Integers>                                                        \
  [[gnu::always_inline]] constexpr auto name(const X& x, const Integers& integers) {                                   \
    using Whole = detail::common_vec<X>;                                                                               \
    return detail::by_element([](auto number, int n) __attribute__((always_inline)) { return name(number, n); },       \
                              detail::as_whole<Whole>(x),                                                              \
                              detail::as_whole<vec<int, static_cast<int>(Whole::size())>>(integers));                  \
  }

// With a second result, a vec of type Other, through a pointer.
#define XEFORGE_TWO_RESULTS_OF_VECS(name, Other)                                                                       \
  template <detail::OfVec X, class Pointer>                                                                            \
  [[gnu::always_inline]] constexpr auto name(const X& x, Pointer other) {                                              \
    using Whole = detail::common_vec<X>;                                                                               \
    using T = typename Whole::element_type;                                                                            \
    vec<Other, static_cast<int>(Whole::size())> others;                                                                \
    int next = 0;                                                                                                      \
    const Whole result =                                                                                               \
        detail::by_element([&](T number) __attribute__((always_inline)) { return name(number, &others[next++]); },     \
                           detail::as_whole<Whole>(x));                                                                \
    *other = others;                                                                                                   \
    return result;                                                                                                     \
  }

// clang-format off
XEFORGE_OF_VECS(exp) XEFORGE_OF_VECS(exp2) XEFORGE_OF_VECS(exp10) XEFORGE_OF_VECS(log) XEFORGE_OF_VECS(log2)
XEFORGE_OF_VECS(log10) XEFORGE_OF_VECS(sqrt) XEFORGE_OF_VECS(rsqrt) XEFORGE_OF_VECS(sin) XEFORGE_OF_VECS(cos)
XEFORGE_OF_VECS(tan) XEFORGE_OF_VECS(asin) XEFORGE_OF_VECS(acos) XEFORGE_OF_VECS(atan) XEFORGE_OF_VECS(tanh)
XEFORGE_OF_VECS(floor) XEFORGE_OF_VECS(ceil) XEFORGE_OF_VECS(trunc) XEFORGE_OF_VECS(round) XEFORGE_OF_VECS(rint)
XEFORGE_OF_VECS(fabs) XEFORGE_OF_VECS(pow) XEFORGE_OF_VECS(powr) XEFORGE_OF_VECS(fmod) XEFORGE_OF_VECS(atan2)
XEFORGE_OF_VECS(fmin) XEFORGE_OF_VECS(fmax) XEFORGE_OF_VECS(copysign) XEFORGE_OF_VECS(fma) XEFORGE_OF_VECS(mad)
XEFORGE_OF_VECS(mix) XEFORGE_OF_VECS(maxmag) XEFORGE_OF_VECS(minmag) XEFORGE_OF_VECS(degrees) XEFORGE_OF_VECS(radians)
XEFORGE_OF_VECS(sign) XEFORGE_OF_VECS(step) XEFORGE_OF_VECS(smoothstep) XEFORGE_OF_VECS(cospi) XEFORGE_OF_VECS(sinpi)
XEFORGE_OF_VECS(tanpi) XEFORGE_OF_VECS(acospi) XEFORGE_OF_VECS(asinpi) XEFORGE_OF_VECS(atanpi)
XEFORGE_OF_VECS(atan2pi) XEFORGE_OF_VECS(sinh) XEFORGE_OF_VECS(cosh) XEFORGE_OF_VECS(asinh) XEFORGE_OF_VECS(acosh)
XEFORGE_OF_VECS(atanh) XEFORGE_OF_VECS(cbrt) XEFORGE_OF_VECS(erf) XEFORGE_OF_VECS(erfc) XEFORGE_OF_VECS(tgamma)
XEFORGE_OF_VECS(lgamma) XEFORGE_OF_VECS(expm1) XEFORGE_OF_VECS(log1p) XEFORGE_OF_VECS(logb) XEFORGE_OF_VECS(ilogb)
XEFORGE_OF_VECS(fdim) XEFORGE_OF_VECS(hypot) XEFORGE_OF_VECS(remainder) XEFORGE_OF_VECS(nextafter)
XEFORGE_OF_VECS(abs) XEFORGE_OF_VECS(abs_diff) XEFORGE_OF_VECS(add_sat) XEFORGE_OF_VECS(sub_sat) XEFORGE_OF_VECS(hadd)
XEFORGE_OF_VECS(rhadd) XEFORGE_OF_VECS(mul_hi) XEFORGE_OF_VECS(mad_hi) XEFORGE_OF_VECS(mad_sat) XEFORGE_OF_VECS(mul24)
XEFORGE_OF_VECS(mad24) XEFORGE_OF_VECS(clz) XEFORGE_OF_VECS(ctz) XEFORGE_OF_VECS(popcount) XEFORGE_OF_VECS(rotate)
XEFORGE_OF_VECS(bitselect) XEFORGE_OF_VECS(min) XEFORGE_OF_VECS(max) XEFORGE_OF_VECS(clamp)
XEFORGE_RELATION_OF_VECS(isequal) XEFORGE_RELATION_OF_VECS(isnotequal) XEFORGE_RELATION_OF_VECS(isgreater)
XEFORGE_RELATION_OF_VECS(isgreaterequal) XEFORGE_RELATION_OF_VECS(isless) XEFORGE_RELATION_OF_VECS(islessequal)
XEFORGE_RELATION_OF_VECS(islessgreater) XEFORGE_RELATION_OF_VECS(isordered) XEFORGE_RELATION_OF_VECS(isunordered)
XEFORGE_RELATION_OF_VECS(isnan) XEFORGE_RELATION_OF_VECS(isinf) XEFORGE_RELATION_OF_VECS(isfinite)
XEFORGE_RELATION_OF_VECS(isnormal) XEFORGE_RELATION_OF_VECS(signbit)
XEFORGE_OF_VEC_AND_INTEGERS(pown) XEFORGE_OF_VEC_AND_INTEGERS(rootn) XEFORGE_OF_VEC_AND_INTEGERS(ldexp)
XEFORGE_TWO_RESULTS_OF_VECS(sincos, T) XEFORGE_TWO_RESULTS_OF_VECS(modf, T) XEFORGE_TWO_RESULTS_OF_VECS(fract, T)
XEFORGE_TWO_RESULTS_OF_VECS(frexp, int) XEFORGE_TWO_RESULTS_OF_VECS(lgamma_r, int)
#undef XEFORGE_OF_VECS
#undef XEFORGE_RELATION_OF_VECS
#undef XEFORGE_OF_VEC_AND_INTEGERS
#undef XEFORGE_TWO_RESULTS_OF_VECS
// clang-format on

} // namespace _V1
} // namespace sycl
