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
using MaskedF16 = HopperMaskedScores<HopperBiasedScores<half>>;
using MaskedBf16 = HopperMaskedScores<HopperBiasedScores<bfloat16>>;
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
XEFORGE_LAUNCH_ALONE(HopperF16x64MaskBias, half, 64, MaskedF16, HopperEqualSequences)
XEFORGE_LAUNCH_ALONE(HopperF16x128MaskBias, half, 128, MaskedF16, HopperEqualSequences)
XEFORGE_LAUNCH_ALONE(HopperBf16x64Mask, bfloat16, 64, HopperMaskedScores<HopperPlainScores>, HopperEqualSequences)
XEFORGE_LAUNCH_ALONE(HopperBf16x128Mask, bfloat16, 128, HopperMaskedScores<HopperPlainScores>, HopperEqualSequences)
XEFORGE_LAUNCH_ALONE(HopperBf16x128MaskBias, bfloat16, 128, MaskedBf16, HopperEqualSequences)
XEFORGE_LAUNCH_ALONE(HopperBf16x128MaskCapped, bfloat16, 128, HopperMaskedScores<HopperCappedScores>,
                     HopperEqualSequences)
XEFORGE_LAUNCH_ALONE(HopperBf16x128MaskCappedBias, bfloat16, 128, HopperMaskedScores<CappedAndBiased>,
                     HopperEqualSequences)
XEFORGE_LAUNCH_ALONE(HopperBf16x64Alibi, bfloat16, 64, HopperAlibiScores<>, HopperEqualSequences)
XEFORGE_LAUNCH_ALONE(HopperBf16x128Alibi, bfloat16, 128, HopperAlibiScores<>, HopperEqualSequences)
XEFORGE_LAUNCH_ALONE(HopperBf16x128MaskAlibi, bfloat16, 128, HopperMaskedScores<HopperAlibiScores<>>,
                     HopperEqualSequences)
XEFORGE_LAUNCH_ALONE(HopperBf16x128AlibiPacked, bfloat16, 128, HopperAlibiScores<>, HopperPackedSequences)
#undef XEFORGE_LAUNCH_ALONE

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::attention
