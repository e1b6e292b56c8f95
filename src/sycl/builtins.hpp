// sycl::bit_cast, sycl::min and sycl::max of numbers.
#pragma once

#include "sycl/bfloat16.hpp"
#include "sycl/half.hpp"

#include <bit>
#include <concepts>

namespace sycl {
inline namespace _V1 {

using std::bit_cast;

namespace detail {
template <class T>
concept Number = std::is_arithmetic_v<T> || std::same_as<T, half> || std::same_as<T, ext::oneapi::bfloat16>;
}

// Parentheses around the names keep the macros of some system headers away.
template <detail::Number T>
[[gnu::always_inline]] constexpr T(min)(T a, T b) {
  return b < a ? b : a;
}
template <detail::Number T>
[[gnu::always_inline]] constexpr T(max)(T a, T b) {
  return a < b ? b : a;
}

} // namespace _V1
} // namespace sycl
