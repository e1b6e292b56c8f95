// Exponentials for operands whose range is known: what a softmax and a sigmoid ask for, at half the operations of a
// function that has to answer for every float. Written in fused multiply-adds and bit moves, so that the same bits come
// out on every instruction set.
//
// 2^x = 2^n * 2^f, n the nearest integer. 2^f is a polynomial of degree 5, 1.6 u off at most (u = 2^-24); with the
// rounding of the rest an exponential is (|x| / 4 + 4) u off at most, x being its operand: the product with log2(e) is
// not rounded, only the constant is.
#pragma once

#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <cstdint>

namespace xeforge::tile {

namespace esimd = sycl::ext::intel::esimd;

inline constexpr float log2_e = 1.44269504f;

namespace detail {

// 2^f for |f| <= 1/2, 1.6 u off at most and exactly 1 for 0.
template <int N>
ESIMD_INLINE esimd::simd<float, N> exp2_of_fraction(esimd::simd<float, N> f) {
  using Floats = esimd::simd<float, N>;
  Floats p = esimd::fma(Floats(0x1.5bba14p-10f), f, Floats(0x1.3cea88p-7f));
  p = esimd::fma(p, f, Floats(0x1.c6b752p-5f));
  p = esimd::fma(p, f, Floats(0x1.ebf9bcp-3f));
  p = esimd::fma(p, f, Floats(0x1.62e42ap-1f));
  return esimd::fma(p, f, Floats(1.0f));
}

// x where it is above low, else low, also for NaN: one instruction, where a maximum that prefers numbers takes three.
template <int N>
ESIMD_INLINE esimd::simd<float, N> at_least(esimd::simd<float, N> x, float low) {
  const esimd::simd<float, N> limit = low;
  return esimd::simd<float, N>(x.data() > limit.data() ? x.data() : limit.data());
}
template <int N>
ESIMD_INLINE esimd::simd<float, N> at_most(esimd::simd<float, N> x, float high) {
  const esimd::simd<float, N> limit = high;
  return esimd::simd<float, N>(x.data() < limit.data() ? x.data() : limit.data());
}

template <int N>
ESIMD_INLINE esimd::simd<std::uint32_t, N> bits_of(esimd::simd<float, N> x) {
  return esimd::simd<std::uint32_t, N>(x.template bit_cast_view<std::uint32_t>());
}
template <int N>
ESIMD_INLINE esimd::simd<float, N> float_of(esimd::simd<std::uint32_t, N> bits) {
  return esimd::simd<float, N>(bits.template bit_cast_view<float>());
}

// e^(Sign * x) in two factors, e^x being at least 2^-127 and less than 2^128.
template <int N>
struct Exponential {
  esimd::simd<float, N> fraction; // 2^f, |f| <= 1/2
  esimd::simd<float, N> power;    // 2^n; 0 for n = -127
};
template <int Sign, int N>
ESIMD_INLINE Exponential<N> exponential(esimd::simd<float, N> x) {
  using Vector = esimd::simd<float, N>;
  const Vector log2e = Sign * 0x1.715476p+0f;
  // Adding it leaves a number rounded to the nearest integer in the low bits, with the exponent's bias on top.
  constexpr float shift = 0x1.8p+23f + 127.0f;
  const Vector shifted = esimd::fma(x, log2e, Vector(shift));
  const Vector f = esimd::fma(x, log2e, Vector(shift - shifted));
  return {exp2_of_fraction<N>(f), float_of<N>(bits_of<N>(shifted) << 23u)};
}

} // namespace detail

// e^x for x <= 0, exactly 1 for 0; 0 below 2^-126, and for NaN.
template <int N>
ESIMD_INLINE esimd::simd<float, N> exp_below_zero(esimd::simd<float, N> x) {
#ifdef __SYCL_DEVICE_ONLY__ // a device has an instruction for it
  return esimd::max(esimd::exp(x), 0.0f);
#else
  const auto result = detail::exponential<1, N>(detail::at_least<N>(x, -88.0f));
  return result.fraction * result.power;
#endif
}

inline constexpr float sigmoid_range = 87.0f;

// 1 / (1 + e^-x) for |x| <= sigmoid_range.
template <int N>
ESIMD_INLINE esimd::simd<float, N> sigmoid_in_range(esimd::simd<float, N> x) {
#ifdef __SYCL_DEVICE_ONLY__
  return 1.0f / (1.0f + esimd::exp(esimd::simd<float, N>(-x)));
#else
  const auto result = detail::exponential<-1, N>(x);
  return 1.0f / esimd::fma(result.fraction, result.power, esimd::simd<float, N>(1.0f));
#endif
}

// The same for any x, but not below 2^-126; anything between 0 and 1 for NaN.
template <int N>
ESIMD_INLINE esimd::simd<float, N> sigmoid(esimd::simd<float, N> x) {
  return sigmoid_in_range<N>(detail::at_most<N>(detail::at_least<N>(x, -sigmoid_range), sigmoid_range));
}

} // namespace xeforge::tile
