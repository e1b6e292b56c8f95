// The kernels for bfloat16 scores.
#include "xeforge/ops/softmax_topk/host/launch.hpp"

namespace xeforge::ops::softmax_topk {
inline namespace XEFORGE_TARGET {

template void launch_fold<sycl::ext::oneapi::bfloat16>(sycl::queue&, const Arguments&);
template void launch_routed<sycl::ext::oneapi::bfloat16>(sycl::queue&, const Arguments&);
template void launch_stream<sycl::ext::oneapi::bfloat16>(sycl::queue&, const Arguments&);

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::softmax_topk
