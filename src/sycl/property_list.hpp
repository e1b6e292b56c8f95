// The properties a queue can have, and the list they are passed in. A single property converts to a list.
#pragma once

#include "sycl/exception.hpp"

#include <optional>
#include <tuple>
#include <type_traits>

namespace xeforge::property::queue {

// Not SYCL's: at most this many threads run the kernels of the queue (1: the caller alone). Without it, all the machine
// has.
class threads {
public:
  explicit constexpr threads(int count) : count_(count) {}
  constexpr int count() const { return count_; }

private:
  int count_;
};

} // namespace xeforge::property::queue

namespace sycl {
inline namespace _V1 {

namespace property::queue {
struct in_order {};
struct enable_profiling {};
} // namespace property::queue

template <class T>
struct is_property : std::false_type {};
template <>
struct is_property<property::queue::in_order> : std::true_type {};
template <>
struct is_property<property::queue::enable_profiling> : std::true_type {};
template <>
struct is_property<xeforge::property::queue::threads> : std::true_type {};
template <class T>
inline constexpr bool is_property_v = is_property<T>::value;

namespace detail {
[[noreturn]] void throw_missing_property();
}

class property_list {
public:
  template <class... Properties>
    requires(is_property_v<Properties> && ...)
  property_list(Properties... properties) {
    ((std::get<std::optional<Properties>>(properties_) = properties), ...);
  }

  template <class Property>
  bool has_property() const {
    return std::get<std::optional<Property>>(properties_).has_value();
  }
  template <class Property>
  Property get_property() const {
    if (!has_property<Property>())
      detail::throw_missing_property();
    return *std::get<std::optional<Property>>(properties_);
  }

private:
  std::tuple<std::optional<property::queue::in_order>, std::optional<property::queue::enable_profiling>,
             std::optional<xeforge::property::queue::threads>>
      properties_;
};

} // namespace _V1
} // namespace sycl
