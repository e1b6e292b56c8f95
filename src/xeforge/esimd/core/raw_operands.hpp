// Operands as raw vectors: what an operation computes with.
#pragma once

#include "xeforge/esimd/core/types.hpp"
#include "xeforge/esimd/port/port.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {
namespace detail {

// A scalar as the element type T; every conversion takes the port's rule (saturation), so go through a vector of one.
template <class T, Scalar S>
XEFORGE_INLINE raw_vector<T, 1> raw_scalar(S value) {
  using From = std::conditional_t<std::is_same_v<S, bool>, int, S>;
  return port::convert<T, From, 1>(bit_cast<raw_vector<From, 1>>(static_cast<From>(value)));
}

template <class T, int N>
XEFORGE_INLINE raw_vector<T, N> broadcast(raw_vector<T, 1> value) {
  return raw_vector<T, N>(value[0]);
}

template <class X>
XEFORGE_INLINE auto raw_of(const X& x) {
  if constexpr (View<X>)
    return x.read().data();
  else
    return x.data();
}

// Operand x as N elements of T, converted and broadcast as needed.
template <class T, int N, Operand X>
XEFORGE_INLINE raw_vector<T, N> raw_as(const X& x) {
  if constexpr (Scalar<X>)
    return broadcast<T, N>(raw_scalar<T>(x));
  else if constexpr (length_of<X> == N)
    return port::convert<T, element_t<X>, N>(raw_of(x));
  else
    return broadcast<T, N>(port::convert<T, element_t<X>, 1>(raw_of(x)));
}

} // namespace detail
} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
