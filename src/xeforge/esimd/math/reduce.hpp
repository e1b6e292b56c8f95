// Reductions over the elements of one simd: reduce, detail::sum and prod, hmax, hmin.
#pragma once

#include "xeforge/esimd/core/convert.hpp"

#include <functional>
#include <type_traits>

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {
namespace detail {

constexpr int largest_power_of_two(int n) {
  int power = 1;
  while (power * 2 <= n)
    power *= 2;
  return power;
}

// The two halves are combined until one element is left; a length that is not a power of two is split into the largest
// power of two and the rest, which are combined at the end.
template <int N, class T, class Combine>
XEFORGE_INLINE simd<T, 1> halving_tree(const raw_vector<T, N>& values, Combine combine) {
  if constexpr (N == 1) {
    return simd<T, 1>(values);
  } else if constexpr ((N & (N - 1)) == 0) {
    constexpr int half_length = N / 2;
    const simd<T, half_length> low(port::read_region<T, 0, half_length, 1, half_length>(values, 0));
    const simd<T, half_length> high(port::read_region<T, 0, half_length, 1, half_length>(
        values, static_cast<std::uint32_t>(half_length * sizeof(T))));
    const simd<T, half_length> combined = combine(low, high);
    return halving_tree<half_length, T>(combined.data(), combine);
  } else {
    constexpr int head = largest_power_of_two(N);
    constexpr int tail = N - head;
    const auto first = halving_tree<head, T>(port::read_region<T, 0, head, 1, head>(values, 0), combine);
    const auto rest = halving_tree<tail, T>(
        port::read_region<T, 0, tail, 1, tail>(values, static_cast<std::uint32_t>(head * sizeof(T))), combine);
    return simd<T, 1>(combine(first, rest));
  }
}

// Computes in the type of the sum of two elements (int for char, half for half), and converts the result to T0.
template <class T0, class T1, int N>
XEFORGE_INLINE T0 sum(const simd<T1, N>& values) {
  using T = computation_type_t<T1, T1>;
  return simd<T0, 1>(halving_tree<N, T>(simd<T, N>(values).data(), [](const auto& a, const auto& b) { return a + b; }));
}
template <class T0, class T1, int N>
XEFORGE_INLINE T0 prod(const simd<T1, N>& values) {
  using T = computation_type_t<T1, T1>;
  return simd<T0, 1>(halving_tree<N, T>(simd<T, N>(values).data(), [](const auto& a, const auto& b) { return a * b; }));
}

// Programs also call these two unqualified. They match only if both element types and the length are given explicitly,
// so that they are not ambiguous with a program's own function of that name.
namespace objects {
template <class T0, class T1, int N>
XEFORGE_INLINE T0 sum(const simd<std::type_identity_t<T1>, std::integral_constant<int, N>::value>& values) {
  return detail::sum<T0, T1, N>(values);
}
template <class T0, class T1, int N>
XEFORGE_INLINE T0 prod(const simd<std::type_identity_t<T1>, std::integral_constant<int, N>::value>& values) {
  return detail::prod<T0, T1, N>(values);
}
} // namespace objects

template <class Operation>
inline constexpr bool is_plus = false;
template <class T>
inline constexpr bool is_plus<std::plus<T>> = true;
template <class Operation>
inline constexpr bool is_multiplies = false;
template <class T>
inline constexpr bool is_multiplies<std::multiplies<T>> = true;
// The standard library has no such operations; SYCL's are added where SYCL's names are defined.
template <class Operation>
inline constexpr bool is_maximum = false;
template <class Operation>
inline constexpr bool is_minimum = false;

} // namespace detail

// The largest and the smallest element; NaN is ignored if there is any number.
template <class T0, class T1, int N>
XEFORGE_INLINE T0 hmax(simd<T1, N> values) {
  return simd<T0, 1>(detail::halving_tree<N, T1>(values.data(), []<int n>(const simd<T1, n>& a, const simd<T1, n>& b) {
    return simd<T1, n>(port::maximum<T1, n>(a.data(), b.data()));
  }));
}
template <class T0, class T1, int N>
XEFORGE_INLINE T0 hmin(simd<T1, N> values) {
  return simd<T0, 1>(detail::halving_tree<N, T1>(values.data(), []<int n>(const simd<T1, n>& a, const simd<T1, n>& b) {
    return simd<T1, n>(port::minimum<T1, n>(a.data(), b.data()));
  }));
}
template <class T0, detail::View V>
XEFORGE_INLINE T0 hmax(const V& view) {
  return hmax<T0>(view.read());
}
template <class T0, detail::View V>
XEFORGE_INLINE T0 hmin(const V& view) {
  return hmin<T0>(view.read());
}

// operation is std::plus or std::multiplies, sycl::maximum or sycl::minimum, of void or of any type.
template <class T0, class T1, int N, class Operation>
XEFORGE_INLINE T0 reduce(simd<T1, N> values, Operation) {
  static_assert(detail::is_plus<Operation> || detail::is_multiplies<Operation> || detail::is_maximum<Operation> ||
                    detail::is_minimum<Operation>,
                "reduce: the operation is std::plus or std::multiplies, sycl::maximum or sycl::minimum");
  if constexpr (detail::is_plus<Operation>)
    return detail::sum<T0, T1, N>(values);
  else if constexpr (detail::is_maximum<Operation>)
    return hmax<T0, T1, N>(values);
  else if constexpr (detail::is_minimum<Operation>)
    return hmin<T0, T1, N>(values);
  else
    return detail::prod<T0, T1, N>(values);
}
template <class T0, detail::View V, class Operation>
XEFORGE_INLINE T0 reduce(const V& view, Operation operation) {
  return reduce<T0>(view.read(), operation);
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
