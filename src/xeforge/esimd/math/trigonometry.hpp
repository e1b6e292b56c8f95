// Trigonometric and hyperbolic functions of floats and halves, fmod and sincos. Sine and cosine of the extended unit
// are in math.hpp; the ones named _emu here, and everything else, are polynomials in fused multiply-adds on both back
// ends. Errors are below 4 units in the last place of the float result; trigonometry_test.cpp checks this.
#pragma once

#include "xeforge/esimd/math/bits.hpp"

XEFORGE_AS_WRITTEN_BEGIN

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {
namespace detail {

// c[0] + c[1] s + c[2] s^2 ...
template <int N, std::size_t Count>
XEFORGE_INLINE raw_vector<float, N> polynomial(raw_vector<float, N> s, const float (&c)[Count]) {
  raw_vector<float, N> sum(c[Count - 1]);
  for (std::size_t i = Count - 1; i-- > 0;)
    sum = port::fma<float, N>(sum, s, raw_vector<float, N>(c[i]));
  return sum;
}

inline constexpr float half_pi = 0x1.921fb6p+0f, half_pi_rest = -0x1.777a5cp-25f;

// half_pi * quarters - x, for quarters 1 or 2.
template <int N>
XEFORGE_INLINE raw_vector<float, N> from_half_pi(float quarters, raw_vector<float, N> x) {
  return half_pi * quarters + (raw_vector<float, N>(half_pi_rest * quarters) - x);
}
template <int N>
XEFORGE_INLINE raw_vector<float, N> magnitude(raw_vector<float, N> x) {
  return abs(simd<float, N>(x)).data();
}
template <int N>
XEFORGE_INLINE raw_vector<float, N> with_sign_of(raw_vector<float, N> x, raw_vector<float, N> sign) {
  using Words = raw_vector<std::uint32_t, N>;
  return bit_cast<raw_vector<float, N>>(
      Words((bit_cast<Words>(x) & 0x7fffffffu) | (bit_cast<Words>(sign) & 0x80000000u)));
}

// Of 0 to 1.
template <int N>
XEFORGE_INLINE raw_vector<float, N> atan_of_fraction(raw_vector<float, N> t) {
  const raw_vector<float, N> s = t * t;
  return port::fma<float, N>(
      t * s,
      polynomial<N>(s, {-0x1.55553ep-2f, 0x1.9991fep-3f, -0x1.2421b6p-3f, 0x1.c099fep-4f, -0x1.58348ep-4f,
                        0x1.dac9dcp-5f, -0x1.fed15p-6f, 0x1.65a64cp-7f, -0x1.d62fd2p-10f}),
      t);
}
template <int N>
XEFORGE_INLINE raw_vector<float, N> atan_of(raw_vector<float, N> x) {
  const raw_vector<float, N> a = magnitude<N>(x);
  const auto steep = a > 1.0f;
  const raw_vector<float, N> flat =
      atan_of_fraction<N>(steep ? raw_vector<float, N>(port::ieee_div<float, N>(raw_vector<float, N>(1), a)) : a);
  return with_sign_of<N>(steep ? from_half_pi<N>(1, flat) : flat, x);
}
template <int N>
XEFORGE_INLINE raw_vector<float, N> atan2_of(raw_vector<float, N> y, raw_vector<float, N> x) {
  const raw_vector<float, N> a = magnitude<N>(y), b = magnitude<N>(x);
  const auto steep = a > b;
  const raw_vector<float, N> low = steep ? b : a, high = steep ? a : b;
  // Two infinities, and two zeros.
  const raw_vector<float, N> same = high == 0.0f ? raw_vector<float, N>(0) : raw_vector<float, N>(1);
  const raw_vector<float, N> t = low == high ? same : raw_vector<float, N>(port::ieee_div<float, N>(low, high));
  raw_vector<float, N> angle = atan_of_fraction<N>(t);
  angle = steep ? from_half_pi<N>(1, angle) : angle;
  angle = bit_cast<raw_vector<std::int32_t, N>>(x) < 0 ? from_half_pi<N>(2, angle) : angle;
  return with_sign_of<N>(angle, y);
}

// asin of arguments up to 1/2 in magnitude; for larger ones asin(sqrt((1 - a) / 2)), from which the rest is computed.
template <int N>
struct Arcsine {
  raw_vector<float, N> value;
  raw_vector<std::int32_t, N> large;
};
template <int N>
XEFORGE_INLINE Arcsine<N> arcsine(raw_vector<float, N> a) {
  const auto large = a > 0.5f;
  const raw_vector<float, N> s = large ? (1.0f - a) * 0.5f : a * a;
  const raw_vector<float, N> t = large ? raw_vector<float, N>(port::ieee_sqrt<float, N>(s)) : a;
  const raw_vector<float, N> value = port::fma<float, N>(
      t * s, polynomial<N>(s, {0x1.5555cap-3f, 0x1.33014ep-4f, 0x1.748c64p-5f, 0x1.8ba262p-6f, 0x1.59dacp-5f}), t);
  return {value, __builtin_convertvector(large, raw_vector<std::int32_t, N>)};
}
template <int N>
XEFORGE_INLINE raw_vector<float, N> asin_of(raw_vector<float, N> x) {
  const auto part = arcsine<N>(magnitude<N>(x));
  return with_sign_of<N>(part.large != 0 ? from_half_pi<N>(1, part.value + part.value) : part.value, x);
}
template <int N>
XEFORGE_INLINE raw_vector<float, N> acos_of(raw_vector<float, N> x) {
  const auto part = arcsine<N>(magnitude<N>(x));
  const raw_vector<float, N> twice = part.value + part.value;
  const raw_vector<float, N> near_one = x < 0.0f ? from_half_pi<N>(2, twice) : twice;
  return part.large != 0 ? near_one : from_half_pi<N>(1, with_sign_of<N>(part.value, x));
}

// x = r + n pi/2; r in [-pi/4, pi/4] for |x| up to 2^16 or so.
template <int N>
struct ReducedAngle {
  raw_vector<float, N> rest;
  raw_vector<std::int32_t, N> quarter;
};
template <int N>
XEFORGE_INLINE ReducedAngle<N> reduce_angle(raw_vector<float, N> x) {
  const raw_vector<float, N> n = port::round_even<N>(x * 0x1.45f306p-1f);
  raw_vector<float, N> r = port::fma<float, N>(n, raw_vector<float, N>(-0x1.92p+0f), x);
  r = port::fma<float, N>(n, raw_vector<float, N>(-0x1.fb6p-12f), r);
  r = port::fma<float, N>(n, raw_vector<float, N>(0x1.777a5cp-25f), r);
  return {r, port::convert<std::int32_t, float, N>(n)};
}
// sin(rest + quarter pi/2).
template <int N>
XEFORGE_INLINE raw_vector<float, N> sine_of(const ReducedAngle<N>& angle) {
  const raw_vector<float, N> r = angle.rest, s = r * r;
  const raw_vector<float, N> sine = port::fma<float, N>(
      r * s, polynomial<N>(s, {-0x1.555556p-3f, 0x1.111108p-7f, -0x1.a00f94p-13f, 0x1.6cd5ecp-19f}), r);
  const raw_vector<float, N> cosine =
      port::fma<float, N>(s * s, polynomial<N>(s, {0x1.55554ap-5f, -0x1.6c0c82p-10f, 0x1.99ff4p-16f}), 1.0f - 0.5f * s);
  const raw_vector<float, N> value = (angle.quarter & 1) != 0 ? cosine : sine;
  return (angle.quarter & 2) != 0 ? -value : value;
}

template <int N>
XEFORGE_INLINE raw_vector<float, N> tanh_of(raw_vector<float, N> x) {
  const raw_vector<float, N> a = magnitude<N>(x), s = a * a;
  const raw_vector<float, N> near_zero =
      port::fma<float, N>(a * s,
                          polynomial<N>(s, {-0x1.555554p-2f, 0x1.11106cp-3f, -0x1.b9ef7cp-5f, 0x1.6394dap-6f,
                                            -0x1.0c2146p-7f, 0x1.197b7ap-9f}),
                          a);
  const raw_vector<float, N> exponential = port::exp<N>(a + a);
  const raw_vector<float, N> far = 1.0f - port::ieee_div<float, N>(raw_vector<float, N>(2), exponential + 1.0f);
  return with_sign_of<N>(a > 0.625f ? far : near_zero, x);
}

// x - y * trunc(x / y), exact where the quotient is below 2^24.
template <int N>
XEFORGE_INLINE raw_vector<float, N> fmod_of(raw_vector<float, N> x, raw_vector<float, N> y) {
  const raw_vector<float, N> a = magnitude<N>(x), b = magnitude<N>(y);
  const raw_vector<float, N> quotient = port::round_zero<N>(port::ieee_div<float, N>(a, b));
  raw_vector<float, N> rest = port::fma<float, N>(-quotient, b, a);
  rest = rest < 0.0f ? rest + b : rest;
  rest = rest >= b ? rest - b : rest;
  const auto all_of_x = (b == __builtin_inff()) & (a < __builtin_inff());
  return with_sign_of<N>(all_of_x ? a : rest, x);
}

} // namespace detail

#define XEFORGE_OF_ONE(name)                                                                                           \
  template <class T, int N>                                                                                            \
  XEFORGE_INLINE simd<T, N> name(simd<T, N> x) {                                                                       \
    static_assert(std::is_same_v<T, float> || std::is_same_v<T, half>, #name ": elements are float or half");          \
    return detail::in_float<T, N>(x, [](raw_vector<float, N> values) { return detail::name##_of<N>(values); });        \
  }                                                                                                                    \
  template <int N>                                                                                                     \
  XEFORGE_INLINE simd<float, N> name(simd<float, N> x) {                                                               \
    return name<float, N>(x);                                                                                          \
  }                                                                                                                    \
  template <class T>                                                                                                   \
    requires(std::is_same_v<T, float> || std::is_same_v<T, half>)                                                      \
  XEFORGE_INLINE T name(T x) {                                                                                         \
    return name<T, 1>(simd<T, 1>(x))[0];                                                                               \
  }
XEFORGE_OF_ONE(atan)
XEFORGE_OF_ONE(asin)
XEFORGE_OF_ONE(acos)
XEFORGE_OF_ONE(tanh)
#undef XEFORGE_OF_ONE

// Angle of the point (x, y), and the remainder of x by y with the sign of x.
template <int N>
XEFORGE_INLINE simd<float, N> atan2(simd<float, N> y, std::type_identity_t<simd<float, N>> x) {
  return detail::atan2_of<N>(y.data(), x.data());
}
template <int N>
XEFORGE_INLINE simd<float, N> fmod(simd<float, N> x, std::type_identity_t<simd<float, N>> y) {
  return detail::fmod_of<N>(x.data(), y.data());
}
XEFORGE_INLINE float atan2(float y, float x) {
  return detail::atan2_of<1>(raw_vector<float, 1>(y), raw_vector<float, 1>(x))[0];
}
// Not faster here; the name promises less accuracy.
template <int N>
XEFORGE_INLINE simd<float, N> atan2_fast(simd<float, N> y, std::type_identity_t<simd<float, N>> x) {
  return atan2(y, x);
}
XEFORGE_INLINE float atan2_fast(float y, float x) { return atan2(y, x); }
XEFORGE_INLINE float fmod(float x, float y) {
  return detail::fmod_of<1>(raw_vector<float, 1>(x), raw_vector<float, 1>(y))[0];
}

// Radians up to 2^16 in magnitude.
template <int N>
XEFORGE_INLINE simd<float, N> sin_emu(simd<float, N> x) {
  return detail::sine_of<N>(detail::reduce_angle<N>(x.data()));
}
template <int N>
XEFORGE_INLINE simd<float, N> cos_emu(simd<float, N> x) {
  auto angle = detail::reduce_angle<N>(x.data());
  angle.quarter += 1;
  return detail::sine_of<N>(angle);
}
XEFORGE_INLINE float sin_emu(float x) { return sin_emu(simd<float, 1>(x))[0]; }
XEFORGE_INLINE float cos_emu(float x) { return cos_emu(simd<float, 1>(x))[0]; }

// Returns the sine and sets cosine.
template <int N>
XEFORGE_INLINE simd<float, N> sincos(simd<float, N>& cosine, std::type_identity_t<simd<float, N>> x) {
  cosine = cos(x);
  return sin(x);
}

template <int N>
XEFORGE_INLINE simd<float, N> tanh_cody_waite(simd<float, N> x) {
  return tanh(x);
}
XEFORGE_INLINE float tanh_cody_waite(float x) { return tanh(x); }

} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd

XEFORGE_AS_WRITTEN_END
