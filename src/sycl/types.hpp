// Short names of numbers, and which types may be copied to a kernel; sycl::vec comes with them.
#pragma once

#include "sycl/builtins.hpp"
#include "sycl/detail/numbers/vec.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

namespace sycl {
inline namespace _V1 {

using uchar = unsigned char;
using ushort = unsigned short;
using uint = unsigned int;
using ulong = unsigned long;

// Internal names of the vendor's that published kernels use.
namespace detail {
template <class T>
constexpr T max_v() {
  return (std::numeric_limits<T>::max)();
}
template <class T>
constexpr T min_v() {
  return (std::numeric_limits<T>::min)();
}
} // namespace detail

// Types that may be copied to a kernel byte by byte. Programs may specialise either template for their own types, the
// inner one also with a condition, as its second parameter. A const type is treated like the type itself.
namespace detail {
template <class T, class = void>
struct is_device_copyable_impl : std::bool_constant<std::is_trivially_copyable_v<T>> {};
} // namespace detail
template <class T>
struct is_device_copyable
    : std::conditional_t<std::is_same_v<T, std::remove_cv_t<T>>, detail::is_device_copyable_impl<T>,
                         is_device_copyable<std::remove_cv_t<T>>> {};
template <class T>
inline constexpr bool is_device_copyable_v = is_device_copyable<T>::value;
// Classes of the standard library that contain their elements, whatever their copy constructors do.
template <class A, class B>
struct is_device_copyable<std::pair<A, B>> : std::bool_constant<is_device_copyable_v<A> && is_device_copyable_v<B>> {};
template <class... Elements>
struct is_device_copyable<std::tuple<Elements...>> : std::bool_constant<(is_device_copyable_v<Elements> && ...)> {};
template <class T, std::size_t N>
struct is_device_copyable<std::array<T, N>> : is_device_copyable<T> {};
template <class T>
struct is_device_copyable<std::optional<T>> : is_device_copyable<T> {};
template <class... Alternatives>
struct is_device_copyable<std::variant<Alternatives...>>
    : std::bool_constant<(is_device_copyable_v<Alternatives> && ...)> {};

} // namespace _V1
} // namespace sycl
