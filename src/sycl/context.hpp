// A context: a list of devices for commands and memory, and the handler of errors. Contexts of the same devices are
// equal.
#pragma once

#include "sycl/exception.hpp"
#include "sycl/platform.hpp"
#include "sycl/property_list.hpp"

#include <vector>

namespace sycl {
inline namespace _V1 {

class context {
public:
  context() : context(device()) {}
  explicit context(const property_list&) : context() {}
  explicit context(const async_handler& handler, const property_list& = {}) : context(device(), handler) {}
  explicit context(const device& only, const property_list& = {}) : devices_{only} {}
  explicit context(const device& only, const async_handler& handler, const property_list& = {})
      : devices_{only}, handler_(handler) {}
  explicit context(const std::vector<device>& devices, const property_list& = {}) : devices_(devices) {}
  explicit context(const std::vector<device>& devices, const async_handler& handler, const property_list& = {})
      : devices_(devices), handler_(handler) {}
  explicit context(const platform& all, const property_list& = {}) : context(all.get_devices()) {}
  explicit context(const platform& all, const async_handler& handler, const property_list& = {})
      : context(all.get_devices(), handler) {}

  platform get_platform() const { return platform(); }
  std::vector<device> get_devices() const { return devices_; }
  backend get_backend() const noexcept {
    return devices_.empty() ? backend::ext_oneapi_level_zero : devices_.front().get_backend();
  }
  bool is_host() const { return false; }

  template <class Param>
  typename Param::return_type get_info() const = delete;
  // A context has none.
  template <class Property>
  bool has_property() const noexcept {
    return false;
  }
  template <class Property>
  Property get_property() const {
    return property_list().get_property<Property>();
  }

  const void* identity() const { return devices_.empty() ? nullptr : devices_.front().identity(); }
  friend bool operator==(const context& a, const context& b) { return a.devices_ == b.devices_; }

private:
  friend class queue;
  std::vector<device> devices_;
  async_handler handler_; // of queues that are made without one
};

namespace detail {
// The device, which has to be one of the context's.
const device& device_of(const context& whole, const device& on);
} // namespace detail

inline context platform::ext_oneapi_get_default_context() const { return context(*this); }

template <>
platform context::get_info<info::context::platform>() const;
template <>
std::vector<device> context::get_info<info::context::devices>() const;
template <>
std::uint32_t context::get_info<info::context::reference_count>() const;
template <>
inline std::vector<memory_order> context::get_info<info::context::atomic_memory_order_capabilities>() const {
  return get_devices().at(0).get_info<info::device::atomic_memory_order_capabilities>();
}
template <>
inline std::vector<memory_order> context::get_info<info::context::atomic_fence_order_capabilities>() const {
  return get_devices().at(0).get_info<info::device::atomic_fence_order_capabilities>();
}
template <>
inline std::vector<memory_scope> context::get_info<info::context::atomic_memory_scope_capabilities>() const {
  return get_devices().at(0).get_info<info::device::atomic_memory_scope_capabilities>();
}
template <>
inline std::vector<memory_scope> context::get_info<info::context::atomic_fence_scope_capabilities>() const {
  return get_devices().at(0).get_info<info::device::atomic_fence_scope_capabilities>();
}

} // namespace _V1
} // namespace sycl

template <>
struct std::hash<sycl::context> : sycl::detail::IdentityHash {};
