#include "sycl/device.hpp"

#include "sycl/context.hpp"
#include "sycl/exception.hpp"
#include "sycl/platform.hpp"
#include "xeforge/runtime/launch.hpp"
#include "xeforge/runtime/team.hpp"

#include <algorithm>
#include <array>
#include <cpuid.h>
#include <cstring>
#include <unistd.h>

namespace sycl {
inline namespace _V1 {

static constexpr aspect device_aspects[] = {aspect::gpu,
                                            aspect::emulated,
                                            aspect::host_debuggable,
                                            aspect::fp16,
                                            aspect::fp64,
                                            aspect::atomic64,
                                            aspect::queue_profiling,
                                            aspect::usm_device_allocations,
                                            aspect::usm_host_allocations,
                                            aspect::usm_atomic_host_allocations,
                                            aspect::usm_shared_allocations,
                                            aspect::usm_atomic_shared_allocations,
                                            aspect::usm_system_allocations,
                                            aspect::ext_intel_esimd};

// As the processor spells it, e.g. "Intel(R) Xeon(R) Platinum 8488C"; empty where it does not.
static std::string processor_name() {
  std::array<unsigned, 12> words{};
  for (unsigned leaf = 0; leaf < 3; ++leaf)
    if (unsigned* part = &words[leaf * 4]; !__get_cpuid(0x80000002 + leaf, part, part + 1, part + 2, part + 3))
      return {};
  std::array<char, sizeof(words) + 1> text{};
  std::memcpy(text.data(), words.data(), sizeof(words));
  const std::string name(text.data());
  const std::size_t first = name.find_first_not_of(' ');
  return first == std::string::npos ? "" : name.substr(first, name.find_last_not_of(' ') - first + 1);
}

static std::uint64_t physical_memory() {
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

namespace detail {
void throw_no_device() {
  throw exception(
      make_error_code(errc::runtime),
      "device selector: got one that rejects every device; expected one that accepts the only device (a GPU)");
}
} // namespace detail

bool device::has(aspect wanted) const {
  return std::find(std::begin(device_aspects), std::end(device_aspects), wanted) != std::end(device_aspects);
}

platform device::get_platform() const { return platform(); }

std::vector<device> device::get_devices(info::device_type type) {
  if (type == info::device_type::all || type == info::device_type::gpu || type == info::device_type::automatic)
    return {device()};
  return {};
}

template <>
std::string device::get_info<info::device::name>() const {
  return "xeforge host device on " + processor_name();
}
template <>
std::string device::get_info<info::device::vendor>() const {
  return "Intel(R) Corporation";
}
template <>
std::uint32_t device::get_info<info::device::vendor_id>() const {
  return 0x8086;
}
template <>
std::string device::get_info<info::device::version>() const {
  return XEFORGE_VERSION;
}
template <>
std::string device::get_info<info::device::driver_version>() const {
  return XEFORGE_VERSION;
}
template <>
info::device_type device::get_info<info::device::device_type>() const {
  return info::device_type::gpu;
}
template <>
platform device::get_info<info::device::platform>() const {
  return platform();
}
template <>
std::vector<aspect> device::get_info<info::device::aspects>() const {
  return {std::begin(device_aspects), std::end(device_aspects)};
}
template <>
std::uint32_t device::get_info<info::device::max_compute_units>() const {
  return static_cast<std::uint32_t>(xeforge::runtime::hardware_threads());
}
template <>
std::uint32_t device::get_info<info::device::max_work_item_dimensions>() const {
  return 3;
}
template <>
std::size_t device::get_info<info::device::max_work_group_size>() const {
  return xeforge::runtime::max_group_items;
}
template <>
std::uint64_t device::get_info<info::device::local_mem_size>() const {
  return xeforge::runtime::slm_bytes;
}
template <>
std::uint64_t device::get_info<info::device::global_mem_size>() const {
  return physical_memory();
}
template <>
std::uint64_t device::get_info<info::device::max_mem_alloc_size>() const {
  return physical_memory();
}

template <>
std::string platform::get_info<info::platform::name>() const {
  return "xeforge";
}
template <>
std::string platform::get_info<info::platform::vendor>() const {
  return device().get_info<info::device::vendor>();
}
template <>
std::string platform::get_info<info::platform::version>() const {
  return XEFORGE_VERSION;
}

template <>
platform context::get_info<info::context::platform>() const {
  return platform();
}
template <>
std::vector<device> context::get_info<info::context::devices>() const {
  return get_devices();
}

} // namespace _V1
} // namespace sycl
