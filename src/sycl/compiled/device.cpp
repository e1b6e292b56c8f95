#include "sycl/device.hpp"

#include "sycl/context.hpp"
#include "sycl/detail/device_queue.hpp"
#include "sycl/exception.hpp"
#include "sycl/kernel_bundle.hpp"
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
                                            aspect::ext_intel_esimd,
                                            aspect::ext_intel_gpu_eu_count,
                                            aspect::ext_intel_gpu_eu_simd_width,
                                            aspect::ext_intel_gpu_hw_threads_per_eu,
                                            aspect::ext_intel_device_id,
                                            aspect::ext_intel_free_memory};

// The processor's own name, e.g. "Intel(R) Xeon(R) Platinum 8488C"; empty if it has none.
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

static std::uint64_t cache_bytes() {
  const long bytes = sysconf(_SC_LEVEL3_CACHE_SIZE);
  return bytes > 0 ? static_cast<std::uint64_t>(bytes) : 0;
}

static std::vector<memory_order> all_orders() {
  return {memory_order::relaxed, memory_order::acquire, memory_order::release, memory_order::acq_rel,
          memory_order::seq_cst};
}
static std::vector<memory_scope> all_scopes() {
  return {memory_scope::work_item, memory_scope::sub_group, memory_scope::work_group, memory_scope::device,
          memory_scope::system};
}
static std::vector<info::fp_config> ieee_arithmetic() {
  return {info::fp_config::denorm, info::fp_config::inf_nan, info::fp_config::round_to_nearest, info::fp_config::fma};
}

namespace detail {
std::size_t most_groups_at_once() { return static_cast<std::size_t>(xeforge::runtime::hardware_threads()); }

// If no other device is chosen, the CPU reports itself as the GPU that programs look for.
static bool cpu_stands_in() {
  return std::ranges::all_of(process_devices(), [](const auto* chosen) { return chosen == nullptr; });
}

// The description of a device other than the CPU; null for the CPU.
static const xeforge::devices::Description* description_of(const device& of) {
  return of.chosen() == nullptr ? nullptr : &of.chosen()->description();
}
std::size_t most_group_items(const device& of) {
  const auto* const description = description_of(of);
  return description != nullptr ? description->least_most_group_items : xeforge::runtime::max_group_items;
}

std::string_view model_name(const device& of) {
  const auto* const description = description_of(of);
  return description == nullptr ? std::string_view() : std::string_view(description->name);
}

static std::vector<aspect> aspects_of(const xeforge::devices::Description& description) {
  using xeforge::machine::Support;
  std::vector<aspect> aspects{aspect::gpu,
                              aspect::fp16,
                              aspect::atomic64,
                              aspect::queue_profiling,
                              aspect::usm_device_allocations,
                              aspect::usm_host_allocations,
                              aspect::usm_shared_allocations,
                              aspect::ext_intel_gpu_eu_count,
                              aspect::ext_intel_gpu_eu_simd_width,
                              aspect::ext_intel_gpu_hw_threads_per_eu,
                              aspect::ext_intel_device_id,
                              aspect::ext_intel_free_memory};
  if (description.emulated == Support::yes)
    aspects.push_back(aspect::emulated);
  if (description.fp64 == Support::yes)
    aspects.push_back(aspect::fp64);
  if (description.vendor_id == 0x8086)
    aspects.push_back(aspect::ext_intel_esimd);
  return aspects;
}

static std::vector<aspect> cpu_aspects() {
  std::vector<aspect> aspects(std::begin(device_aspects), std::end(device_aspects));
  if (!cpu_stands_in())
    std::ranges::replace(aspects, aspect::gpu, aspect::cpu);
  return aspects;
}
} // namespace detail

using detail::description_of;

device::device() : chosen_(detail::process_devices().front()) {}

static std::string accepted_text(const std::vector<device>& devices) {
  if (devices.size() == 1 && devices.front().is_gpu())
    return "the only device (a GPU)";
  std::string names;
  for (const device& each : devices)
    names += (names.empty() ? "" : ", or ") + each.get_info<info::device::name>();
  return names;
}

device device::best_of(int (*rate)(const void*, const device&), const void* selector) {
  const device* best = nullptr;
  int best_rating = -1;
  const std::vector<device> devices = get_devices();
  for (const device& each : devices)
    if (const int rating = rate(selector, each); rating > best_rating)
      best = &each, best_rating = rating;
  if (best == nullptr)
    throw exception(make_error_code(errc::runtime),
                    "device selector: got one that rejects every device; expected one that accepts " +
                        accepted_text(devices));
  return *best;
}

bool device::has(aspect wanted) const {
  const std::vector<aspect> aspects = get_info<info::device::aspects>();
  return std::ranges::find(aspects, wanted) != aspects.end();
}

