// Information descriptors of devices, platforms, contexts and queues, and the aspects of a device.
#pragma once

#include "sycl/range.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sycl {
inline namespace _V1 {

class context;
class device;
class platform;

enum class aspect {
  cpu,
  gpu,
  accelerator,
  custom,
  emulated,
  host_debuggable,
  fp16,
  fp64,
  atomic64,
  image,
  online_compiler,
  online_linker,
  queue_profiling,
  usm_device_allocations,
  usm_host_allocations,
  usm_atomic_host_allocations,
  usm_shared_allocations,
  usm_atomic_shared_allocations,
  usm_system_allocations,
  usm_restricted_shared_allocations,
  host,
  int64_base_atomics,
  int64_extended_atomics,
  ext_intel_esimd,
  ext_intel_pci_address,
  ext_intel_gpu_eu_count,
  ext_intel_gpu_eu_simd_width,
  ext_intel_gpu_slices,
  ext_intel_gpu_subslices_per_slice,
  ext_intel_gpu_eu_count_per_subslice,
  ext_intel_gpu_hw_threads_per_eu,
  ext_intel_max_mem_bandwidth,
  ext_intel_mem_channel,
  ext_intel_device_info_uuid,
  ext_intel_device_id,
  ext_intel_memory_clock_rate,
  ext_intel_memory_bus_width,
  ext_intel_free_memory,
  ext_oneapi_srgb,
  ext_oneapi_native_assert,
  ext_oneapi_bfloat16_math_functions,
  ext_intel_matrix
};

enum class backend {
  host,
  opencl,
  ext_oneapi_level_zero,
  ext_oneapi_cuda,
  ext_oneapi_hip,
  ext_intel_esimd_emulator,
  all
};

enum class memory_order { relaxed, acquire, release, acq_rel, seq_cst, __consume_unsupported };
enum class memory_scope { work_item, sub_group, work_group, device, system };
inline constexpr memory_order memory_order_relaxed = memory_order::relaxed;
inline constexpr memory_order memory_order_acquire = memory_order::acquire;
inline constexpr memory_order memory_order_release = memory_order::release;
inline constexpr memory_order memory_order_acq_rel = memory_order::acq_rel;
inline constexpr memory_order memory_order_seq_cst = memory_order::seq_cst;
inline constexpr memory_scope memory_scope_work_item = memory_scope::work_item;
inline constexpr memory_scope memory_scope_sub_group = memory_scope::sub_group;
inline constexpr memory_scope memory_scope_work_group = memory_scope::work_group;
inline constexpr memory_scope memory_scope_device = memory_scope::device;
inline constexpr memory_scope memory_scope_system = memory_scope::system;

namespace info {

enum class device_type { cpu, gpu, accelerator, custom, automatic, host, all };
enum class local_mem_type { none, local, global };
enum class global_mem_cache_type { none, read_only, read_write };
enum class fp_config {
  denorm,
  inf_nan,
  round_to_nearest,
  round_to_zero,
  round_to_inf,
  fma,
  correctly_rounded_divide_sqrt,
  soft_float
};
enum class execution_capability { exec_kernel, exec_native_kernel };
enum class partition_affinity_domain {
  not_applicable,
  numa,
  L4_cache,
  L3_cache,
  L2_cache,
  L1_cache,
  next_partitionable
};
enum class partition_property { no_partition, partition_equally, partition_by_counts, partition_by_affinity_domain };

namespace detail {
template <class T>
struct Returns {
  using return_type = T;
};
} // namespace detail

namespace device {
struct name : detail::Returns<std::string> {};
struct vendor : detail::Returns<std::string> {};
struct vendor_id : detail::Returns<std::uint32_t> {};
struct version : detail::Returns<std::string> {};
struct driver_version : detail::Returns<std::string> {};
struct device_type : detail::Returns<info::device_type> {};
struct platform : detail::Returns<sycl::platform> {};
struct aspects : detail::Returns<std::vector<aspect>> {};
struct max_compute_units : detail::Returns<std::uint32_t> {};
struct max_work_item_dimensions : detail::Returns<std::uint32_t> {};
struct max_work_group_size : detail::Returns<std::size_t> {};
struct local_mem_size : detail::Returns<std::uint64_t> {};
struct global_mem_size : detail::Returns<std::uint64_t> {};
struct max_mem_alloc_size : detail::Returns<std::uint64_t> {};
template <int D = 3>
struct max_work_item_sizes : detail::Returns<range<D>> {};
struct max_num_sub_groups : detail::Returns<std::uint32_t> {};
struct sub_group_sizes : detail::Returns<std::vector<std::size_t>> {};
struct max_clock_frequency : detail::Returns<std::uint32_t> {};
struct address_bits : detail::Returns<std::uint32_t> {};
struct max_parameter_size : detail::Returns<std::size_t> {};
struct mem_base_addr_align : detail::Returns<std::uint32_t> {};
struct global_mem_cache_type : detail::Returns<info::global_mem_cache_type> {};
struct global_mem_cache_line_size : detail::Returns<std::uint32_t> {};
struct global_mem_cache_size : detail::Returns<std::uint64_t> {};
struct local_mem_type : detail::Returns<info::local_mem_type> {};
struct max_constant_buffer_size : detail::Returns<std::uint64_t> {};
struct error_correction_support : detail::Returns<bool> {};
struct host_unified_memory : detail::Returns<bool> {};
struct atomic_memory_order_capabilities : detail::Returns<std::vector<memory_order>> {};
struct atomic_fence_order_capabilities : detail::Returns<std::vector<memory_order>> {};
struct atomic_memory_scope_capabilities : detail::Returns<std::vector<memory_scope>> {};
struct atomic_fence_scope_capabilities : detail::Returns<std::vector<memory_scope>> {};
struct profiling_timer_resolution : detail::Returns<std::size_t> {};
struct is_endian_little : detail::Returns<bool> {};
struct is_available : detail::Returns<bool> {};
struct is_compiler_available : detail::Returns<bool> {};
struct is_linker_available : detail::Returns<bool> {};
struct queue_profiling : detail::Returns<bool> {};
struct half_fp_config : detail::Returns<std::vector<info::fp_config>> {};
struct single_fp_config : detail::Returns<std::vector<info::fp_config>> {};
struct double_fp_config : detail::Returns<std::vector<info::fp_config>> {};
struct preferred_vector_width_char : detail::Returns<std::uint32_t> {};
struct preferred_vector_width_short : detail::Returns<std::uint32_t> {};
struct preferred_vector_width_int : detail::Returns<std::uint32_t> {};
struct preferred_vector_width_long : detail::Returns<std::uint32_t> {};
struct preferred_vector_width_float : detail::Returns<std::uint32_t> {};
struct preferred_vector_width_double : detail::Returns<std::uint32_t> {};
struct preferred_vector_width_half : detail::Returns<std::uint32_t> {};
struct native_vector_width_char : detail::Returns<std::uint32_t> {};
struct native_vector_width_short : detail::Returns<std::uint32_t> {};
struct native_vector_width_int : detail::Returns<std::uint32_t> {};
struct native_vector_width_long : detail::Returns<std::uint32_t> {};
struct native_vector_width_float : detail::Returns<std::uint32_t> {};
struct native_vector_width_double : detail::Returns<std::uint32_t> {};
struct native_vector_width_half : detail::Returns<std::uint32_t> {};
struct max_samplers : detail::Returns<std::uint32_t> {};
struct execution_capabilities : detail::Returns<std::vector<info::execution_capability>> {};
struct sub_group_independent_forward_progress : detail::Returns<bool> {};
struct built_in_kernels : detail::Returns<std::vector<std::string>> {};
struct parent_device : detail::Returns<sycl::device> {};
struct partition_max_sub_devices : detail::Returns<std::uint32_t> {};
struct partition_properties : detail::Returns<std::vector<info::partition_property>> {};
struct partition_affinity_domains : detail::Returns<std::vector<info::partition_affinity_domain>> {};
struct partition_type_property : detail::Returns<info::partition_property> {};
struct partition_type_affinity_domain : detail::Returns<info::partition_affinity_domain> {};
struct printf_buffer_size : detail::Returns<std::size_t> {};
struct extensions : detail::Returns<std::vector<std::string>> {};
struct backend_version : detail::Returns<std::string> {};
struct profile : detail::Returns<std::string> {};
struct opencl_c_version : detail::Returns<std::string> {};
struct reference_count : detail::Returns<std::uint32_t> {};
struct usm_device_allocations : detail::Returns<bool> {};
struct usm_host_allocations : detail::Returns<bool> {};
struct usm_shared_allocations : detail::Returns<bool> {};
struct usm_system_allocations : detail::Returns<bool> {};
struct has_2d_block_io_support : detail::Returns<bool> {}; // Intel's, in esimd::info::device
} // namespace device

namespace platform {
struct name : detail::Returns<std::string> {};
struct vendor : detail::Returns<std::string> {};
struct version : detail::Returns<std::string> {};
struct profile : detail::Returns<std::string> {};
struct extensions : detail::Returns<std::vector<std::string>> {};
} // namespace platform

namespace context {
struct platform : detail::Returns<sycl::platform> {};
struct devices : detail::Returns<std::vector<sycl::device>> {};
struct reference_count : detail::Returns<std::uint32_t> {};
struct atomic_memory_order_capabilities : detail::Returns<std::vector<memory_order>> {};
struct atomic_fence_order_capabilities : detail::Returns<std::vector<memory_order>> {};
struct atomic_memory_scope_capabilities : detail::Returns<std::vector<memory_scope>> {};
struct atomic_fence_scope_capabilities : detail::Returns<std::vector<memory_scope>> {};
} // namespace context

namespace queue {
struct context : detail::Returns<sycl::context> {};
struct device : detail::Returns<sycl::device> {};
struct reference_count : detail::Returns<std::uint32_t> {};
} // namespace queue

} // namespace info

// What Intel's own queries give.
namespace ext::intel {
namespace info::device {
using sycl::info::detail::Returns;
struct device_id : Returns<std::uint32_t> {};
struct gpu_eu_count : Returns<std::uint32_t> {};
struct gpu_eu_simd_width : Returns<std::uint32_t> {};
struct gpu_slices : Returns<std::uint32_t> {};
struct gpu_subslices_per_slice : Returns<std::uint32_t> {};
struct gpu_eu_count_per_subslice : Returns<std::uint32_t> {};
struct gpu_hw_threads_per_eu : Returns<std::uint32_t> {};
struct free_memory : Returns<std::uint64_t> {};
} // namespace info::device
} // namespace ext::intel
} // namespace _V1
} // namespace sycl
