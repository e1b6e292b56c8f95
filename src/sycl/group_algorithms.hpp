// What the items of a group do together: broadcast, reduce, scan. Every item of the group calls; each item's value
// passes through the end of the group's shared local memory, which must be free for it. Host only: device code in
// explicit SIMD has one item per hardware thread and does this with simd and slm functions.
#pragma once

#include "sycl/group.hpp"
#include "sycl/local_accessor.hpp"

#include <functional>
#include <limits>
#include <type_traits>

namespace sycl {
inline namespace _V1 {

template <class T = void>
using plus = std::plus<T>;
template <class T = void>
using multiplies = std::multiplies<T>;
template <class T = void>
using bit_and = std::bit_and<T>;
template <class T = void>
using bit_or = std::bit_or<T>;
template <class T = void>
using bit_xor = std::bit_xor<T>;
template <class T = void>
using logical_and = std::logical_and<T>;
template <class T = void>
using logical_or = std::logical_or<T>;
template <class T = void>
struct minimum {
  [[gnu::always_inline]] constexpr T operator()(const T& a, const T& b) const { return b < a ? b : a; }
};
template <>
struct minimum<void> {
  template <class T>
  [[gnu::always_inline]] constexpr T operator()(const T& a, const T& b) const {
    return b < a ? b : a;
  }
};
template <class T = void>
struct maximum {
  [[gnu::always_inline]] constexpr T operator()(const T& a, const T& b) const { return a < b ? b : a; }
};
template <>
struct maximum<void> {
  template <class T>
  [[gnu::always_inline]] constexpr T operator()(const T& a, const T& b) const {
    return a < b ? b : a;
  }
};

namespace detail {

// Where the values of all items meet; throws errc::memory_allocation where the group has claimed that memory itself.
void* group_scratch(std::size_t bytes);

// Gives every item the values of all, in the order of the items, while combine(values, own place) runs.
template <int D, class T, class Combine>
[[gnu::always_inline]] inline auto with_values_of_all(const group<D>& items, const T& value, const Combine& combine) {
  static_assert(std::is_trivially_copyable_v<T>, "group algorithms: values are copied byte by byte");
  const std::size_t count = items.get_local_linear_range(), place = items.get_local_linear_id();
  T* const values = static_cast<T*>(group_scratch(count * sizeof(T)));
  values[place] = value;
  wait_for_group();
  const auto result = combine(static_cast<const T*>(values), count, place);
  wait_for_group(); // nobody writes the next ones before all have read these
  return result;
}

template <class T, class Operation>
[[gnu::always_inline]] inline T folded(const T* values, std::size_t count, T start, const Operation& operation) {
  for (std::size_t i = 0; i < count; ++i)
    start = operation(start, values[i]);
  return start;
}

// The value that changes nothing.
template <class T, class Operation>
constexpr T neutral() {
  if constexpr (std::is_same_v<Operation, std::multiplies<T>> || std::is_same_v<Operation, std::multiplies<void>>)
    return T(1);
  else if constexpr (std::is_same_v<Operation, std::bit_and<T>> || std::is_same_v<Operation, std::bit_and<void>>)
    return static_cast<T>(~T(0));
  else if constexpr (std::is_same_v<Operation, minimum<T>> || std::is_same_v<Operation, minimum<void>>)
    return std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity() : std::numeric_limits<T>::max();
  else if constexpr (std::is_same_v<Operation, maximum<T>> || std::is_same_v<Operation, maximum<void>>)
    return std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity()
                                                : std::numeric_limits<T>::lowest();
  else
    return T(0);
}

} // namespace detail

template <int D, class T>
[[gnu::always_inline]] inline T group_broadcast(const group<D>& items, T value, std::size_t from = 0) {
  static_assert(detail::supported_on_device<T>, "group algorithms: not for device code; use simd and slm_ functions");
  return detail::with_values_of_all(items, value,
                                    [=](const T* values, std::size_t, std::size_t) { return values[from]; });
}
template <int D, class T, class Operation>
[[gnu::always_inline]] inline T reduce_over_group(const group<D>& items, T value, const Operation& operation) {
  static_assert(detail::supported_on_device<T>, "group algorithms: not for device code; use simd and slm_ functions");
  return detail::with_values_of_all(items, value, [&](const T* values, std::size_t count, std::size_t) {
    return detail::folded(values + 1, count - 1, values[0], operation);
  });
}
template <int D, class T, class Operation>
[[gnu::always_inline]] inline T reduce_over_group(const group<D>& items, T value, T start, const Operation& operation) {
  return operation(start, reduce_over_group(items, value, operation));
}
template <int D, class T, class Operation>
[[gnu::always_inline]] inline T inclusive_scan_over_group(const group<D>& items, T value, const Operation& operation) {
  static_assert(detail::supported_on_device<T>, "group algorithms: not for device code; use simd and slm_ functions");
  return detail::with_values_of_all(items, value, [&](const T* values, std::size_t, std::size_t place) {
    return detail::folded(values + 1, place, values[0], operation);
  });
}
template <int D, class T, class Operation>
[[gnu::always_inline]] inline T exclusive_scan_over_group(const group<D>& items, T value, T start,
                                                          const Operation& operation) {
  static_assert(detail::supported_on_device<T>, "group algorithms: not for device code; use simd and slm_ functions");
  return detail::with_values_of_all(items, value, [&](const T* values, std::size_t, std::size_t place) {
    return detail::folded(values, place, start, operation);
  });
}
template <int D, class T, class Operation>
[[gnu::always_inline]] inline T exclusive_scan_over_group(const group<D>& items, T value, const Operation& operation) {
  return exclusive_scan_over_group(items, value, detail::neutral<T, Operation>(), operation);
}
template <int D>
[[gnu::always_inline]] inline bool any_of_group(const group<D>& items, bool value) {
  return reduce_over_group(items, value, std::logical_or<bool>());
}
template <int D>
[[gnu::always_inline]] inline bool all_of_group(const group<D>& items, bool value) {
  return reduce_over_group(items, value, std::logical_and<bool>());
}
template <int D>
[[gnu::always_inline]] inline bool none_of_group(const group<D>& items, bool value) {
  return !any_of_group(items, value);
}

} // namespace _V1
} // namespace sycl