backend device::get_backend() const noexcept {
  const auto* const description = description_of(*this);
  return description != nullptr && description->backend == "cuda" ? backend::ext_oneapi_cuda
                                                                  : backend::ext_oneapi_level_zero;
}

platform device::get_platform() const { return platform(); }

std::vector<device> device::get_devices(info::device_type type) {
  std::vector<device> devices;
  for (xeforge::devices::ChosenDevice* const chosen : detail::process_devices()) {
    const device each(chosen);
    if (type == info::device_type::all || type == info::device_type::automatic ||
        type == each.get_info<info::device::device_type>())
      devices.push_back(each);
  }
  return devices;
}

void device::throw_indivisible() {
  throw exception(errc::feature_not_supported,
                  "create_sub_devices: got a device that cannot be divided; expected one with partition_properties");
}

template <>
std::string device::get_info<info::device::name>() const {
  if (const auto* const description = description_of(*this))
    return description->title;
  return "xeforge host device on " + processor_name();
}
template <>
std::string device::get_info<info::device::vendor>() const {
  if (const auto* const description = description_of(*this))
    return description->vendor;
  return "Intel(R) Corporation";
}
template <>
std::uint32_t device::get_info<info::device::vendor_id>() const {
  if (const auto* const description = description_of(*this))
    return description->vendor_id;
  return 0x8086;
}
template <>
std::string device::get_info<info::device::version>() const {
  return XEFORGE_VERSION;
}
template <>
std::string device::get_info<info::device::driver_version>() const {
  if (const auto* const description = description_of(*this))
    return description->driver_version;
  // Programs use features of a driver depending on the five digits of its build: here those of the compute runtime that
  // makes the device code (tools/device-tools.versions).
  return "1.6." XEFORGE_COMPUTE_RUNTIME;
}
template <>
info::device_type device::get_info<info::device::device_type>() const {
  return chosen_ != nullptr || detail::cpu_stands_in() ? info::device_type::gpu : info::device_type::cpu;
}
template <>
platform device::get_info<info::device::platform>() const {
  return platform();
}
template <>
std::vector<aspect> device::get_info<info::device::aspects>() const {
  const auto* const description = description_of(*this);
  return description == nullptr ? detail::cpu_aspects() : detail::aspects_of(*description);
}
template <>
std::uint32_t device::get_info<info::device::max_compute_units>() const {
  if (const auto* const description = description_of(*this))
    return description->compute_units;
  return static_cast<std::uint32_t>(xeforge::runtime::hardware_threads());
}
template <>
std::uint32_t device::get_info<info::device::max_work_item_dimensions>() const {
  return 3;
}
template <>
std::size_t device::get_info<info::device::max_work_group_size>() const {
  if (const auto* const description = description_of(*this))
    return description->most_group_items;
  return xeforge::runtime::max_group_items;
}
template <>
std::uint64_t device::get_info<info::device::local_mem_size>() const {
  if (const auto* const description = description_of(*this))
    return description->local_bytes;
  return xeforge::runtime::slm_bytes;
}
template <>
std::uint64_t device::get_info<info::device::global_mem_size>() const {
  if (const auto* const description = description_of(*this))
    return description->memory_bytes;
  return physical_memory();
}
template <>
std::uint64_t device::get_info<info::device::max_mem_alloc_size>() const {
  if (const auto* const description = description_of(*this))
    return description->most_allocation_bytes;
  return physical_memory();
}

