// The "hopper" kernel by itself, for each element type, head dimension and kind of scores: 'xeforge compile --device
// sm_90' makes PTX of this file.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include "xeforge/ops/attention/kernels/hopper_kernel.hpp"

namespace xeforge::ops::attention {
inline namespace XEFORGE_TARGET {

template <class Name, class Element, int HeadDim, class Scores>
sycl::event launch_hopper_alone(sycl::queue& queue, sycl::nd_range<3> range,
                                const HopperKernel<HopperTraits<Element, HeadDim>, Scores>& kernel) {
  return queue.parallel_for<Name>(range, kernel);
}

#define XEFORGE_LAUNCH_ALONE(name, element, head_dim, scores)                                                          \
  template sycl::event launch_hopper_alone<class name, element, head_dim, scores>(                                     \
      sycl::queue&, sycl::nd_range<3>, const HopperKernel<HopperTraits<element, head_dim>, scores>&);
XEFORGE_LAUNCH_ALONE(HopperF16x64, sycl::half, 64, HopperPlainScores)
XEFORGE_LAUNCH_ALONE(HopperF16x128, sycl::half, 128, HopperPlainScores)
XEFORGE_LAUNCH_ALONE(HopperF16x64Bias, sycl::half, 64, HopperBiasedScores<sycl::half>)
XEFORGE_LAUNCH_ALONE(HopperF16x128Bias, sycl::half, 128, HopperBiasedScores<sycl::half>)
XEFORGE_LAUNCH_ALONE(HopperBf16x64, sycl::ext::oneapi::bfloat16, 64, HopperPlainScores)
XEFORGE_LAUNCH_ALONE(HopperBf16x128, sycl::ext::oneapi::bfloat16, 128, HopperPlainScores)
XEFORGE_LAUNCH_ALONE(HopperBf16x64Bias, sycl::ext::oneapi::bfloat16, 64,
                     HopperBiasedScores<sycl::ext::oneapi::bfloat16>)
XEFORGE_LAUNCH_ALONE(HopperBf16x128Bias, sycl::ext::oneapi::bfloat16, 128,
                     HopperBiasedScores<sycl::ext::oneapi::bfloat16>)
#undef XEFORGE_LAUNCH_ALONE

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::attention
