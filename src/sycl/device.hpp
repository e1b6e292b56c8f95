// The devices of this process: this machine's CPU, which runs explicit-SIMD programs written for Intel GPUs, and what
// the variable ONEAPI_DEVICE_SELECTOR chooses beside it or instead (xeforge/devices/selector.hpp).
//
// Such programs look for a GPU of vendor "Intel(R) Corporation" and refuse to run on anything else, so the CPU reports
// itself as one in is_gpu() and vendor while no other device is chosen. Its name says what it really is, and
// has(aspect::emulated) is true.
#pragma once

#include "sycl/detail/identity.hpp"
#include "sycl/detail/info.hpp"

#include <string_view>
#include <type_traits>

namespace xeforge::devices {
class ChosenDevice;
}

namespace sycl {
inline namespace _V1 {

class device_selector;
namespace ext::oneapi::experimental {
enum class architecture;
}

namespace detail {
// A selector rates devices; a negative rating rejects.
template <class Selector>
concept DeviceSelector = std::is_invocable_r_v<int, const Selector&, const device&>;

// Of the table of devices, "bmg"; empty for the CPU.
std::string_view model_name(const device& of);
} // namespace detail

class device {
public:
  device(); // the first of get_devices()
  template <detail::DeviceSelector Selector>
  explicit device(const Selector& selector) : device(best_by<std::decay_t<Selector>>(selector)) {}
  explicit device(const device_selector& selector);

  // Declared here for every info::device in info.hpp and defined for each; another one does not compile.
  template <class Param>
  typename Param::return_type get_info() const = delete;

  bool has(aspect wanted) const;
  bool is_cpu() const { return has(aspect::cpu); }
  bool is_gpu() const { return has(aspect::gpu); }
  bool is_accelerator() const { return has(aspect::accelerator); }
  bool is_host() const { return false; }
  backend get_backend() const noexcept;
  bool has_extension(const std::string&) const { return false; }
  bool ext_oneapi_architecture_is(ext::oneapi::experimental::architecture asked) const;
  platform get_platform() const;

  // No device here can be divided: throws errc::feature_not_supported.
  template <info::partition_property How, class... Parts>
  std::vector<device> create_sub_devices(const Parts&...) const {
    throw_indivisible();
  }

  static std::vector<device> get_devices(info::device_type type = info::device_type::all);

  friend bool operator==(const device&, const device&) = default;

  // Not part of SYCL: the underlying device; null for the CPU.
  xeforge::devices::ChosenDevice* chosen() const { return chosen_; }
  const void* identity() const { return chosen_; }
  static device of(xeforge::devices::ChosenDevice* chosen) { return device(chosen); }

private:
  [[noreturn]] static void throw_indivisible();
  explicit device(xeforge::devices::ChosenDevice* chosen) : chosen_(chosen) {}
  static device best_of(int (*rate)(const void* selector, const device& of), const void* selector);
  // Of a function its pointer, which has an address like an object.
  template <class Selector>
  static device best_by(const Selector& selector) {
    return best_of([](const void* rate, const device& of) -> int { return (*static_cast<const Selector*>(rate))(of); },
                   &selector);
  }

  xeforge::devices::ChosenDevice* chosen_; // lives as long as the process
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
template <>
std::uint32_t device::get_info<info::device::max_num_sub_groups>() const;
template <>
std::vector<std::size_t> device::get_info<info::device::sub_group_sizes>() const;
template <>
std::uint32_t device::get_info<info::device::max_clock_frequency>() const;
template <>
std::uint32_t device::get_info<info::device::address_bits>() const;
template <>
std::size_t device::get_info<info::device::max_parameter_size>() const;
template <>
std::uint32_t device::get_info<info::device::mem_base_addr_align>() const;
template <>
info::global_mem_cache_type device::get_info<info::device::global_mem_cache_type>() const;
template <>
std::uint32_t device::get_info<info::device::global_mem_cache_line_size>() const;
template <>
std::uint64_t device::get_info<info::device::global_mem_cache_size>() const;
template <>
info::local_mem_type device::get_info<info::device::local_mem_type>() const;
template <>
std::uint64_t device::get_info<info::device::max_constant_buffer_size>() const;
template <>
bool device::get_info<info::device::error_correction_support>() const;
template <>
bool device::get_info<info::device::host_unified_memory>() const;
template <>
std::vector<memory_order> device::get_info<info::device::atomic_memory_order_capabilities>() const;
template <>
std::vector<memory_order> device::get_info<info::device::atomic_fence_order_capabilities>() const;
template <>
std::vector<memory_scope> device::get_info<info::device::atomic_memory_scope_capabilities>() const;
template <>
std::vector<memory_scope> device::get_info<info::device::atomic_fence_scope_capabilities>() const;
template <>
std::size_t device::get_info<info::device::profiling_timer_resolution>() const;
template <>
bool device::get_info<info::device::is_endian_little>() const;
template <>
bool device::get_info<info::device::is_available>() const;
template <>
bool device::get_info<info::device::is_compiler_available>() const;
template <>
bool device::get_info<info::device::is_linker_available>() const;
template <>
bool device::get_info<info::device::queue_profiling>() const;
template <>
std::vector<info::fp_config> device::get_info<info::device::half_fp_config>() const;
template <>
std::vector<info::fp_config> device::get_info<info::device::single_fp_config>() const;
template <>
std::vector<info::fp_config> device::get_info<info::device::double_fp_config>() const;
template <>
std::uint32_t device::get_info<info::device::preferred_vector_width_float>() const;
template <>
std::uint32_t device::get_info<info::device::native_vector_width_float>() const;
template <>
std::uint32_t device::get_info<info::device::preferred_vector_width_char>() const;
template <>
std::uint32_t device::get_info<info::device::native_vector_width_char>() const;
template <>
std::uint32_t device::get_info<info::device::preferred_vector_width_short>() const;
template <>
std::uint32_t device::get_info<info::device::native_vector_width_short>() const;
template <>
std::uint32_t device::get_info<info::device::preferred_vector_width_int>() const;
template <>
std::uint32_t device::get_info<info::device::native_vector_width_int>() const;
template <>
std::uint32_t device::get_info<info::device::preferred_vector_width_long>() const;
template <>
std::uint32_t device::get_info<info::device::native_vector_width_long>() const;
template <>
std::uint32_t device::get_info<info::device::preferred_vector_width_double>() const;
template <>
std::uint32_t device::get_info<info::device::native_vector_width_double>() const;
template <>
std::uint32_t device::get_info<info::device::preferred_vector_width_half>() const;
template <>
std::uint32_t device::get_info<info::device::native_vector_width_half>() const;
template <>
std::uint32_t device::get_info<info::device::max_samplers>() const;
template <>
std::vector<info::execution_capability> device::get_info<info::device::execution_capabilities>() const;
template <>
bool device::get_info<info::device::sub_group_independent_forward_progress>() const;
template <>
std::vector<std::string> device::get_info<info::device::built_in_kernels>() const;
template <>
device device::get_info<info::device::parent_device>() const;
template <>
std::uint32_t device::get_info<info::device::partition_max_sub_devices>() const;
template <>
std::vector<info::partition_property> device::get_info<info::device::partition_properties>() const;
template <>
std::vector<info::partition_affinity_domain> device::get_info<info::device::partition_affinity_domains>() const;
template <>
info::partition_property device::get_info<info::device::partition_type_property>() const;
template <>
info::partition_affinity_domain device::get_info<info::device::partition_type_affinity_domain>() const;
template <>
std::size_t device::get_info<info::device::printf_buffer_size>() const;
template <>
std::vector<std::string> device::get_info<info::device::extensions>() const;
template <>
std::string device::get_info<info::device::backend_version>() const;
template <>
std::string device::get_info<info::device::profile>() const;
template <>
std::string device::get_info<info::device::opencl_c_version>() const;
template <>
std::uint32_t device::get_info<info::device::reference_count>() const;
template <>
bool device::get_info<info::device::usm_device_allocations>() const;
template <>
bool device::get_info<info::device::usm_host_allocations>() const;
template <>
bool device::get_info<info::device::usm_shared_allocations>() const;
template <>
bool device::get_info<info::device::usm_system_allocations>() const;
template <>
bool device::get_info<info::device::has_2d_block_io_support>() const;
template <>
range<1> device::get_info<info::device::max_work_item_sizes<1>>() const;
template <>
range<2> device::get_info<info::device::max_work_item_sizes<2>>() const;
template <>
range<3> device::get_info<info::device::max_work_item_sizes<3>>() const;
template <>
std::uint32_t device::get_info<ext::intel::info::device::device_id>() const;
template <>
std::uint32_t device::get_info<ext::intel::info::device::gpu_eu_count>() const;
template <>
std::uint32_t device::get_info<ext::intel::info::device::gpu_eu_simd_width>() const;
template <>
std::uint32_t device::get_info<ext::intel::info::device::gpu_slices>() const;
template <>
std::uint32_t device::get_info<ext::intel::info::device::gpu_subslices_per_slice>() const;
template <>
std::uint32_t device::get_info<ext::intel::info::device::gpu_eu_count_per_subslice>() const;
template <>
std::uint32_t device::get_info<ext::intel::info::device::gpu_hw_threads_per_eu>() const;
template <>
std::uint64_t device::get_info<ext::intel::info::device::free_memory>() const;

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

// A selector that requires all aspects of the first list and none of the second.
template <class... Aspects>
auto aspect_selector(Aspects... wanted) {
  return [=](const device& candidate) { return (candidate.has(wanted) && ...) ? 1 : -1; };
}
inline auto aspect_selector(const std::vector<aspect>& wanted, const std::vector<aspect>& denied = {}) {
  return [=](const device& candidate) {
    for (const aspect each : wanted)
      if (!candidate.has(each))
        return -1;
    for (const aspect each : denied)
      if (candidate.has(each))
        return -1;
    return 1;
  };
}

// Selectors in the style of SYCL 1.2.1. What overrides the call operator may be private.
class device_selector {
public:
  virtual ~device_selector() = default;
  virtual int operator()(const device& candidate) const = 0;
  device select_device() const { return device(*this); }
};
inline device::device(const device_selector& selector)
    : device([&selector](const device& candidate) { return selector(candidate); }) {}
class default_selector : public device_selector {
public:
  int operator()(const device& candidate) const override { return default_selector_v(candidate); }
};
class gpu_selector : public device_selector {
public:
  int operator()(const device& candidate) const override { return gpu_selector_v(candidate); }
};
class cpu_selector : public device_selector {
public:
  int operator()(const device& candidate) const override { return cpu_selector_v(candidate); }
};
class accelerator_selector : public device_selector {
public:
  int operator()(const device& candidate) const override { return accelerator_selector_v(candidate); }
};

} // namespace _V1
} // namespace sycl

template <>
struct std::hash<sycl::device> : sycl::detail::IdentityHash {};
