// Element-wise mathematics. The template parameters stand in the extension's order (type, length, saturation), because
// programs spell them out.
#pragma once

#include "xeforge/esimd/reduce.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {
namespace detail {

inline constexpr float ln2 = 0.69314718f;
inline constexpr float log2e = 1.442695f;

// f on floats, for element types float and half: half goes through float and is rounded once more.
template <class T, int N, class Function>
XEFORGE_INLINE simd<T, N> in_float(const simd<T, N>& x, Function function) {
  return simd<T, N>(simd<float, N>(function(port::convert<float, T, N>(x.data()))));
}

// The extended math functions clamp to [0, 1] unless told off exactly (a program that passes a type as the third
// argument gets the clamp); max, min and the roundings clamp only when told on exactly.
template <class Saturation, class T, int N>
XEFORGE_INLINE simd<T, N> clamp_unless_off(const simd<T, N>& x) {
  if constexpr (std::is_same_v<Saturation, saturation_off_tag>)
    return x;
  else
    return clamp_to_unit(x);
}
template <class Saturation, class T, int N>
XEFORGE_INLINE simd<T, N> clamp_if_on(const simd<T, N>& x) {
  if constexpr (std::is_same_v<Saturation, saturation_on_tag> && is_generic_floating_point_v<T>)
    return clamp_to_unit(x);
  else
    return x;
}

} // namespace detail

