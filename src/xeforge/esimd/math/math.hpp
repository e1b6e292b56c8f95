// Element-wise mathematics. The template parameters are in the extension's order (type, length, saturation), because
// programs state them explicitly.
#pragma once

#include "xeforge/base/extremum.hpp"
#include "xeforge/esimd/math/reduce.hpp"

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

// The extended math functions clamp to [0, 1] unless the third template argument is exactly saturation_off_tag (so a
// program that passes a type there gets the clamp); max, min and the roundings clamp only for exactly
// saturation_on_tag.
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
        detail::in_float<T, N>(x, [](raw_vector<float, N> values) { return port::name<N>(values); }));                 \
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
template <std::floating_point T, class Saturation = saturation_off_tag>
XEFORGE_INLINE T sqrt_ieee(T x, Saturation saturation = {}) {
  return sqrt_ieee(simd<T, 1>(x), saturation)[0];
}

// Only these two are available for double, correctly rounded.
template <std::same_as<double> T, int N, class Saturation = saturation_off_tag>
XEFORGE_INLINE simd<T, N> sqrt(simd<T, N> x, Saturation saturation = {}) {
  return sqrt_ieee(x, saturation);
}
template <std::same_as<double> T, int N, class Saturation = saturation_off_tag>
XEFORGE_INLINE simd<T, N> rsqrt(simd<T, N> x, Saturation = {}) {
  return detail::clamp_unless_off<Saturation>(
      simd<T, N>(port::ieee_div<T, N>(raw_vector<T, N>(1.0), port::ieee_sqrt<T, N>(x.data()))));
}
template <std::same_as<double> T, class Saturation = saturation_off_tag>
XEFORGE_INLINE T sqrt(T x, Saturation saturation = {}) {
  return sqrt(simd<T, 1>(x), saturation)[0];
}
template <std::same_as<double> T, class Saturation = saturation_off_tag>
XEFORGE_INLINE T rsqrt(T x, Saturation saturation = {}) {
  return rsqrt(simd<T, 1>(x), saturation)[0];
}

// ---- two operands of the extended unit: the second is converted to the first's type ---------------------------------
// x / y correctly rounded, float and double.
template <class T, int N, class U, class Saturation = saturation_off_tag>
XEFORGE_INLINE simd<T, N> div_ieee(simd<T, N> x, simd<U, N> y, Saturation = {}) {
  static_assert(std::is_floating_point_v<T>, "div_ieee: elements are float or double");
  return detail::clamp_unless_off<Saturation>(
      simd<T, N>(port::ieee_div<T, N>(x.data(), port::convert<T, U, N>(y.data()))));
}
// base^exponent, float and half. Operands may be scalars where T, N and U are spelled out.
template <class T, int N, class U, class Saturation = saturation_off_tag>
XEFORGE_INLINE simd<T, N> pow(simd<T, N> base, simd<U, N> exponent, Saturation = {}) {
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, half>, "pow: elements are float or half");
  const simd<float, N> x = base, y = exponent;
  return detail::clamp_unless_off<Saturation>(simd<T, N>(simd<float, N>(port::pow<N>(x.data(), y.data()))));
}

#define XEFORGE_WITH_SCALARS(name)                                                                                     \
  template <class T, int N, class U, class Saturation = saturation_off_tag>                                            \
    requires detail::Scalar<U>                                                                                         \
  XEFORGE_INLINE simd<T, N> name(simd<T, N> x, U y, Saturation saturation = {}) {                                      \
    return name<T, N, U, Saturation>(x, simd<U, N>(y), saturation);                                                    \
  }                                                                                                                    \
  template <detail::Scalar T, detail::Scalar U, class Saturation = saturation_off_tag>                                 \
  XEFORGE_INLINE T name(T x, U y, Saturation saturation = {}) {                                                        \
    return name<T, 1, U, Saturation>(simd<T, 1>(x), simd<U, 1>(y), saturation)[0];                                     \
  }                                                                                                                    \
  template <detail::Vector X, detail::Vector Y, class Saturation = saturation_off_tag>                                 \
    requires((detail::View<X> || detail::View<Y>) && detail::length_of<X> == detail::length_of<Y>)                     \
  XEFORGE_INLINE auto name(const X& x, const Y& y, Saturation saturation = {}) {                                       \
    return name(x.read(), y.read(), saturation);                                                                       \
  }
XEFORGE_WITH_SCALARS(div_ieee)
XEFORGE_WITH_SCALARS(pow)
#undef XEFORGE_WITH_SCALARS

