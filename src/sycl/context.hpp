// A context: with one device and one address space there is nothing to keep apart, so every context equals every other.
#pragma once

#include "sycl/exception.hpp"
#include "sycl/platform.hpp"
#include "sycl/property_list.hpp"

namespace sycl {
inline namespace _V1 {

class context {
public:
  context() = default;
  explicit context(const property_list&) {}
  explicit context(const async_handler&, const property_list& = {}) {}
  explicit context(const device&, const property_list& = {}) {}
  explicit context(const device&, const async_handler&, const property_list& = {}) {}
  explicit context(const std::vector<device>&, const property_list& = {}) {}
  explicit context(const std::vector<device>&, const async_handler&, const property_list& = {}) {}
  explicit context(const platform&, const property_list& = {}) {}

  platform get_platform() const { return platform(); }
  std::vector<device> get_devices() const { return {device()}; }
  backend get_backend() const noexcept { return device().get_backend(); }
  bool is_host() const { return false; }

  template <class Param>
  typename Param::return_type get_info() const = delete;

  friend bool operator==(const context&, const context&) = default;
};

template <>
platform context::get_info<info::context::platform>() const;
template <>
std::vector<device> context::get_info<info::context::devices>() const;
template <>
std::uint32_t context::get_info<info::context::reference_count>() const;

} // namespace _V1
} // namespace sycl
