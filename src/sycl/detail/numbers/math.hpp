// SYCL's mathematical functions of scalars: float, double and half. On the host they are the standard library's; on the
// device those of float and half are the extension's, with the accuracy of the extended math unit.
#pragma once

#include "sycl/detail/numbers/half.hpp"

#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <numbers>
#include <type_traits>

#ifdef __SYCL_DEVICE_ONLY__
#include "xeforge/esimd/math/math.hpp"
#include "xeforge/esimd/math/trigonometry.hpp"
#endif

namespace sycl {
inline namespace _V1 {
namespace detail {

template <class T>
concept Floating = std::is_floating_point_v<T> || std::same_as<T, half>;

// Accepts type T without a conversion: this way these functions are never preferred to one of the same name that takes
// the argument unchanged, and do not conflict with those of the extension, the C library and the program.
template <class T>
struct Exactly {
  T value;
  template <std::same_as<T> U>
  [[gnu::always_inline]] constexpr Exactly(U number) : value(number) {}
  template <class View>
    requires std::same_as<typename View::element_type, T> && std::convertible_to<const View&, T>
  [[gnu::always_inline]] constexpr Exactly(const View& element) : value(element) {}
};

#ifdef __SYCL_DEVICE_ONLY__
namespace numbers {
namespace functions = ::xeforge::esimd;
using Lane = functions::simd<float, 1>;
#define XEFORGE_OF_EXTENSION(name, expression)                                                                         \
  [[gnu::always_inline]] inline float name(float x) { return expression; }
XEFORGE_OF_EXTENSION(exp, functions::exp(x))
XEFORGE_OF_EXTENSION(exp2, functions::exp2(x))
XEFORGE_OF_EXTENSION(log, functions::log(x))
XEFORGE_OF_EXTENSION(log2, functions::log2(x))
XEFORGE_OF_EXTENSION(log10, functions::log2(x) * (std::numbers::ln2_v<float> / std::numbers::ln10_v<float>))
XEFORGE_OF_EXTENSION(sqrt, functions::sqrt(x))
XEFORGE_OF_EXTENSION(sin, functions::sin(x))
XEFORGE_OF_EXTENSION(cos, functions::cos(x))
XEFORGE_OF_EXTENSION(tan, functions::sin(x) / functions::cos(x))
XEFORGE_OF_EXTENSION(asin, Lane(functions::asin(Lane(x)))[0])
XEFORGE_OF_EXTENSION(acos, Lane(functions::acos(Lane(x)))[0])
XEFORGE_OF_EXTENSION(atan, Lane(functions::atan(Lane(x)))[0])
XEFORGE_OF_EXTENSION(tanh, Lane(functions::tanh(Lane(x)))[0])
XEFORGE_OF_EXTENSION(floor, functions::rndd<float>(x))
XEFORGE_OF_EXTENSION(ceil, functions::rndu<float>(x))
XEFORGE_OF_EXTENSION(trunc, functions::rndz<float>(x))
XEFORGE_OF_EXTENSION(rint, functions::rnde<float>(x))
XEFORGE_OF_EXTENSION(fabs, functions::abs(x))
#undef XEFORGE_OF_EXTENSION
[[gnu::always_inline]] inline float fmod(float x, float y) { return __builtin_fmodf(x, y); }
[[gnu::always_inline]] inline float atan2(float y, float x) {
  return x != x || y != y ? x + y : functions::atan2(y, x);
}
[[gnu::always_inline]] inline float fmin(float x, float y) { return functions::min(x, y); }
[[gnu::always_inline]] inline float fmax(float x, float y) { return functions::max(x, y); }
[[gnu::always_inline]] inline float copysign(float x, float y) { return __builtin_copysignf(x, y); }
[[gnu::always_inline]] inline float fma(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
[[gnu::always_inline]] inline float round(float x) { return __builtin_roundf(x); }
[[gnu::always_inline]] inline float pow(float x, float y) {
  const float power = y == 0 || fabs(x) == 1 ? 1.0f : functions::pow(x, y), half = 0.5f * y; // the sign of x is lost
  const bool is_whole = trunc(y) == y, has_sign = is_whole && trunc(half) != half;
  const bool is_none = !is_whole && std::bit_cast<int>(x) > -0x7fffffff - 1 && std::bit_cast<int>(x) < -0x800000;
  return has_sign ? copysign(power, x) : is_none ? __builtin_nanf("") : power;
}
} // namespace numbers
#else
namespace numbers = ::std;
#endif

} // namespace detail

#define XEFORGE_OF_DOUBLE(name, parameters, arguments)                                                                 \
  [[gnu::always_inline]] inline double name parameters { return ::std::name arguments; }
// With an integer beside it, a floating-point argument tells the type. The pack makes these the less specialised of two
// templates, so that functions of the extension and the standard library that take such arguments are preferred.
#define XEFORGE_WITH_INTEGER(name)                                                                                     \
  template <detail::Floating T, std::integral U, class... None>                                                        \
    requires(sizeof...(None) == 0)                                                                                     \
  [[gnu::always_inline]] inline T name(T x, U y, None...) {                                                            \
    return name(x, static_cast<T>(y));                                                                                 \
  }                                                                                                                    \
  template <std::integral U, detail::Floating T, class... None>                                                        \
    requires(sizeof...(None) == 0)                                                                                     \
  [[gnu::always_inline]] inline T name(U x, T y, None...) {                                                            \
    return name(static_cast<T>(x), y);                                                                                 \
  }

#define XEFORGE_ONE(name)                                                                                              \
  [[gnu::always_inline]] inline float name(detail::Exactly<float> x) { return detail::numbers::name(x.value); }        \
  [[gnu::always_inline]] inline half name(detail::Exactly<half> x) {                                                   \
    return half(detail::numbers::name(float(x.value)));                                                                \
  }                                                                                                                    \
  XEFORGE_OF_DOUBLE(name, (detail::Exactly<double> x), (x.value))
XEFORGE_ONE(exp)
XEFORGE_ONE(exp2)
XEFORGE_ONE(log)
XEFORGE_ONE(log2)
XEFORGE_ONE(log10)
XEFORGE_ONE(sqrt)
XEFORGE_ONE(sin)
XEFORGE_ONE(cos)
XEFORGE_ONE(tan)
XEFORGE_ONE(asin)
XEFORGE_ONE(acos)
XEFORGE_ONE(atan)
XEFORGE_ONE(tanh)
XEFORGE_ONE(floor)
XEFORGE_ONE(ceil)
XEFORGE_ONE(trunc)
XEFORGE_ONE(round)
XEFORGE_ONE(rint)
XEFORGE_ONE(fabs)
#undef XEFORGE_ONE
#define XEFORGE_TWO(name)                                                                                              \
  [[gnu::always_inline]] inline float name(detail::Exactly<float> x, detail::Exactly<float> y) {                       \
    return detail::numbers::name(x.value, y.value);                                                                    \
  }                                                                                                                    \
  [[gnu::always_inline]] inline half name(detail::Exactly<half> x, detail::Exactly<half> y) {                          \
    return half(detail::numbers::name(float(x.value), float(y.value)));                                                \
  }                                                                                                                    \
  XEFORGE_OF_DOUBLE(name, (detail::Exactly<double> x, detail::Exactly<double> y), (x.value, y.value))                  \
  XEFORGE_WITH_INTEGER(name)
XEFORGE_TWO(pow)
XEFORGE_TWO(fmod)
XEFORGE_TWO(atan2)
XEFORGE_TWO(fmin)
XEFORGE_TWO(fmax)
XEFORGE_TWO(copysign)
#undef XEFORGE_TWO

[[gnu::always_inline]] inline float fma(detail::Exactly<float> x, detail::Exactly<float> y, detail::Exactly<float> z) {
  return detail::numbers::fma(x.value, y.value, z.value);
}
XEFORGE_OF_DOUBLE(fma, (detail::Exactly<double> x, detail::Exactly<double> y, detail::Exactly<double> z),
                  (x.value, y.value, z.value))
#undef XEFORGE_OF_DOUBLE
// Rounded once: the product is exact in float; the bits that the sum loses there decide between two equally near
// halves.
[[gnu::always_inline]] inline half fma(detail::Exactly<half> x, detail::Exactly<half> y, detail::Exactly<half> z) {
  const float product = float(x.value) * float(y.value), added = float(z.value), sum = product + added;
  const float taken = sum - product, lost = (product - (sum - taken)) + (added - taken);
  const auto bits = std::bit_cast<std::uint32_t>(sum);
  const bool is_odd = bits % 2 == 1;
  if (is_odd || !(lost < 0 || lost > 0))
    return half(sum);
  return half(std::bit_cast<float>((lost > 0) == (sum > 0) ? bits + 1 : bits - 1));
}
template <detail::Floating T>
[[gnu::always_inline]] inline T mad(T x, std::type_identity_t<T> y, std::type_identity_t<T> z) {
  return x * y + z;
}
template <detail::Floating T>
[[gnu::always_inline]] inline T mix(T from, std::type_identity_t<T> to, std::type_identity_t<T> part) {
  return from + (to - from) * part;
}
[[gnu::always_inline]] inline float rsqrt(detail::Exactly<float> x) { return 1.0f / detail::numbers::sqrt(x.value); }
[[gnu::always_inline]] inline half rsqrt(detail::Exactly<half> x) { return half(rsqrt(static_cast<float>(x.value))); }
[[gnu::always_inline]] inline double rsqrt(detail::Exactly<double> x) { return 1 / sqrt(x.value); }
// 2 to the power of what x * log2(10) is in float, and of what that rounding left out.
[[gnu::always_inline]] inline float exp10(detail::Exactly<float> x) {
  constexpr double log2_10 = std::numbers::ln10 / std::numbers::ln2;
  constexpr float high = static_cast<float>(log2_10), low = static_cast<float>(log2_10 - high);
  const float power = x.value * high;
  const float rest = detail::numbers::fma(x.value, low, detail::numbers::fma(x.value, high, -power));
  const bool is_finite = detail::numbers::fabs(x.value) < 64;
  return detail::numbers::exp2(power) * (is_finite ? detail::numbers::exp2(rest) : 1);
}
[[gnu::always_inline]] inline half exp10(detail::Exactly<half> x) { return half(exp10(static_cast<float>(x.value))); }
[[gnu::always_inline]] inline int isnan(detail::Exactly<float> x) { return __builtin_isnan(x.value); }
[[gnu::always_inline]] inline int isnan(detail::Exactly<double> x) { return __builtin_isnan(x.value); }
[[gnu::always_inline]] inline int isinf(detail::Exactly<float> x) { return __builtin_isinf(x.value); }
[[gnu::always_inline]] inline int isinf(detail::Exactly<double> x) { return __builtin_isinf(x.value); }
[[gnu::always_inline]] inline int isfinite(detail::Exactly<float> x) { return __builtin_isfinite(x.value); }
[[gnu::always_inline]] inline int isfinite(detail::Exactly<double> x) { return __builtin_isfinite(x.value); }
[[gnu::always_inline]] inline int isnan(detail::Exactly<half> x) { return isnan(static_cast<float>(x.value)); }
[[gnu::always_inline]] inline int isinf(detail::Exactly<half> x) { return isinf(static_cast<float>(x.value)); }
[[gnu::always_inline]] inline int isfinite(detail::Exactly<half> x) { return isfinite(static_cast<float>(x.value)); }
[[gnu::always_inline]] inline int signbit(detail::Exactly<float> x) { return __builtin_signbitf(x.value) != 0; }
[[gnu::always_inline]] inline int signbit(detail::Exactly<double> x) { return __builtin_signbit(x.value) != 0; }
[[gnu::always_inline]] inline int signbit(detail::Exactly<half> x) { return signbit(static_cast<float>(x.value)); }

// ---- comparisons
template <detail::Floating T>
[[gnu::always_inline]] inline bool isequal(T x, std::type_identity_t<T> y) {
  return x == y;
}
template <detail::Floating T>
[[gnu::always_inline]] inline bool isnotequal(T x, std::type_identity_t<T> y) {
  return x != y;
}
template <detail::Floating T>
[[gnu::always_inline]] inline bool isgreater(T x, std::type_identity_t<T> y) {
  return x > y;
}
template <detail::Floating T>
[[gnu::always_inline]] inline bool isgreaterequal(T x, std::type_identity_t<T> y) {
  return x >= y;
}
template <detail::Floating T>
[[gnu::always_inline]] inline bool isless(T x, std::type_identity_t<T> y) {
  return x < y;
}
template <detail::Floating T>
[[gnu::always_inline]] inline bool islessequal(T x, std::type_identity_t<T> y) {
  return x <= y;
}
template <detail::Floating T>
[[gnu::always_inline]] inline bool islessgreater(T x, std::type_identity_t<T> y) {
  return x < y || x > y;
}
template <detail::Floating T>
[[gnu::always_inline]] inline bool isordered(T x, std::type_identity_t<T> y) {
  return x == x && y == y;
}
template <detail::Floating T>
[[gnu::always_inline]] inline bool isunordered(T x, std::type_identity_t<T> y) {
  return !isordered(x, y);
}

[[gnu::always_inline]] inline int isnormal(detail::Exactly<float> x) { return __builtin_isnormal(x.value); }
[[gnu::always_inline]] inline int isnormal(detail::Exactly<double> x) { return __builtin_isnormal(x.value); }
[[gnu::always_inline]] inline int isnormal(detail::Exactly<half> x) {
  constexpr float least = 0x1p-14f;
  return isfinite(x) && !(float(x.value) < least && float(x.value) > -least);
}

// The one farther from 0, or nearer to it; of two that are as far, fmax or fmin.
template <detail::Floating T>
[[gnu::always_inline]] inline T maxmag(T x, std::type_identity_t<T> y) {
  return fabs(x) > fabs(y) ? x : fabs(y) > fabs(x) ? y : fmax(x, y);
}
template <detail::Floating T>
[[gnu::always_inline]] inline T minmag(T x, std::type_identity_t<T> y) {
  return fabs(x) < fabs(y) ? x : fabs(y) < fabs(x) ? y : fmin(x, y);
}

// pow of whole numbers, and of numbers that are not negative. Not every whole number is one of float.
[[gnu::always_inline]] inline float pown(detail::Exactly<float> x, int n) {
  const int rest = n < -(1 << 24) || n > 1 << 24 ? n % 256 : 0;
  const float base = detail::numbers::fabs(x.value);
  float magnitude = detail::numbers::pow(base, static_cast<float>(n - rest));
  if (rest != 0)
    magnitude *= detail::numbers::pow(base, static_cast<float>(rest));
  return n % 2 == 0 ? magnitude : detail::numbers::copysign(magnitude, x.value);
}
[[gnu::always_inline]] inline half pown(detail::Exactly<half> x, int n) {
  return half(pown(static_cast<float>(x.value), n));
}
[[gnu::always_inline]] inline double pown(detail::Exactly<double> x, int n) { return ::std::pow(x.value, n); }
[[gnu::always_inline]] inline float powr(detail::Exactly<float> x, detail::Exactly<float> y) {
  return detail::numbers::pow(x.value, y.value);
}
[[gnu::always_inline]] inline half powr(detail::Exactly<half> x, detail::Exactly<half> y) { return pow(x, y); }
[[gnu::always_inline]] inline double powr(detail::Exactly<double> x, detail::Exactly<double> y) { return pow(x, y); }

template <detail::Floating T>
[[gnu::always_inline]] inline T degrees(T radians) {
  return radians * T(180 / std::numbers::pi);
}
template <detail::Floating T>
[[gnu::always_inline]] inline T radians(T degrees) {
  return degrees * T(std::numbers::pi / 180);
}
// 1, -1, or 0 with the sign of x; 0 for NaN.
template <detail::Floating T>
[[gnu::always_inline]] inline T sign(T x) {
  return x > T(0) ? T(1) : x < T(0) ? T(-1) : x == T(0) ? x : T(0);
}
template <detail::Floating T>
[[gnu::always_inline]] inline T step(T edge, std::type_identity_t<T> x) {
  return x < edge ? T(0) : T(1);
}
// From 0 at low to 1 at high, without a kink at either.
template <detail::Floating T>
[[gnu::always_inline]] inline T smoothstep(T low, std::type_identity_t<T> high, std::type_identity_t<T> x) {
  const T part = (x - low) / (high - low), inside = part < T(0) ? T(0) : T(1) < part ? T(1) : part;
  return inside * inside * (T(3) - T(2) * inside);
}

// Functions of x times pi, of any size: what is whole is taken away first.
template <detail::Floating T>
[[gnu::always_inline]] inline T cospi(T x) {
  const T turn = fmod(fabs(x), T(2)), half_turn = turn > T(1) ? T(2) - turn : turn;
  const T pi = T(std::numbers::pi);
  return half_turn <= T(0.25)   ? cos(pi * half_turn)
         : half_turn <= T(0.75) ? sin(pi * (T(0.5) - half_turn))
                                : -cos(pi * (T(1) - half_turn));
}
template <detail::Floating T>
[[gnu::always_inline]] inline T sinpi(T x) {
  const T turn = fmod(fabs(x), T(2)), half_turn = turn > T(1) ? turn - T(1) : turn;
  const T quarter_turn = half_turn > T(0.5) ? T(1) - half_turn : half_turn, pi = T(std::numbers::pi);
  const T size = quarter_turn <= T(0.25) ? sin(pi * quarter_turn) : cos(pi * (T(0.5) - quarter_turn));
  return copysign(T(1), x) * (turn > T(1) ? -size : size);
}
template <detail::Floating T>
[[gnu::always_inline]] inline T tanpi(T x) {
  return sinpi(x) / cospi(x);
}
template <detail::Floating T>
[[gnu::always_inline]] inline T acospi(T x) {
  return acos(x) * T(std::numbers::inv_pi);
}
template <detail::Floating T>
[[gnu::always_inline]] inline T asinpi(T x) {
  return asin(x) * T(std::numbers::inv_pi);
}
template <detail::Floating T>
[[gnu::always_inline]] inline T atanpi(T x) {
  return atan(x) * T(std::numbers::inv_pi);
}
template <detail::Floating T>
[[gnu::always_inline]] inline T atan2pi(T y, std::type_identity_t<T> x) {
  return atan2(y, x) * T(std::numbers::inv_pi);
}

// Two results: one is returned, the other written through a pointer.
template <detail::Floating T, class Pointer>
[[gnu::always_inline]] inline T sincos(T x, Pointer cosine) {
  *cosine = cos(x);
  return sin(x);
}
template <detail::Floating T, class Pointer>
[[gnu::always_inline]] inline T modf(T x, Pointer whole) {
  *whole = trunc(x);
  return copysign(isinf(x) ? T(0) : x - trunc(x), x);
}

// What is above the next whole number below: less than 1, also where rounding would make it 1.
template <detail::Floating T, class Pointer>
[[gnu::always_inline]] inline T fract(T x, Pointer whole) {
  const T below = floor(x), rest = x - below;
  *whole = below;
  constexpr T last_bit = std::same_as<T, half> ? T(0x1p-11f) : std::same_as<T, float> ? T(0x1p-24f) : T(0x1p-53);
  return isinf(x) ? copysign(T(0), x) : rest < T(1) || isnan(x) ? rest : T(1) - last_bit;
}

// chosen where the condition holds.
template <class T>
  requires std::is_arithmetic_v<T> || std::same_as<T, half>
[[gnu::always_inline]] constexpr T select(T otherwise, std::type_identity_t<T> chosen, bool condition) {
  return condition ? chosen : otherwise;
}

// The bits of chosen where those of mask are 1.
template <class T>
  requires std::is_arithmetic_v<T> || std::same_as<T, half>
[[gnu::always_inline]] constexpr T bitselect(T otherwise, std::type_identity_t<T> chosen,
                                             std::type_identity_t<T> mask) {
  using Bits = std::conditional_t<sizeof(T) == 1, std::uint8_t,
                                  std::conditional_t<sizeof(T) == 2, std::uint16_t,
                                                     std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>>;
  const Bits where = std::bit_cast<Bits>(mask);
  return std::bit_cast<T>(
      static_cast<Bits>((std::bit_cast<Bits>(otherwise) & ~where) | (std::bit_cast<Bits>(chosen) & where)));
}

template <class T>
  requires std::is_arithmetic_v<T> || std::same_as<T, half>
[[gnu::always_inline]] constexpr T clamp(T x, std::type_identity_t<T> low, std::type_identity_t<T> high) {
  return x < low ? low : high < x ? high : x;
}

// Only for host code: the standard library's functions are not available on the device.
#define XEFORGE_ONE(name)                                                                                              \
  inline float name(detail::Exactly<float> x) { return ::std::name(x.value); }                                         \
  inline double name(detail::Exactly<double> x) { return ::std::name(x.value); }                                       \
  inline half name(detail::Exactly<half> x) { return half(::std::name(float(x.value))); }
XEFORGE_ONE(sinh)
XEFORGE_ONE(cosh)
XEFORGE_ONE(asinh)
XEFORGE_ONE(acosh)
XEFORGE_ONE(atanh)
XEFORGE_ONE(cbrt)
XEFORGE_ONE(erf)
XEFORGE_ONE(erfc)
XEFORGE_ONE(tgamma)
XEFORGE_ONE(expm1)
XEFORGE_ONE(log1p)
XEFORGE_ONE(logb)
#undef XEFORGE_ONE
#define XEFORGE_TWO(name)                                                                                              \
  inline float name(detail::Exactly<float> x, detail::Exactly<float> y) { return ::std::name(x.value, y.value); }      \
  inline double name(detail::Exactly<double> x, detail::Exactly<double> y) { return ::std::name(x.value, y.value); }   \
  XEFORGE_WITH_INTEGER(name)
XEFORGE_TWO(fdim)
XEFORGE_TWO(hypot)
XEFORGE_TWO(remainder)
XEFORGE_TWO(nextafter)
#undef XEFORGE_TWO
#undef XEFORGE_WITH_INTEGER
#define XEFORGE_TWO_HALVES(name)                                                                                       \
  inline half name(detail::Exactly<half> x, detail::Exactly<half> y) {                                                 \
    return half(::std::name(float(x.value), float(y.value)));                                                          \
  }
XEFORGE_TWO_HALVES(fdim)
XEFORGE_TWO_HALVES(hypot)
XEFORGE_TWO_HALVES(remainder)
#undef XEFORGE_TWO_HALVES
inline int ilogb(detail::Exactly<float> x) { return ::std::ilogb(x.value); }
inline int ilogb(detail::Exactly<double> x) { return ::std::ilogb(x.value); }
inline int ilogb(detail::Exactly<half> x) { return ::std::ilogb(float(x.value)); }
// With the sign of the gamma function. (The C library's lgamma writes that to a variable of all threads.)
template <detail::Floating T, class Pointer>
inline T lgamma_r(T x, Pointer sign) {
  int found = 0;
  T result;
  if constexpr (std::same_as<T, double>)
    result = ::lgamma_r(x, &found);
  else
    result = T(::lgammaf_r(float(x), &found));
  *sign = found;
  return result;
}
template <detail::Floating T>
inline T lgamma(T x) {
  int sign = 0;
  return lgamma_r(x, &sign);
}
// The n-th root: of numbers below 0 where n is odd.
template <detail::Floating T>
inline T rootn(T x, int n) {
  const bool is_odd = n % 2 != 0;
  if (n == 0 || (x < T(0) && !is_odd))
    return T(std::numeric_limits<float>::quiet_NaN());
  using Wide = std::conditional_t<std::same_as<T, double>, long double, double>;
  const T root = T(::std::pow(::std::fabs(static_cast<Wide>(x)), 1 / static_cast<Wide>(n)));
  return is_odd ? copysign(root, x) : root;
}
// The quotient: its lower seven bits, with its sign. (The C library gives three.)
template <std::floating_point T, class Pointer>
inline T remquo(T x, std::type_identity_t<T> y, Pointer quotient) {
  using Wide = std::conditional_t<std::is_same_v<T, float>, double, long double>;
  const T result = ::std::remainder(x, y);
  const Wide lower = ::std::fmod(static_cast<Wide>(x), 128 * static_cast<Wide>(y));
  const int bits = isfinite(result) ? static_cast<int>(::std::rint((lower - result) / y)) % 128 : 0;
  *quotient = bits;
  return result;
}
inline double exp10(detail::Exactly<double> x) { return ::exp10(x.value); }
template <std::floating_point T, class Pointer>
inline T frexp(T x, Pointer exponent) {
  int found = 0;
  const T result = ::std::frexp(x, &found);
  *exponent = found;
  return result;
}
inline float ldexp(detail::Exactly<float> x, int exponent) { return ::std::ldexp(x.value, exponent); }
inline double ldexp(detail::Exactly<double> x, int exponent) { return ::std::ldexp(x.value, exponent); }
inline half ldexp(detail::Exactly<half> x, int exponent) { return half(::std::ldexp(float(x.value), exponent)); }
// The bits of halves, as integers, increase with the distance from 0.
inline half nextafter(detail::Exactly<half> from, detail::Exactly<half> to) {
  const float here = static_cast<float>(from.value), there = static_cast<float>(to.value);
  if (isnan(here) || isnan(there))
    return half(here + there);
  if (here == there)
    return to.value;
  if (here == 0)
    return half::from_bits(there < 0 ? 0x8001 : 0x0001);
  const std::uint16_t bits = from.value.bits();
  return half::from_bits(static_cast<std::uint16_t>((there > here) == (here > 0) ? bits + 1 : bits - 1));
}

// Quiet; the code is the payload.
[[gnu::always_inline]] inline float nan(std::uint32_t code) {
  return std::bit_cast<float>(0x7fc00000u | (code & 0x003fffffu));
}
template <class Code>
  requires(std::unsigned_integral<Code> && sizeof(Code) == 8)
[[gnu::always_inline]] inline double nan(Code code) {
  return std::bit_cast<double>(0x7ff8000000000000u | (code & 0x0007ffffffffffffu));
}
[[gnu::always_inline]] inline half nan(std::uint16_t code) {
  return half::from_bits(static_cast<std::uint16_t>(0x7e00u | (code & 0x01ffu)));
}

} // namespace _V1
} // namespace sycl
