// Built once, with XEFORGE_COUNT and in a namespace of its own. The kernels themselves are instantiated in the
// kernels_*.cpp that are built likewise.
#include "xeforge/ops/softmax_topk/checks/counted_kernels.hpp"

#include "xeforge/ops/softmax_topk/host/launch.hpp"

namespace xeforge::ops::softmax_topk {
inline namespace XEFORGE_TARGET {

extern template void launch_fold<sycl::half>(sycl::queue&, const Arguments&);
extern template void launch_routed<sycl::half>(sycl::queue&, const Arguments&);
extern template void launch_stream<sycl::half>(sycl::queue&, const Arguments&);
void launch_seed(sycl::queue& queue, const Arguments& arguments); // kernels_seed.cpp

CountedLaunch counted_launch_of(std::string_view variant) {
  if (variant == "fold")
    return launch_fold<sycl::half>;
  if (variant == "routed")
    return launch_routed<sycl::half>;
  if (variant == "stream")
    return launch_stream<sycl::half>;
  return variant == "seed" ? launch_seed : nullptr;
}

} // namespace XEFORGE_TARGET

CountedLaunch counted_launch(std::string_view variant, DType scores) {
  return scores == DType::f16 ? XEFORGE_TARGET::counted_launch_of(variant) : nullptr;
}

} // namespace xeforge::ops::softmax_topk
