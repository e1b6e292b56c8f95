// Operations for reductions and scans, and their identities: the value that changes nothing as an operand.
#pragma once

#include "sycl/builtins.hpp"

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

// Their names before SYCL 2020.
namespace ext::oneapi {
using _V1::bit_and;
using _V1::bit_or;
using _V1::bit_xor;
using _V1::maximum;
using _V1::minimum;
using _V1::multiplies;
using _V1::plus;
} // namespace ext::oneapi

namespace detail {

template <class T>
concept Number = xeforge::base::Comparable<T>;

template <template <class> class Kind, class Operation, class T>
concept OperationOf = std::same_as<Operation, Kind<T>> || std::same_as<Operation, Kind<void>>;

template <class T>
using limits = std::numeric_limits<T>;

template <class Operation, class T>
struct Identity {
  static constexpr bool is_known = false;
};
template <class Operation, class T>
  requires(Number<T> && (OperationOf<std::plus, Operation, T> || OperationOf<std::logical_or, Operation, T>)) ||
          (std::integral<T> && (OperationOf<std::bit_or, Operation, T> || OperationOf<std::bit_xor, Operation, T>))
struct Identity<Operation, T> {
  static constexpr bool is_known = true;
  static constexpr T value = T(0);
};
template <class Operation, class T>
  requires(Number<T> && (OperationOf<std::multiplies, Operation, T> || OperationOf<std::logical_and, Operation, T>))
struct Identity<Operation, T> {
  static constexpr bool is_known = true;
  static constexpr T value = T(1);
};
template <class Operation, class T>
  requires(std::integral<T> && OperationOf<std::bit_and, Operation, T>)
struct Identity<Operation, T> {
  static constexpr bool is_known = true;
  static constexpr T value = static_cast<T>(~T(0));
};
template <class Operation, class T>
  requires(Number<T> && OperationOf<minimum, Operation, T>)
struct Identity<Operation, T> {
  static constexpr bool is_known = true;
  static constexpr T value = limits<T>::has_infinity ? limits<T>::infinity() : limits<T>::max();
};
template <class Operation, class T>
  requires(Number<T> && OperationOf<maximum, Operation, T>)
struct Identity<Operation, T> {
  static constexpr bool is_known = true;
  static constexpr T value = limits<T>::has_infinity ? -limits<T>::infinity() : limits<T>::lowest();
};

} // namespace detail

// Identities of the operations above for numbers; a program's own function has no known identity.
template <class Operation, class T>
struct has_known_identity : std::bool_constant<detail::Identity<Operation, std::remove_cv_t<T>>::is_known> {};
template <class Operation, class T>
inline constexpr bool has_known_identity_v = has_known_identity<Operation, T>::value;
template <class Operation, class T>
struct known_identity {
  static_assert(has_known_identity_v<Operation, T>,
                "the identity of this operation is not known: give the first value");
  static constexpr std::remove_cv_t<T> value = detail::Identity<Operation, std::remove_cv_t<T>>::value;
};
template <class Operation, class T>
inline constexpr std::remove_cv_t<T> known_identity_v = known_identity<Operation, T>::value;

} // namespace _V1
} // namespace sycl