// ---- one operand --------------------------------------------------------------------------------------------------
// inv 1/x, rsqrt 1/sqrt(x), base 2 exponential and logarithm, base e ones (exp, log), sines in radians: float and half.
#define XEFORGE_MATH(name)                                                                                             \
  template <class T, int N, class Saturation = saturation_off_tag>                                                     \
  XEFORGE_INLINE simd<T, N> name(simd<T, N> x, Saturation = {}) {                                                      \
    static_assert(std::is_same_v<T, float> || std::is_same_v<T, half>, #name ": elements are float or half");          \
    return detail::clamp_unless_off<Saturation>(                                                                       \
        detail::in_float<T, N>(x, [](vec<float, N> values) { return port::name<N>(values); }));                        \
  }                                                                                                                    \
  template <class T, class Saturation = saturation_off_tag>                                                            \
    requires(std::is_same_v<T, float> || std::is_same_v<T, half>)                                                      \
  XEFORGE_INLINE T name(T x, Saturation saturation = {}) {                                                             \
    return name(simd<T, 1>(x), saturation)[0];                                                                         \
  }                                                                                                                    \
  template <detail::View V>                                                                                            \
  XEFORGE_INLINE auto name(const V& view) {                                                                            \
    return name(view.read());                                                                                          \
  }
XEFORGE_MATH(exp2)
XEFORGE_MATH(log2)
XEFORGE_MATH(exp)
XEFORGE_MATH(log)
XEFORGE_MATH(inv)
XEFORGE_MATH(sqrt)
XEFORGE_MATH(rsqrt)
XEFORGE_MATH(sin)
XEFORGE_MATH(cos)
#undef XEFORGE_MATH

// Correctly rounded, float and double.
template <class T, int N, class Saturation = saturation_off_tag>
XEFORGE_INLINE simd<T, N> sqrt_ieee(simd<T, N> x, Saturation = {}) {
  static_assert(std::is_floating_point_v<T>, "sqrt_ieee: elements are float or double");
  return detail::clamp_unless_off<Saturation>(simd<T, N>(port::ieee_sqrt<T, N>(x.data())));
}
template <class T, int N, class Saturation = saturation_off_tag>
XEFORGE_INLINE simd<T, N> div_ieee(simd<T, N> x, simd<T, N> y, Saturation = {}) {
  static_assert(std::is_floating_point_v<T>, "div_ieee: elements are float or double");
  return detail::clamp_unless_off<Saturation>(simd<T, N>(port::ieee_div<T, N>(x.data(), y.data())));
}

// base^exponent, elements float or half; the operands may be given as scalars when T and N are spelled out.
template <class T, int N, class U, class Saturation = saturation_off_tag>
XEFORGE_INLINE simd<T, N> pow(simd<T, N> base, simd<U, N> exponent, Saturation = {}) {
  const simd<float, N> x = base, y = exponent;
  return detail::clamp_unless_off<Saturation>(simd<T, N>(simd<float, N>(port::pow<N>(x.data(), y.data()))));
}

// ---- rounding: float in, any element type out -----------------------------------------------------------------------
#define XEFORGE_ROUND(name, primitive)                                                                                 \
  template <class T, int N, class Saturation = saturation_off_tag>                                                     \
  XEFORGE_INLINE simd<T, N> name(simd<float, N> x, Saturation = {}) {                                                  \
    return detail::clamp_if_on<Saturation>(simd<T, N>(simd<float, N>(port::primitive<N>(x.data()))));                  \
  }                                                                                                                    \
  template <class T, class Saturation = saturation_off_tag>                                                            \
  XEFORGE_INLINE T name(float x, Saturation saturation = {}) {                                                         \
    return name<T, 1>(simd<float, 1>(x), saturation)[0];                                                               \
  }
XEFORGE_ROUND(rnde, round_even)
XEFORGE_ROUND(rndd, round_down)
XEFORGE_ROUND(rndu, round_up)
XEFORGE_ROUND(rndz, round_zero)
XEFORGE_ROUND(floor, round_down)
XEFORGE_ROUND(ceil, round_up)
XEFORGE_ROUND(trunc, round_zero)
#undef XEFORGE_ROUND

// ---- two operands: the other one where one is NaN -------------------------------------------------------------------
#define XEFORGE_EXTREMUM(name, primitive)                                                                              \
  template <class T, int N, class Saturation = saturation_off_tag>                                                     \
  XEFORGE_INLINE simd<T, N> name(simd<T, N> a, simd<T, N> b, Saturation = {}) {                                        \
    return detail::clamp_if_on<Saturation>(simd<T, N>(port::primitive<T, N>(a.data(), b.data())));                     \
  }                                                                                                                    \
  template <class T, int N, class Saturation = saturation_off_tag, detail::Scalar S>                                   \
  XEFORGE_INLINE simd<T, N> name(simd<T, N> a, S b, Saturation saturation = {}) {                                      \
    return name<T, N, Saturation>(a, simd<T, N>(b), saturation);                                                       \
  }                                                                                                                    \
  template <class T, int N, class Saturation = saturation_off_tag, detail::Scalar S>                                   \
  XEFORGE_INLINE simd<T, N> name(S a, simd<T, N> b, Saturation saturation = {}) {                                      \
    return name<T, N, Saturation>(simd<T, N>(a), b, saturation);                                                       \
  }                                                                                                                    \
  template <detail::Scalar T, class Saturation = saturation_off_tag>                                                   \
  XEFORGE_INLINE T name(T a, T b, Saturation saturation = {}) {                                                        \
    return name<T, 1, Saturation>(simd<T, 1>(a), simd<T, 1>(b), saturation)[0];                                        \
  }                                                                                                                    \
  template <detail::Vector A, detail::Vector B>                                                                        \
    requires((detail::View<A> || detail::View<B>) && detail::SameShape<A, B> &&                                        \
             std::is_same_v<detail::element_t<A>, detail::element_t<B>>)                                               \
  XEFORGE_INLINE auto name(const A& a, const B& b) {                                                                   \
    return name(a.read(), b.read());                                                                                   \
  }
XEFORGE_EXTREMUM(max, maximum)
XEFORGE_EXTREMUM(min, minimum)
#undef XEFORGE_EXTREMUM

// ---- absolute value: clears the sign, of an integer the lowest one stays
// ---------------------------------------------
template <class TResult, class T, int N>
XEFORGE_INLINE simd<TResult, N> abs(simd<T, N> x) {
  if constexpr (std::is_unsigned_v<T>)
    return x;
  else if constexpr (std::is_integral_v<T>)
    return simd<T, N>(port::select<T, N>((x < T(0)).data(), (-x).data(), x.data()));
  else {
    using Bits = std::conditional_t<sizeof(T) == 2, std::uint16_t,
                                    std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>;
    const vec<Bits, N> bits = bit_cast<vec<Bits, N>>(x.data());
    return simd<T, N>(bit_cast<vec<T, N>>(vec<Bits, N>(bits & static_cast<Bits>(static_cast<Bits>(~Bits(0)) >> 1))));
  }
}
template <class T, int N>
XEFORGE_INLINE simd<T, N> abs(simd<T, N> x) {
  return abs<T, T, N>(x);
}
template <detail::Scalar T>
XEFORGE_INLINE T abs(T x) {
  return abs<T, T, 1>(simd<T, 1>(x))[0];
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