template <>
std::uint32_t device::get_info<info::device::max_num_sub_groups>() const {
  if (const auto* const description = description_of(*this))
    return static_cast<std::uint32_t>(description->most_group_items);
  return static_cast<std::uint32_t>(xeforge::runtime::max_group_items);
}
template <>
std::vector<std::size_t> device::get_info<info::device::sub_group_sizes>() const {
  return {16, 32};
}
template <>
std::uint32_t device::get_info<info::device::max_clock_frequency>() const {
  if (const auto* const description = description_of(*this))
    return description->clock_mhz;
  return 1000;
}
template <>
std::uint32_t device::get_info<info::device::address_bits>() const {
  return 64;
}
template <>
std::size_t device::get_info<info::device::max_parameter_size>() const {
  return 2048;
}
template <>
std::uint32_t device::get_info<info::device::mem_base_addr_align>() const {
  return 512;
}
template <>
info::global_mem_cache_type device::get_info<info::device::global_mem_cache_type>() const {
  return info::global_mem_cache_type::read_write;
}
template <>
std::uint32_t device::get_info<info::device::global_mem_cache_line_size>() const {
  return 64;
}
template <>
std::uint64_t device::get_info<info::device::global_mem_cache_size>() const {
  return cache_bytes();
}
template <>
info::local_mem_type device::get_info<info::device::local_mem_type>() const {
  return info::local_mem_type::local;
}
template <>
std::uint64_t device::get_info<info::device::max_constant_buffer_size>() const {
  return physical_memory();
}
template <>
bool device::get_info<info::device::error_correction_support>() const {
  return false;
}
template <>
bool device::get_info<info::device::host_unified_memory>() const {
  if (chosen_ != nullptr)
    return false;
  return true;
}
template <>
std::vector<memory_order> device::get_info<info::device::atomic_memory_order_capabilities>() const {
  return all_orders();
}
template <>
std::vector<memory_order> device::get_info<info::device::atomic_fence_order_capabilities>() const {
  return all_orders();
}
template <>
std::vector<memory_scope> device::get_info<info::device::atomic_memory_scope_capabilities>() const {
  return all_scopes();
}
template <>
std::vector<memory_scope> device::get_info<info::device::atomic_fence_scope_capabilities>() const {
  return all_scopes();
}
template <>
std::size_t device::get_info<info::device::profiling_timer_resolution>() const {
  return 1;
}
template <>
bool device::get_info<info::device::is_endian_little>() const {
  return true;
}
template <>
bool device::get_info<info::device::is_available>() const {
  return true;
}
template <>
bool device::get_info<info::device::is_compiler_available>() const {
  return false;
}
template <>
bool device::get_info<info::device::is_linker_available>() const {
  return false;
}
template <>
bool device::get_info<info::device::queue_profiling>() const {
  return true;
}
template <>
std::vector<info::fp_config> device::get_info<info::device::half_fp_config>() const {
  return ieee_arithmetic();
}
template <>
std::vector<info::fp_config> device::get_info<info::device::single_fp_config>() const {
  return ieee_arithmetic();
}
template <>
std::vector<info::fp_config> device::get_info<info::device::double_fp_config>() const {
  if (const auto* const description = description_of(*this);
      description != nullptr && description->fp64 == xeforge::machine::Support::no)
    return {};
  return ieee_arithmetic();
}
template <>
std::uint32_t device::get_info<info::device::preferred_vector_width_float>() const {
  return 1;
}
template <>
std::uint32_t device::get_info<info::device::native_vector_width_float>() const {
  if (const auto* const description = description_of(*this))
    return description->lanes;
  return 16;
}
template <>
std::uint32_t device::get_info<info::device::preferred_vector_width_char>() const {
  return 1;
}
template <>
std::uint32_t device::get_info<info::device::native_vector_width_char>() const {
  return get_info<info::device::native_vector_width_float>();
}
template <>
std::uint32_t device::get_info<info::device::preferred_vector_width_short>() const {
  return 1;
}
template <>
std::uint32_t device::get_info<info::device::native_vector_width_short>() const {
  return get_info<info::device::native_vector_width_float>();
}
template <>
std::uint32_t device::get_info<info::device::preferred_vector_width_int>() const {
  return 1;
}
template <>
std::uint32_t device::get_info<info::device::native_vector_width_int>() const {
  return get_info<info::device::native_vector_width_float>();
}
template <>
std::uint32_t device::get_info<info::device::preferred_vector_width_long>() const {
  return 1;
}
template <>
std::uint32_t device::get_info<info::device::native_vector_width_long>() const {
  return get_info<info::device::native_vector_width_float>();
}
template <>
std::uint32_t device::get_info<info::device::preferred_vector_width_double>() const {
  return 1;
}
template <>
std::uint32_t device::get_info<info::device::native_vector_width_double>() const {
  return get_info<info::device::native_vector_width_float>();
}
template <>
std::uint32_t device::get_info<info::device::preferred_vector_width_half>() const {
  return 1;
}
template <>
std::uint32_t device::get_info<info::device::native_vector_width_half>() const {
  return get_info<info::device::native_vector_width_float>();
}
template <>
std::uint32_t device::get_info<info::device::max_samplers>() const {
  return 0;
}
template <>
std::vector<info::execution_capability> device::get_info<info::device::execution_capabilities>() const {
  return {info::execution_capability::exec_kernel};
}
template <>
bool device::get_info<info::device::sub_group_independent_forward_progress>() const {
  return false;
}
template <>
std::vector<std::string> device::get_info<info::device::built_in_kernels>() const {
  return {};
}
template <>
device device::get_info<info::device::parent_device>() const {
  throw exception(errc::invalid, "parent_device: got a device that is no part of another; expected a sub-device");
}
template <>
std::uint32_t device::get_info<info::device::partition_max_sub_devices>() const {
  return 0;
}
template <>
std::vector<info::partition_property> device::get_info<info::device::partition_properties>() const {
  return {};
}
template <>
std::vector<info::partition_affinity_domain> device::get_info<info::device::partition_affinity_domains>() const {
  return {};
}
template <>
info::partition_property device::get_info<info::device::partition_type_property>() const {
  return info::partition_property::no_partition;
}
template <>
info::partition_affinity_domain device::get_info<info::device::partition_type_affinity_domain>() const {
  return info::partition_affinity_domain::not_applicable;
}
template <>
std::size_t device::get_info<info::device::printf_buffer_size>() const {
  return std::size_t(1) << 20;
}
template <>
std::vector<std::string> device::get_info<info::device::extensions>() const {
  return {};
}
template <>
std::string device::get_info<info::device::backend_version>() const {
  return XEFORGE_VERSION;
}
template <>
std::string device::get_info<info::device::profile>() const {
  return "FULL_PROFILE";
}
template <>
std::string device::get_info<info::device::opencl_c_version>() const {
  return "3.0";
}
template <>
std::uint32_t device::get_info<info::device::reference_count>() const {
  return 1;
}
template <>
bool device::get_info<info::device::usm_device_allocations>() const {
  return true;
}
template <>
bool device::get_info<info::device::usm_host_allocations>() const {
  return true;
}
template <>
bool device::get_info<info::device::usm_shared_allocations>() const {
  return true;
}
template <>
bool device::get_info<info::device::usm_system_allocations>() const {
  if (chosen_ != nullptr)
    return false;
  return true;
}
template <>
bool device::get_info<info::device::has_2d_block_io_support>() const {
  if (const auto* const description = description_of(*this))
    return description->block_2d == xeforge::machine::Support::yes;
  return true;
}
template <>
range<1> device::get_info<info::device::max_work_item_sizes<1>>() const {
  if (const auto* const description = description_of(*this))
    return description->most_group_items;
  constexpr std::size_t n = xeforge::runtime::max_group_items;
  return n;
}
template <>
range<2> device::get_info<info::device::max_work_item_sizes<2>>() const {
  if (const auto* const description = description_of(*this))
    return {description->most_group_items, description->most_group_items};
  constexpr std::size_t n = xeforge::runtime::max_group_items;
  return {n, n};
}
template <>
range<3> device::get_info<info::device::max_work_item_sizes<3>>() const {
  if (const auto* const description = description_of(*this))
    return {description->most_group_items, description->most_group_items, description->most_group_items};
  constexpr std::size_t n = xeforge::runtime::max_group_items;
  return {n, n, n};
}
template <>
std::uint32_t device::get_info<ext::intel::info::device::device_id>() const {
  if (const auto* const description = description_of(*this))
    return description->device_id;
  return 0xe20b;
}
template <>
std::uint32_t device::get_info<ext::intel::info::device::gpu_eu_count>() const {
  if (const auto* const description = description_of(*this))
    return description->compute_units;
  return static_cast<std::uint32_t>(xeforge::runtime::hardware_threads());
}
template <>
std::uint32_t device::get_info<ext::intel::info::device::gpu_eu_simd_width>() const {
  if (const auto* const description = description_of(*this))
    return description->lanes;
  return 16;
}
template <>
std::uint32_t device::get_info<ext::intel::info::device::gpu_slices>() const {
  return 1;
}
template <>
std::uint32_t device::get_info<ext::intel::info::device::gpu_subslices_per_slice>() const {
  return 1;
}
template <>
std::uint32_t device::get_info<ext::intel::info::device::gpu_eu_count_per_subslice>() const {
  if (const auto* const description = description_of(*this))
    return description->compute_units;
  return static_cast<std::uint32_t>(xeforge::runtime::hardware_threads());
}
template <>
std::uint32_t device::get_info<ext::intel::info::device::gpu_hw_threads_per_eu>() const {
  if (const auto* const description = description_of(*this))
    return description->threads_per_unit;
  return 1;
}
template <>
std::uint64_t device::get_info<ext::intel::info::device::free_memory>() const {
  if (const auto* const description = description_of(*this))
    return description->memory_bytes;
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
std::string platform::get_info<info::platform::profile>() const {
  return "FULL_PROFILE";
}
template <>
std::vector<std::string> platform::get_info<info::platform::extensions>() const {
  return {};
}

const device& detail::device_of(const context& whole, const device& on) {
  const std::vector<device> devices = whole.get_devices();
  if (std::ranges::find(devices, on) == devices.end())
    throw exception(make_error_code(errc::invalid), "queue: got the device '" + on.get_info<info::device::name>() +
                                                        "', which the context does not have; expected one of its own");
  return on;
}

template <>
std::uint32_t context::get_info<info::context::reference_count>() const {
  return 1;
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
