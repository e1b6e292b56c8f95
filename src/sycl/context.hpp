// A context: with one device and one address space there is nothing to keep apart, so every context equals every other.
#pragma once

#include "sycl/exception.hpp"
#include "sycl/platform.hpp"

namespace sycl {
inline namespace _V1 {

class context {
public:
  context() = default;
  explicit context(const async_handler&) {}
  explicit context(const device&) {}
  explicit context(const device&, const async_handler&) {}
  explicit context(const platform&) {}

  platform get_platform() const { return platform(); }
  std::vector<device> get_devices() const { return {device()}; }

  template <class Param>
  typename Param::return_type get_info() const = delete;

  friend bool operator==(const context&, const context&) = default;
};

template <>
platform context::get_info<info::context::platform>() const;
template <>
std::vector<device> context::get_info<info::context::devices>() const;

} // namespace _V1
} // namespace sycl
