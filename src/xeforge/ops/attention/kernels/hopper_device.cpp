// The "hopper" kernel by itself, for each element type, head dimension and kind of scores: 'xeforge compile --device
// sm_90' makes PTX of this file.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include "xeforge/ops/attention/kernels/hopper_kernel.hpp"

namespace xeforge::ops::attention {
inline namespace XEFORGE_TARGET {

template <class Name, class Element, int HeadDim, class Scores, class Sequences>
sycl::event launch_hopper_alone(sycl::queue& queue, sycl::nd_range<3> range,
                                const HopperKernel<HopperTraits<Element, HeadDim>, Scores, Sequences>& kernel) {
  return queue.parallel_for<Name>(range, kernel);
}

#define XEFORGE_LAUNCH_ALONE(name, element, head_dim, scores, sequences)                                               \
  template sycl::event launch_hopper_alone<class name, element, head_dim, scores, sequences>(                          \
      sycl::queue&, sycl::nd_range<3>, const HopperKernel<HopperTraits<element, head_dim>, scores, sequences>&);
using sycl::half;
using sycl::ext::oneapi::bfloat16;
using CappedAndBiased = HopperBiasedScores<bfloat16, HopperCappedScores>;
XEFORGE_LAUNCH_ALONE(HopperF16x64, half, 64, HopperPlainScores, HopperEqualSequences)
XEFORGE_LAUNCH_ALONE(HopperF16x128, half, 128, HopperPlainScores, HopperEqualSequences)
XEFORGE_LAUNCH_ALONE(HopperF16x64Bias, half, 64, HopperBiasedScores<half>, HopperEqualSequences)
XEFORGE_LAUNCH_ALONE(HopperF16x128Bias, half, 128, HopperBiasedScores<half>, HopperEqualSequences)
XEFORGE_LAUNCH_ALONE(HopperBf16x64, bfloat16, 64, HopperPlainScores, HopperEqualSequences)
XEFORGE_LAUNCH_ALONE(HopperBf16x128, bfloat16, 128, HopperPlainScores, HopperEqualSequences)
XEFORGE_LAUNCH_ALONE(HopperBf16x64Bias, bfloat16, 64, HopperBiasedScores<bfloat16>, HopperEqualSequences)
XEFORGE_LAUNCH_ALONE(HopperBf16x128Bias, bfloat16, 128, HopperBiasedScores<bfloat16>, HopperEqualSequences)
XEFORGE_LAUNCH_ALONE(HopperBf16x128Capped, bfloat16, 128, HopperCappedScores, HopperEqualSequences)
XEFORGE_LAUNCH_ALONE(HopperBf16x128CappedBias, bfloat16, 128, CappedAndBiased, HopperEqualSequences)
XEFORGE_LAUNCH_ALONE(HopperBf16x64Packed, bfloat16, 64, HopperPlainScores, HopperPackedSequences)
XEFORGE_LAUNCH_ALONE(HopperBf16x128Packed, bfloat16, 128, HopperPlainScores, HopperPackedSequences)
XEFORGE_LAUNCH_ALONE(HopperBf16x128CappedPacked, bfloat16, 128, HopperCappedScores, HopperPackedSequences)
#undef XEFORGE_LAUNCH_ALONE

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::attention
