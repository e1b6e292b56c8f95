// Host port: arithmetic that C++ has no operator for. Everything is written out in fused multiply-adds and bit moves,
// so the same bits come out for every instruction set. math_accuracy_test.cpp measures the worst errors.
#pragma once

#include "xeforge/esimd/port/host/registers.hpp"

XEFORGE_AS_WRITTEN_BEGIN

namespace xeforge::esimd {
namespace XEFORGE_PORT {
inline namespace XEFORGE_TARGET {

template <class T, int N>
XEFORGE_INLINE void on_arithmetic() {}

template <class T, int N>
XEFORGE_INLINE raw_vector<T, N> fma(raw_vector<T, N> x, raw_vector<T, N> y, raw_vector<T, N> z) {
  return __builtin_elementwise_fma(x, y, z);
}

namespace detail {
template <class T>
inline constexpr bool computes_in_float =
    std::is_same_v<raw_element_t<T>, __bf16> || std::is_same_v<raw_element_t<T>, _Float16> ||
    std::is_enum_v<raw_element_t<T>>;
} // namespace detail

template <class T, int N>
XEFORGE_INLINE raw_vector<T, N> minimum(raw_vector<T, N> x, raw_vector<T, N> y) {
  if constexpr (detail::computes_in_float<T>)
    return convert<T, float, N>(minimum<float, N>(convert<float, T, N>(x), convert<float, T, N>(y)));
  else
    return __builtin_elementwise_min(x, y);
}

template <class T, int N>
XEFORGE_INLINE raw_vector<T, N> maximum(raw_vector<T, N> x, raw_vector<T, N> y) {
  if constexpr (detail::computes_in_float<T>)
    return convert<T, float, N>(maximum<float, N>(convert<float, T, N>(x), convert<float, T, N>(y)));
  else
    return __builtin_elementwise_max(x, y);
}

#define XEFORGE_PORT_ROUND(name, builtin)                                                                              \
  template <int N>                                                                                                     \
  XEFORGE_INLINE raw_vector<float, N> name(raw_vector<float, N> x) {                                                   \
    return builtin(x);                                                                                                 \
  }
XEFORGE_PORT_ROUND(round_even, __builtin_elementwise_roundeven)
XEFORGE_PORT_ROUND(round_down, __builtin_elementwise_floor)
XEFORGE_PORT_ROUND(round_up, __builtin_elementwise_ceil)
XEFORGE_PORT_ROUND(round_zero, __builtin_elementwise_trunc)
#undef XEFORGE_PORT_ROUND

namespace detail {
// Adding it leaves a number rounded to the nearest integer in the low bits of the mantissa, here with the exponent's
// bias less one on top.
inline constexpr float rounding_shift = 0x1.8p+23f + 126.0f;

// (1 + t) * 2^n, where shifted is n + rounding_shift. The power is built one too small and doubled at the end, so that
// it stays finite as long as the result does; the smallest one is 0, which flushes results below 2^-125 to 0.
template <int N>
XEFORGE_INLINE raw_vector<float, N> scale_by_power(raw_vector<float, N> t, raw_vector<float, N> shifted) {
  const auto power = bit_cast<raw_vector<float, N>>(bit_cast<raw_vector<std::uint32_t, N>>(shifted) << 23u);
  const raw_vector<float, N> half_result = fma<float, N>(t, power, power);
  return half_result + half_result;
}

// To [low, high]; a NaN stays one.
template <int N>
XEFORGE_INLINE raw_vector<float, N> clamp(raw_vector<float, N> x, float low, float high) {
  x = x < low ? raw_vector<float, N>(low) : x;
  return x > high ? raw_vector<float, N>(high) : x;
}
} // namespace detail

// 2^x = 2^n * 2^f with n the nearest integer and |f| <= 1/2; 2^f by a degree 6 polynomial (error 0.03 of half an ulp).
template <int N>
XEFORGE_INLINE raw_vector<float, N> exp2(raw_vector<float, N> x) {
  using Vector = raw_vector<float, N>;
  x = detail::clamp<N>(x, -126.0f,
                       128.0f); // the power must stay finite: infinity times a negative t would be no number
  const Vector shifted = x + detail::rounding_shift;
  const Vector f = x - (shifted - detail::rounding_shift);
  Vector p(0x1.41fbbcp-13f);
  p = fma<float, N>(p, f, Vector(0x1.5f3e54p-10f));
  p = fma<float, N>(p, f, Vector(0x1.3b2d4cp-7f));
  p = fma<float, N>(p, f, Vector(0x1.c6aee8p-5f));
  p = fma<float, N>(p, f, Vector(0x1.ebfbdcp-3f));
  p = fma<float, N>(p, f, Vector(0x1.62e43p-1f));
  return detail::scale_by_power<N>(p * f, shifted);
}

// e^x = 2^n * e^r with n = nearest(x / ln 2), r = x - n ln 2 in two pieces; e^r = 1 + r + r^2 q(r), degree 6 in all.
template <int N>
XEFORGE_INLINE raw_vector<float, N> exp(raw_vector<float, N> x) {
  using Vector = raw_vector<float, N>;
  x = detail::clamp<N>(x, -87.25f, 89.0f); // where n is -126 and 128
  const Vector shifted = fma<float, N>(x, Vector(0x1.715476p+0f), Vector(detail::rounding_shift));
  const Vector n = shifted - detail::rounding_shift;
  Vector r = fma<float, N>(n, Vector(-0x1.62e4p-1f), x);
  r = fma<float, N>(n, Vector(-0x1.7f7d1cp-20f), r);
  Vector q(0x1.6a244cp-10f);
  q = fma<float, N>(q, r, Vector(0x1.1239d4p-7f));
  q = fma<float, N>(q, r, Vector(0x1.5558f2p-5f));
  q = fma<float, N>(q, r, Vector(0x1.555492p-3f));
  q = fma<float, N>(q, r, Vector(0x1.fffffcp-2f));
  return detail::scale_by_power<N>(fma<float, N>(q, r * r, r), shifted);
}

namespace detail {
// x = m * 2^e with m in [sqrt(1/2), sqrt(2)); returns ln(m) in two parts (high exact to the bits it has) and e.
template <int N>
struct Logarithm {
  raw_vector<float, N> fraction; // f = m - 1, exact
  raw_vector<float, N> tail;     // ln(m) - f
  raw_vector<float, N> exponent;
};

template <int N>
XEFORGE_INLINE Logarithm<N> decompose_logarithm(raw_vector<float, N> x) {
  using Vector = raw_vector<float, N>;
  using Words = raw_vector<std::int32_t, N>;
  const auto tiny = x < 0x1p-126f;
  const Words word = bit_cast<Words>(tiny ? x * 0x1p+25f : x);
  // Adding the distance from sqrt(1/2) to 1 makes the exponent field carry exactly where m would reach sqrt(2).
  const Words shifted = word + (0x3f800000 - 0x3f3504f3);
  const Words exponent = (shifted >> 23) - 127 - (tiny ? Words(25) : Words(0));
  const Vector m = bit_cast<Vector>((shifted & 0x007fffff) + 0x3f3504f3);
  const Vector f = m - 1.0f;
  Vector q(-0x1.38b576p-4f);
  q = fma<float, N>(q, f, Vector(0x1.055b6ap-3f));
  q = fma<float, N>(q, f, Vector(-0x1.0d8542p-3f));
  q = fma<float, N>(q, f, Vector(0x1.22da1cp-3f));
  q = fma<float, N>(q, f, Vector(-0x1.547244p-3f));
  q = fma<float, N>(q, f, Vector(0x1.99a008p-3f));
  q = fma<float, N>(q, f, Vector(-0x1.000226p-2f));
  q = fma<float, N>(q, f, Vector(0x1.555554p-2f));
  const Vector square = f * f;
  const Vector tail = fma<float, N>(q * f, square, square * -0.5f);
  return {f, tail, __builtin_convertvector(exponent, Vector)};
}

// Zero, infinity, negative numbers and NaN, common to the logarithms.
template <int N>
XEFORGE_INLINE raw_vector<float, N> logarithm_corners(raw_vector<float, N> x, raw_vector<float, N> regular) {
  using Vector = raw_vector<float, N>;
  Vector result = x == __builtin_inff() ? Vector(__builtin_inff()) : regular;
  result = x == 0.0f ? Vector(-__builtin_inff()) : result;
  return x < 0.0f ? Vector(__builtin_nanf("")) : (x == x ? result : x);
}
} // namespace detail

template <int N>
XEFORGE_INLINE raw_vector<float, N> log(raw_vector<float, N> x) {
  using Vector = raw_vector<float, N>;
  const auto parts = detail::decompose_logarithm<N>(x);
  const Vector low = fma<float, N>(parts.exponent, Vector(0x1.7f7d1cp-20f), parts.tail);
  const Vector regular = fma<float, N>(parts.exponent, Vector(0x1.62e4p-1f), low + parts.fraction);
  return detail::logarithm_corners<N>(x, regular);
}

template <int N>
XEFORGE_INLINE raw_vector<float, N> log2(raw_vector<float, N> x) {
  using Vector = raw_vector<float, N>;
  const auto parts = detail::decompose_logarithm<N>(x);
  // log2(e) in two parts: the product with f keeps its low bits.
  const Vector high = parts.fraction * 0x1.7154p+0f;
  const Vector high_error = fma<float, N>(parts.fraction, Vector(0x1.7154p+0f), -high);
  Vector low = fma<float, N>(parts.fraction, Vector(0x1.d94ae0p-18f), high_error);
  low = fma<float, N>(parts.tail, Vector(0x1.715476p+0f), low);
  return detail::logarithm_corners<N>(x, parts.exponent + (high + low));
}

template <int N>
XEFORGE_INLINE raw_vector<float, N> inv(raw_vector<float, N> x) {
  return 1.0f / x;
}
template <class T, int N>
XEFORGE_INLINE raw_vector<T, N> ieee_sqrt(raw_vector<T, N> x) {
  return __builtin_elementwise_sqrt(x);
}
template <int N>
XEFORGE_INLINE raw_vector<float, N> sqrt(raw_vector<float, N> x) {
  return ieee_sqrt<float, N>(x);
}
template <int N>
XEFORGE_INLINE raw_vector<float, N> rsqrt(raw_vector<float, N> x) {
  return 1.0f / ieee_sqrt<float, N>(x);
}
template <class T, int N>
XEFORGE_INLINE raw_vector<T, N> ieee_div(raw_vector<T, N> x, raw_vector<T, N> y) {
  return x / y;
}

// The C library's scalar functions, lane by lane: accurate enough, and sines are not critical for speed here.
template <int N>
XEFORGE_INLINE raw_vector<float, N> sin(raw_vector<float, N> x) {
  for (int i = 0; i < N; ++i)
    x[i] = __builtin_sinf(x[i]);
  return x;
}
template <int N>
XEFORGE_INLINE raw_vector<float, N> cos(raw_vector<float, N> x) {
  for (int i = 0; i < N; ++i)
    x[i] = __builtin_cosf(x[i]);
  return x;
}
template <int N>
XEFORGE_INLINE raw_vector<float, N> pow(raw_vector<float, N> x, raw_vector<float, N> y) {
  for (int i = 0; i < N; ++i)
    x[i] = __builtin_powf(x[i], y[i]);
  return x;
}

template <int N>
XEFORGE_INLINE raw_vector<std::uint32_t, N> count_bits(raw_vector<std::uint32_t, N> x) {
  for (int i = 0; i < N; ++i)
    x[i] = static_cast<std::uint32_t>(__builtin_popcount(x[i]));
  return x;
}
template <int N>
XEFORGE_INLINE raw_vector<std::uint32_t, N> first_bit_low(raw_vector<std::uint32_t, N> x) {
  for (int i = 0; i < N; ++i)
    x[i] = x[i] ? static_cast<std::uint32_t>(__builtin_ctz(x[i])) : ~0u;
  return x;
}
// Counted from the top, as the hardware does.
template <int N>
XEFORGE_INLINE raw_vector<std::uint32_t, N> first_bit_high(raw_vector<std::uint32_t, N> x) {
  for (int i = 0; i < N; ++i)
    x[i] = x[i] ? static_cast<std::uint32_t>(__builtin_clz(x[i])) : ~0u;
  return x;
}

} // namespace XEFORGE_TARGET
} // namespace XEFORGE_PORT
} // namespace xeforge::esimd

XEFORGE_AS_WRITTEN_END
