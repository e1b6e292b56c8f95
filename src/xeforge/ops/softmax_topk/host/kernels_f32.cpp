// The kernels for float scores.
#include "xeforge/ops/softmax_topk/host/launch.hpp"

namespace xeforge::ops::softmax_topk {
inline namespace XEFORGE_TARGET {

template void launch_fold<float>(sycl::queue&, const Arguments&);
template void launch_routed<float>(sycl::queue&, const Arguments&);
template void launch_stream<float>(sycl::queue&, const Arguments&);

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::softmax_topk
