// The group kernel by itself, for each type of rows that all work-items fill: 'xeforge compile' makes code of this file.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include "xeforge/ops/rms_norm/kernels/group_kernel.hpp"

namespace xeforge::ops::rms_norm {
inline namespace XEFORGE_TARGET {

template <class Name, class Traits>
sycl::event launch_group_alone(sycl::queue& queue, sycl::nd_range<1> range, const GroupKernel<Traits>& kernel) {
  return queue.parallel_for<Name>(range, kernel);
}

#define XEFORGE_LAUNCH_ALONE(name, element, pieces, access)                                                            \
  template sycl::event launch_group_alone<class name, GroupTraits<element, element, pieces, Access::access>>(          \
      sycl::queue&, sycl::nd_range<1>, const GroupKernel<GroupTraits<element, element, pieces, Access::access>>&);
XEFORGE_LAUNCH_ALONE(GroupRmsNormF16, sycl::half, 4, whole)
XEFORGE_LAUNCH_ALONE(GroupRmsNormBf16, sycl::ext::oneapi::bfloat16, 4, whole)
XEFORGE_LAUNCH_ALONE(GroupRmsNormBf16Long, sycl::ext::oneapi::bfloat16, 8, whole)
XEFORGE_LAUNCH_ALONE(GroupRmsNormF32, float, 4, whole)
XEFORGE_LAUNCH_ALONE(GroupRmsNormBf16Words, sycl::ext::oneapi::bfloat16, 4, words)
XEFORGE_LAUNCH_ALONE(GroupRmsNormBf16Elements, sycl::ext::oneapi::bfloat16, 4, elements)
#undef XEFORGE_LAUNCH_ALONE

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::rms_norm
