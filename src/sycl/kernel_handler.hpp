// Specialization constants: constants of a kernel whose values the program may choose at launch. A
// kernel on a device gets the values set in a table, indexed by numbers derived from the constants' names.
#pragma once

#include "sycl/detail/launch_data.hpp"
#include "xeforge/base/hash.hpp"

#include <string_view>
#include <type_traits>
#include <typeinfo>
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
struct ConstantName {};

// The same number in host and device code, computed from the mangled name, since __PRETTY_FUNCTION__ is the same for
// all instances of a variable template. Host code that is compiled without device code has no builtin for it.
#if __has_builtin(__builtin_sycl_unique_stable_name)
template <auto& Id>
consteval std::uint64_t constant_key() {
  constexpr std::string_view name = __builtin_sycl_unique_stable_name(ConstantName<Id>), prefix = "_ZTS";
  return xeforge::base::hash_of(name.substr(prefix.size()));
}
#else
template <auto& Id>
std::uint64_t constant_key() {
#ifdef __GXX_RTTI
  return xeforge::base::hash_of(typeid(ConstantName<Id>).name());
#else
  return xeforge::base::hash_of(__PRETTY_FUNCTION__);
#endif
}
#endif

#ifdef __SYCL_DEVICE_ONLY__
using KernelConstants = ConstantTable;
#else
using KernelConstants = SpecializationValues;
#endif

template <auto& Id>
inline const KnownConstant known_constant{&Id, constant_key<Id>()}; // is there where it is named

template <auto& Id>
void set_specialization_value(SpecializationValues& values, const specialization_value_t<Id>& value) {
  static_cast<void>(&known_constant<Id>);
  values.set(&Id, constant_key<Id>(), value);
}

template <auto& Id>
[[gnu::always_inline]] inline specialization_value_t<Id> specialization_value(const KernelConstants* values) {
  specialization_value_t<Id> value = Id.default_value();
#ifdef __SYCL_DEVICE_ONLY__
  constexpr std::uint64_t key = constant_key<Id>();
  if (values != nullptr)
    values->get(key, value);
#else
  static_cast<void>(&known_constant<Id>);
  if (values != nullptr)
    values->get(&Id, value);
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
  [[gnu::always_inline]] explicit kernel_handler(const detail::KernelConstants* values) : values_(values) {}

private:
  const detail::KernelConstants* values_;
};

} // namespace _V1
} // namespace sycl
