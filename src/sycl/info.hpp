// What can be asked of devices, platforms, contexts and queues, and the aspects of a device.
#pragma once

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
  ext_intel_esimd
};

namespace info {

enum class device_type { cpu, gpu, accelerator, custom, automatic, host, all };

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
} // namespace device

namespace platform {
struct name : detail::Returns<std::string> {};
struct vendor : detail::Returns<std::string> {};
struct version : detail::Returns<std::string> {};
} // namespace platform

namespace context {
struct platform : detail::Returns<sycl::platform> {};
struct devices : detail::Returns<std::vector<sycl::device>> {};
} // namespace context

namespace queue {
struct context : detail::Returns<sycl::context> {};
struct device : detail::Returns<sycl::device> {};
} // namespace queue

} // namespace info
} // namespace _V1
} // namespace sycl
