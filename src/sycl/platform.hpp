// The only platform, with all devices of the process.
#pragma once

#include "sycl/device.hpp"

namespace sycl {
inline namespace _V1 {

class platform {
public:
  platform() = default;
  template <detail::DeviceSelector Selector>
  explicit platform(const Selector& selector) : platform(device(selector).get_platform()) {}

  template <class Param>
  typename Param::return_type get_info() const = delete;

  backend get_backend() const noexcept { return device().get_backend(); }
  bool is_host() const { return false; }
  bool has_extension(const std::string&) const { return false; }
  bool has(aspect wanted) const { return device().has(wanted); }
  std::vector<device> get_devices(info::device_type type = info::device_type::all) const {
    return device::get_devices(type);
  }
  static std::vector<platform> get_platforms() { return {platform()}; }

  context ext_oneapi_get_default_context() const; // of all its devices

  friend bool operator==(const platform&, const platform&) = default;
  const void* identity() const { return nullptr; } // there is one
};

template <>
std::string platform::get_info<info::platform::name>() const;
template <>
std::string platform::get_info<info::platform::vendor>() const;
template <>
std::string platform::get_info<info::platform::version>() const;
template <>
std::string platform::get_info<info::platform::profile>() const;
template <>
std::vector<std::string> platform::get_info<info::platform::extensions>() const;

} // namespace _V1
} // namespace sycl

template <>
struct std::hash<sycl::platform> : sycl::detail::IdentityHash {};