// x * y + z, rounded once; half and bfloat16 are computed in float and rounded once more.
template <class T, int N>
XEFORGE_INLINE simd<T, N> fma(simd<T, N> x, simd<T, N> y, simd<T, N> z) {
  static_assert(detail::is_generic_floating_point_v<T>, "fma: elements are floating");
  if constexpr (std::is_floating_point_v<T>)
    return simd<T, N>(port::fma<T, N>(x.data(), y.data(), z.data()));
  else
    return fma<float, N>(simd<float, N>(x), simd<float, N>(y), simd<float, N>(z));
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

// x - floor(x), in [0, 1).
template <class T, int N>
XEFORGE_INLINE simd<T, N> frc(simd<T, N> x) {
  const simd<float, N> values = x;
  return simd<float, N>(port::fraction<N>(values.data()));
}
template <detail::Scalar T>
XEFORGE_INLINE T frc(T x) {
  return frc(simd<T, 1>(x))[0];
}

// ---- two operands: the other one where one is NaN -------------------------------------------------------------------
// For two numbers, one function for each kind of saturation instead of one for any: this way it is a better match than
// an imported std::max, whose third argument may be of any type.
using base::max;
using base::min;
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
  template <detail::Scalar T>                                                                                          \
  XEFORGE_INLINE T name(T a, T b, saturation_on_tag saturation) {                                                      \
    return name<T, 1>(simd<T, 1>(a), simd<T, 1>(b), saturation)[0];                                                    \
  }                                                                                                                    \
  template <detail::Scalar T>                                                                                          \
  XEFORGE_INLINE T name(T a, T b, saturation_off_tag saturation) {                                                     \
    return name<T, 1>(simd<T, 1>(a), simd<T, 1>(b), saturation)[0];                                                    \
  }                                                                                                                    \
  template <detail::Scalar T, class Saturation>                                                                        \
    requires(std::is_same_v<Saturation, saturation_on_tag> || std::is_same_v<Saturation, saturation_off_tag>)          \
  XEFORGE_INLINE T name(std::type_identity_t<T> a, std::type_identity_t<T> b, std::type_identity_t<Saturation> = {}) { \
    return name(a, b, Saturation());                                                                                   \
  }                                                                                                                    \
  template <detail::Vector A, detail::Vector B>                                                                        \
    requires((detail::View<A> || detail::View<B>) && detail::SameShape<A, B> &&                                        \
             std::is_same_v<detail::element_t<A>, detail::element_t<B>>)                                               \
  XEFORGE_INLINE auto name(const A& a, const B& b) {                                                                   \
    return name(a.read(), b.read());                                                                                   \
  }                                                                                                                    \
  template <detail::View A, detail::Scalar S>                                                                          \
  XEFORGE_INLINE auto name(const A& a, S b) {                                                                          \
    return name(a.read(), b);                                                                                          \
  }                                                                                                                    \
  template <detail::Scalar S, detail::View B>                                                                          \
  XEFORGE_INLINE auto name(S a, const B& b) {                                                                          \
    return name(a, b.read());                                                                                          \
  }
XEFORGE_EXTREMUM(max, maximum)
XEFORGE_EXTREMUM(min, minimum)
#undef XEFORGE_EXTREMUM

// ---- absolute value: clears the sign; the lowest integer stays what it is -------------------------------------------
template <class T, int N>
XEFORGE_INLINE simd<T, N> abs(simd<T, N> x) {
  if constexpr (std::is_unsigned_v<T>)
    return x;
  else if constexpr (std::is_integral_v<T>)
    return simd<T, N>(port::select<T, N>((x < T(0)).data(), (-x).data(), x.data()));
  else {
    using Bits = std::conditional_t<sizeof(T) == 2, std::uint16_t,
                                    std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>;
    const raw_vector<Bits, N> bits = bit_cast<raw_vector<Bits, N>>(x.data());
    return simd<T, N>(
        bit_cast<raw_vector<T, N>>(raw_vector<Bits, N>(bits & static_cast<Bits>(static_cast<Bits>(~Bits(0)) >> 1))));
  }
}
template <class TResult, class T, int N>
  requires(!std::is_same_v<TResult, T>)
XEFORGE_INLINE simd<TResult, N> abs(simd<T, N> x) {
  return abs<T, N>(x);
}
template <detail::Scalar T>
XEFORGE_INLINE T abs(T x) {
  return abs(simd<T, 1>(x))[0];
}
template <detail::Scalar TResult, detail::Scalar T>
  requires(!std::is_same_v<TResult, T>)
XEFORGE_INLINE TResult abs(T x) {
  return abs<TResult>(simd<T, 1>(x))[0];
}
template <detail::View V>
XEFORGE_INLINE auto abs(const V& view) {
  return abs(view.read());
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
