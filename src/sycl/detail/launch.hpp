// How a command group starts its kernel: two back ends with the same functions, and the only place that selects one.
//
//   launch_single<Name, Properties>(Command&, const Kernel&)                      kernel()
//   launch_range<Name, Properties>(Command&, const range<D>&, const Kernel&)      kernel(item<D>) or kernel(id<D>)
//   launch_groups<Name, Properties>(Command&, const nd_range<D>&, const Kernel&)  kernel(nd_item<D>)
#pragma once

#include "sycl/detail/kernel_properties.hpp"

#include <type_traits>

namespace sycl {
inline namespace _V1 {
namespace detail {

struct Unnamed; // the kernel name of a kernel that was given none
using NoProperties = ext::oneapi::experimental::empty_properties_t;

// The type that identifies a kernel in device code: the name that the program gave it, or its own type. The compiler
// accepts only classes as kernel names; programs also use arithmetic types.
namespace named_by {
template <class>
struct kernel;
}
template <class Name, class Kernel>
using KernelName = std::conditional_t<std::is_same_v<Name, Unnamed>, Kernel,
                                      std::conditional_t<std::is_class_v<Name>, Name, named_by::kernel<Name>>>;
} // namespace detail
} // namespace _V1
} // namespace sycl

#ifdef __SYCL_DEVICE_ONLY__
#include "sycl/detail/launch_device.hpp"
#else
#include "sycl/detail/launch_host.hpp"
#endif
