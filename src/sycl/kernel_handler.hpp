// Specialization constants: constants of a kernel whose value the program may still choose when it launches it. On the
// device they keep the value that they were declared with.
#pragma once

#include "sycl/detail/launch_data.hpp"

#include <type_traits>
#include <utility>

namespace sycl {
inline namespace _V1 {

template <class T>
class specialization_id {
public:
  using value_type = T;

  template <class... Arguments>
    requires std::is_constructible_v<T, Arguments...>
  explicit constexpr specialization_id(Arguments&&... arguments)
      : default_value_(std::forward<Arguments>(arguments)...) {}
  specialization_id(const specialization_id&) = delete;
  specialization_id& operator=(const specialization_id&) = delete;

  [[gnu::always_inline]] constexpr const T& default_value() const { return default_value_; } // not SYCL's

private:
  T default_value_;
};

namespace detail {

template <auto& Id>
using specialization_value_t = typename std::remove_cvref_t<decltype(Id)>::value_type;

template <auto& Id>
[[gnu::always_inline]] inline specialization_value_t<Id> specialization_value(const SpecializationValues* values) {
  specialization_value_t<Id> value = Id.default_value();
#ifndef __SYCL_DEVICE_ONLY__
  if (values != nullptr)
    values->get(&Id, value);
#else
  static_cast<void>(values);
#endif
  return value;
}
} // namespace detail

class kernel_handler {
public:
  template <auto& Id>
  [[gnu::always_inline]] detail::specialization_value_t<Id> get_specialization_constant() const {
    return detail::specialization_value<Id>(values_);
  }

  // For the launch functions of detail/.
  [[gnu::always_inline]] explicit kernel_handler(const detail::SpecializationValues* values) : values_(values) {}

private:
  const detail::SpecializationValues* values_;
};

} // namespace _V1
} // namespace sycl
