// The one device there is: this machine's CPU, which runs explicit-SIMD programs written for Intel GPUs.
//
// Such programs look for a GPU of vendor "Intel(R) Corporation" and refuse to run on anything else, so that is what it
// answers to is_gpu() and vendor. What it really is stands in its name, and has(aspect::emulated) is true.
#pragma once

#include "sycl/info.hpp"

#include <concepts>

namespace sycl {
inline namespace _V1 {

// A selector rates devices; a negative rating rejects.
template <class Selector>
concept DeviceSelector = std::is_invocable_r_v<int, const Selector&, const device&>;

namespace detail {
[[noreturn]] void throw_no_device();
}

class device {
public:
  device() = default;
  template <DeviceSelector Selector>
  explicit device(const Selector& selector) {
    if (selector(*this) < 0)
      detail::throw_no_device();
  }

  // Declared here for every info::device in info.hpp and defined for each; another one does not compile.
  template <class Param>
  typename Param::return_type get_info() const = delete;

  bool has(aspect wanted) const;
  bool is_cpu() const { return has(aspect::cpu); }
  bool is_gpu() const { return has(aspect::gpu); }
  bool is_accelerator() const { return has(aspect::accelerator); }
  platform get_platform() const;

  static std::vector<device> get_devices(info::device_type type = info::device_type::all);

  friend bool operator==(const device&, const device&) = default;
};

template <>
std::string device::get_info<info::device::name>() const;
template <>
std::string device::get_info<info::device::vendor>() const;
template <>
std::uint32_t device::get_info<info::device::vendor_id>() const;
template <>
std::string device::get_info<info::device::version>() const;
template <>
std::string device::get_info<info::device::driver_version>() const;
template <>
info::device_type device::get_info<info::device::device_type>() const;
template <>
platform device::get_info<info::device::platform>() const;
template <>
std::vector<aspect> device::get_info<info::device::aspects>() const;
template <>
std::uint32_t device::get_info<info::device::max_compute_units>() const;
template <>
std::uint32_t device::get_info<info::device::max_work_item_dimensions>() const;
template <>
std::size_t device::get_info<info::device::max_work_group_size>() const;
template <>
std::uint64_t device::get_info<info::device::local_mem_size>() const;
template <>
std::uint64_t device::get_info<info::device::global_mem_size>() const;
template <>
std::uint64_t device::get_info<info::device::max_mem_alloc_size>() const;

namespace detail {
template <aspect Wanted>
struct AspectSelector {
  int operator()(const device& candidate) const { return candidate.has(Wanted) ? 1 : -1; }
};
struct DefaultSelector {
  int operator()(const device&) const { return 1; }
};
} // namespace detail

inline constexpr detail::DefaultSelector default_selector_v;
inline constexpr detail::AspectSelector<aspect::gpu> gpu_selector_v;
inline constexpr detail::AspectSelector<aspect::cpu> cpu_selector_v;
inline constexpr detail::AspectSelector<aspect::accelerator> accelerator_selector_v;

} // namespace _V1
} // namespace sycl
