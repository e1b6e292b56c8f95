// The larger and the smaller of two numbers; if one is NaN, the other. sycl::max and the scalar form
// of the explicit-SIMD extension's max are this one function, so that a program may import both namespaces.
#pragma once

#include "xeforge/base/bfloat16.hpp"
#include "xeforge/base/half.hpp"

#include <concepts>

namespace xeforge::base {

template <class T>
concept Comparable = Arithmetic<T> || std::same_as<T, half> || std::same_as<T, bfloat16>;

// The same parameters as the standard library's functions, but with a constraint: if a program also imports std,
// these are the better match. The parentheses around the names protect them from the macros of some system headers.
template <class T>
  requires Comparable<T>
[[gnu::always_inline]] constexpr T(max)(const T& a, const T& b) {
  return a < b || a != a ? b : a;
}
template <class T>
  requires Comparable<T>
[[gnu::always_inline]] constexpr T(min)(const T& a, const T& b) {
  return b < a || a != a ? b : a;
}

} // namespace xeforge::base
