// The kernels for half scores.
#include "xeforge/ops/softmax_topk/host/launch.hpp"

namespace xeforge::ops::softmax_topk {
inline namespace XEFORGE_TARGET {

template void launch_fold<sycl::half>(sycl::queue&, const Arguments&);
template void launch_routed<sycl::half>(sycl::queue&, const Arguments&);
template void launch_stream<sycl::half>(sycl::queue&, const Arguments&);

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::softmax_topk
