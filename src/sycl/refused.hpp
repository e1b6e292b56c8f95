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

XEFORGE_REFUSED_END

} // namespace detail::refused
using namespace detail::refused;

namespace ext::oneapi {
XEFORGE_REFUSED_BEGIN
XEFORGE_REFUSED_FUNCTION(group_ballot, "there are no sub-groups here; use pack_mask of a simd_mask")
XEFORGE_REFUSED_END
} // namespace ext::oneapi

} // namespace _V1
} // namespace sycl
