// The "xe" kernel by itself, for each element type and head dimension: 'xeforge compile --grf 256' makes machine code
// of this file.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include "xeforge/ops/attention/kernels/xe_kernel.hpp"

namespace xeforge::ops::attention {
inline namespace XEFORGE_TARGET {

template <class Name, class Element, int HeadDim>
sycl::event launch_alone(sycl::queue& queue, sycl::nd_range<3> range,
                         const XeKernel<XeTraits<Element, HeadDim>, XePlainScores>& kernel) {
  return queue.parallel_for<Name>(range, kernel);
}

#define XEFORGE_LAUNCH_ALONE(name, element, head_dim)                                                                  \
  template sycl::event launch_alone<class name, element, head_dim>(                                                    \
      sycl::queue&, sycl::nd_range<3>, const XeKernel<XeTraits<element, head_dim>, XePlainScores>&);
XEFORGE_LAUNCH_ALONE(AttentionF16x64, sycl::half, 64)
XEFORGE_LAUNCH_ALONE(AttentionF16x128, sycl::half, 128)
XEFORGE_LAUNCH_ALONE(AttentionF16x256, sycl::half, 256)
XEFORGE_LAUNCH_ALONE(AttentionBf16x64, sycl::ext::oneapi::bfloat16, 64)
XEFORGE_LAUNCH_ALONE(AttentionBf16x128, sycl::ext::oneapi::bfloat16, 128)
XEFORGE_LAUNCH_ALONE(AttentionBf16x256, sycl::ext::oneapi::bfloat16, 256)
#undef XEFORGE_LAUNCH_ALONE

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::attention
