// The lanes kernel by itself, for rows of 128 halves: 'xeforge compile' makes code of this file.
#include "xeforge/ops/softmax_topk/kernels/lanes_kernel.hpp"

namespace xeforge::ops::softmax_topk {
inline namespace XEFORGE_TARGET {

sycl::event launch_lanes_alone(sycl::queue& queue, std::size_t blocks,
                               const LanesKernel<LanesTraits<sycl::half, 128, 8>>& kernel) {
  return queue.parallel_for<class SoftmaxTopkLanes>(sycl::range<1>(blocks), kernel);
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::softmax_topk
