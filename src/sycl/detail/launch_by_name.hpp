// For sources whose kernels run only on devices, which include this before anything else: the host function of a
// kernel is only an address, by which its record is found (xeforge/devices/kernel_record.hpp). No body is compiled, so
// tables of hundreds of kernels build in seconds; a launch on the CPU is refused.
#pragma once

#ifndef XEFORGE_DEVICE_CODE
#define XEFORGE_DEVICE_CODE
#endif

#include <sycl/sycl.hpp>

#include "xeforge/base/error.hpp"

#include <string>
#include <typeinfo>

namespace sycl {
inline namespace _V1 {
namespace detail {

// It contains the kernel's own name, so that no two kernels have the same address.
template <class Kernel>
[[noreturn]] void refuse_on_host() {
  throw xeforge::Error("queue", "the CPU", std::string("a device, for kernel ") + typeid(Kernel).name());
}

// More specialised than the general template in launch_host.hpp.
template <class Kernel>
  requires true
struct SingleOnHost<Kernel> {
  static void run_item(const void*, const xeforge::machine::HardwareThread&) { refuse_on_host<Kernel>(); }
};
template <class Kernel, int D>
  requires true
struct RangeOnHost<Kernel, D> {
  static void run_span(const void*, const std::size_t*, std::size_t, std::size_t) { refuse_on_host<Kernel>(); }
};
template <class Kernel, int D>
  requires true
struct GroupsOnHost<Kernel, D> {
  static void run_item(const void*, const xeforge::machine::HardwareThread&) { refuse_on_host<Kernel>(); }
};

} // namespace detail
} // namespace _V1
} // namespace sycl
