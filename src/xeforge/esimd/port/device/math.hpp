// Device port: arithmetic that C++ has no operator for. The extended math unit works on floats to a few units in the
// last place; ieee_div and ieee_sqrt are correctly rounded.
#pragma once

#include "xeforge/esimd/port/device/registers.hpp"

namespace xeforge::esimd {
namespace port {
inline namespace XEFORGE_TARGET {

template <class T, int N>
XEFORGE_INLINE void on_arithmetic() {}

template <class T, int N>
XEFORGE_INLINE raw_vector<T, N> fma(raw_vector<T, N> x, raw_vector<T, N> y, raw_vector<T, N> z) {
  return __builtin_elementwise_fma(x, y, z);
}

namespace detail {
// One element as a scalar, more as they are.
template <int N, class Vector>
XEFORGE_INLINE auto operand(Vector values) {
  if constexpr (N == 1)
    return values[0];
  else
    return values;
}
} // namespace detail

// Of two numbers; the other one where one is NaN. 64-bit integers have no such instruction.
template <class T, int N>
XEFORGE_INLINE raw_vector<T, N> minimum(raw_vector<T, N> x, raw_vector<T, N> y) {
  if constexpr (detail::is_bfloat16<T> || detail::is_tfloat32<T> || detail::is_byte_float<T>)
    return convert<T, float, N>(minimum<float, N>(convert<float, T, N>(x), convert<float, T, N>(y)));
  else if constexpr (detail::is_float_element<T>)
    return raw_vector<T, N>(genx::fmin<detail::value_of<T, N>>(detail::operand<N>(x), detail::operand<N>(y)));
  else if constexpr (sizeof(T) == 8)
    return x < y ? x : y;
  else if constexpr (std::is_signed_v<T>)
    return raw_vector<T, N>(genx::smin<detail::value_of<T, N>>(detail::operand<N>(x), detail::operand<N>(y)));
  else
    return raw_vector<T, N>(genx::umin<detail::value_of<T, N>>(detail::operand<N>(x), detail::operand<N>(y)));
}

template <class T, int N>
XEFORGE_INLINE raw_vector<T, N> maximum(raw_vector<T, N> x, raw_vector<T, N> y) {
  if constexpr (detail::is_bfloat16<T> || detail::is_tfloat32<T> || detail::is_byte_float<T>)
    return convert<T, float, N>(maximum<float, N>(convert<float, T, N>(x), convert<float, T, N>(y)));
  else if constexpr (detail::is_float_element<T>)
    return raw_vector<T, N>(genx::fmax<detail::value_of<T, N>>(detail::operand<N>(x), detail::operand<N>(y)));
  else if constexpr (sizeof(T) == 8)
    return x > y ? x : y;
  else if constexpr (std::is_signed_v<T>)
    return raw_vector<T, N>(genx::smax<detail::value_of<T, N>>(detail::operand<N>(x), detail::operand<N>(y)));
  else
    return raw_vector<T, N>(genx::umax<detail::value_of<T, N>>(detail::operand<N>(x), detail::operand<N>(y)));
}

#define XEFORGE_PORT_UNARY(name, intrinsic)                                                                            \
  template <int N>                                                                                                     \
  XEFORGE_INLINE raw_vector<float, N> name(raw_vector<float, N> x) {                                                   \
    return genx::intrinsic<raw_vector<float, N>>(x);                                                                   \
  }
XEFORGE_PORT_UNARY(round_even, rnde)
XEFORGE_PORT_UNARY(round_down, rndd)
XEFORGE_PORT_UNARY(round_up, rndu)
XEFORGE_PORT_UNARY(round_zero, rndz)
XEFORGE_PORT_UNARY(exp2, exp)
XEFORGE_PORT_UNARY(log2, log)
XEFORGE_PORT_UNARY(inv, inv)
XEFORGE_PORT_UNARY(rsqrt, rsqrt)
XEFORGE_PORT_UNARY(sqrt, sqrt)
XEFORGE_PORT_UNARY(sin, sin)
XEFORGE_PORT_UNARY(cos, cos)
#undef XEFORGE_PORT_UNARY

template <int N>
XEFORGE_INLINE raw_vector<float, N> exp(raw_vector<float, N> x) {
  return exp2<N>(x * 0x1.715476p+0f); // log2(e)
}
template <int N>
XEFORGE_INLINE raw_vector<float, N> log(raw_vector<float, N> x) {
  return log2<N>(x) * 0x1.62e43p-1f; // ln(2)
}
template <int N>
XEFORGE_INLINE raw_vector<float, N> pow(raw_vector<float, N> x, raw_vector<float, N> y) {
  return genx::pow<raw_vector<float, N>>(x, y);
}
template <class T, int N>
XEFORGE_INLINE raw_vector<T, N> ieee_div(raw_vector<T, N> x, raw_vector<T, N> y) {
  return genx::ieee_div<raw_vector<T, N>>(x, y);
}
template <class T, int N>
XEFORGE_INLINE raw_vector<T, N> ieee_sqrt(raw_vector<T, N> x) {
  return genx::ieee_sqrt<raw_vector<T, N>>(x);
}

template <int N>
XEFORGE_INLINE raw_vector<std::uint32_t, N> count_bits(raw_vector<std::uint32_t, N> x) {
  return genx::cbit<raw_vector<std::uint32_t, N>>(x);
}
template <int N>
XEFORGE_INLINE raw_vector<std::uint32_t, N> first_bit_low(raw_vector<std::uint32_t, N> x) {
  return genx::fbl<raw_vector<std::uint32_t, N>>(x);
}
template <int N>
XEFORGE_INLINE raw_vector<std::uint32_t, N> first_bit_high(raw_vector<std::uint32_t, N> x) {
  return genx::ufbh<raw_vector<std::uint32_t, N>>(x);
}

} // namespace XEFORGE_TARGET
} // namespace port
} // namespace xeforge::esimd
