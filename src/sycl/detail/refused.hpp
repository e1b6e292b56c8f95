// Unsupported names of SYCL, each with what explicit-SIMD programs use instead.
#pragma once

#include "xeforge/base/refused.hpp"

namespace sycl {
inline namespace _V1 {
namespace detail::refused {

XEFORGE_REFUSED_BEGIN

// ---- images
XEFORGE_REFUSED_TEMPLATE(image, (int D = 1, class Allocator = void),
                         "there are no images here; put the pixels into a buffer or allocated memory")
XEFORGE_REFUSED_TEMPLATE(sampled_image, (int D = 1, class Allocator = void),
                         "there are no images here; put the pixels into a buffer")
XEFORGE_REFUSED_TEMPLATE(unsampled_image, (int D = 1, class Allocator = void),
                         "there are no images here; put the pixels into a buffer")
XEFORGE_REFUSED_TYPE(sampler, "there are no images here, and so no samplers")
XEFORGE_REFUSED_TYPE(image_channel_order, "there are no images here; put the pixels into a buffer")
XEFORGE_REFUSED_TYPE(image_channel_type, "there are no images here; put the pixels into a buffer")

// ---- reductions of a whole launch
XEFORGE_REFUSED_FUNCTION(reduction,
                         "launches do not reduce here; sum in the kernel with reduce or reduce_over_group, and "
                         "add what each group has with atomic_update or an atomic_ref")

// ---- text from kernels
XEFORGE_REFUSED_TYPE(stream, "use sycl::ext::oneapi::experimental::printf")

// ---- exchanges inside of a sub-group: it has one item
XEFORGE_REFUSED_FUNCTION(select_from_group, "there are no sub-groups here; use simd::iselect")
XEFORGE_REFUSED_FUNCTION(shift_group_left, "there are no sub-groups here; use simd::select<N, 1>(distance)")
XEFORGE_REFUSED_FUNCTION(shift_group_right, "there are no sub-groups here; use simd::select<N, 1>(distance)")
XEFORGE_REFUSED_FUNCTION(permute_group_by_xor, "there are no sub-groups here; use simd::iselect")

// ---- vectors of SYCL ------------------------------------------------------------------------------------------------
XEFORGE_REFUSED_TEMPLATE(marray, (class T, std::size_t N), "use simd<T, N>, or std::array outside of kernels")

XEFORGE_REFUSED_END

} // namespace detail::refused
using namespace detail::refused;

// ---- the vendor's extensions ----------------------------------------------------------------------------------------
namespace ext::oneapi {
XEFORGE_REFUSED_BEGIN
XEFORGE_REFUSED_FUNCTION(group_local_memory,
                         "allocate local memory with slm_init and use it with slm_block_load and the "
                         "like, or a local_accessor")
XEFORGE_REFUSED_FUNCTION(group_local_memory_for_overwrite, "allocate local memory with slm_init and use it with "
                                                           "slm_block_load and the like, or a local_accessor")
XEFORGE_REFUSED_END
} // namespace ext::oneapi
namespace ext::oneapi::experimental {
namespace refused {
XEFORGE_REFUSED_BEGIN
XEFORGE_REFUSED_TEMPLATE(device_global, (class T, class Properties = void),
                         "variables of a device do not outlive a launch here; allocate memory with malloc_device and "
                         "let the kernel capture its pointer")
XEFORGE_REFUSED_TYPE(graph_state, "there are no graphs of commands here; submit the commands to a queue")
XEFORGE_REFUSED_TEMPLATE(command_graph, (auto State = 0),
                         "there are no graphs of commands here; submit the commands to a queue")
XEFORGE_REFUSED_FUNCTION(get_kernel_bundle,
                         "functions are no kernels here; call the function in a lambda: "
                         "parallel_for(range, [=](nd_item<1>) SYCL_ESIMD_KERNEL { function(arguments); })")
XEFORGE_REFUSED_TEMPLATE(
    work_group_static, (class T),
    "allocate local memory with slm_init and use it with slm_block_load and the like, or a local_accessor")
XEFORGE_REFUSED_END
} // namespace refused
using namespace refused;
} // namespace ext::oneapi::experimental

} // namespace _V1
} // namespace sycl

#define SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(...)                                                                         \
  __attribute__((unavailable("functions are no kernels here: call the function in a lambda, without "                  \
                             "SYCL_EXT_ONEAPI_FUNCTION_PROPERTY: "                                                     \
                             "parallel_for(range, [=](nd_item<1>) SYCL_ESIMD_KERNEL { function(arguments); })")))

// At its position in kernels, the attribute belongs to a function type, which a launch cannot see. The macro needs an
// argument list, which only the attribute has, not queries and properties with similar names.
#ifndef __SYCL_DEVICE_ONLY__
#define reqd_work_group_size(...)                                                                                      \
  reqd_work_group_size _Pragma("GCC warning \"[[sycl::reqd_work_group_size]] is not compared with launches here\"")
#endif
