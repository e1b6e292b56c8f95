// The "hopper-decode" kernels by themselves, for each element type, head dimension and kind of scores: 'xeforge compile
// --device sm_90' makes PTX of this file.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include "xeforge/ops/attention/kernels/hopper_decode_kernel.hpp"

namespace xeforge::ops::attention {
inline namespace XEFORGE_TARGET {

template <class Name, class Element, int HeadDim, class Scores>
sycl::event launch_decode_alone(sycl::queue& queue, sycl::nd_range<3> range,
                                const HopperDecodeKernel<HopperDecodeTraits<Element, HeadDim>, Scores>& kernel) {
  return queue.parallel_for<Name>(range, kernel);
}
template <class Name, class Element, int HeadDim>
sycl::event launch_merge_alone(sycl::queue& queue, sycl::range<1> rows,
                               const HopperMergeKernel<Element, HeadDim>& kernel) {
  return queue.parallel_for<Name>(rows, kernel);
}

#define XEFORGE_LAUNCH_WITH(name, element, head_dim, scores)                                                           \
  template sycl::event launch_decode_alone<class name, element, head_dim, scores>(                                     \
      sycl::queue&, sycl::nd_range<3>, const HopperDecodeKernel<HopperDecodeTraits<element, head_dim>, scores>&);
#define XEFORGE_LAUNCH_ALONE(name, element, head_dim)                                                                  \
  XEFORGE_LAUNCH_WITH(name, element, head_dim, HopperPlainScores)                                                      \
  XEFORGE_LAUNCH_WITH(name##Bias, element, head_dim, HopperBiasedScores<element>)                                      \
  XEFORGE_LAUNCH_WITH(name##MaskAlibi, element, head_dim, HopperPerhapsMaskedScores<HopperAlibiScores<HopperSlopes>>)  \
  XEFORGE_LAUNCH_WITH(name##MaskCapped, element, head_dim, HopperPerhapsMaskedScores<HopperCappedScores>)              \
  XEFORGE_LAUNCH_WITH(name##MaskBias, element, head_dim, HopperMaskedScores<HopperBiasedScores<element>>)              \
  template sycl::event launch_merge_alone<class name##Merge, element, head_dim>(                                       \
      sycl::queue&, sycl::range<1>, const HopperMergeKernel<element, head_dim>&);
XEFORGE_LAUNCH_ALONE(DecodeF16x64, sycl::half, 64)
XEFORGE_LAUNCH_ALONE(DecodeF16x128, sycl::half, 128)
XEFORGE_LAUNCH_ALONE(DecodeBf16x64, sycl::ext::oneapi::bfloat16, 64)
XEFORGE_LAUNCH_ALONE(DecodeBf16x128, sycl::ext::oneapi::bfloat16, 128)
using CappedAndBiased = HopperPerhapsMaskedScores<HopperBiasedScores<sycl::ext::oneapi::bfloat16, HopperCappedScores>>;
XEFORGE_LAUNCH_WITH(DecodeBf16x64CappedBias, sycl::ext::oneapi::bfloat16, 64, CappedAndBiased)
XEFORGE_LAUNCH_WITH(DecodeBf16x128CappedBias, sycl::ext::oneapi::bfloat16, 128, CappedAndBiased)
#undef XEFORGE_LAUNCH_ALONE
#undef XEFORGE_LAUNCH_WITH

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::attention
