// Lanes kernels by themselves: 'xeforge compile' makes code of this file.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include "xeforge/ops/softmax_topk/kernels/biased_lanes_kernel.hpp"
#include "xeforge/ops/softmax_topk/kernels/lanes_kernel.hpp"

namespace xeforge::ops::softmax_topk {
inline namespace XEFORGE_TARGET {

sycl::event launch_lanes_alone(sycl::queue& queue, std::size_t blocks,
                               const LanesKernel<LanesTraits<sycl::half, 128, 8>>& kernel) {
  return queue.parallel_for<class SoftmaxTopkLanes>(sycl::range<1>(blocks), kernel);
}
sycl::event
launch_grouped_alone(sycl::queue& queue, std::size_t blocks,
                     const LanesKernel<LanesTraits<sycl::half, 160, 6, Function::softmax, RowsIn::words, 8>>& kernel) {
  return queue.parallel_for<class GroupedLanes>(sycl::range<1>(blocks), kernel);
}
sycl::event launch_biased_alone(
    sycl::queue& queue, std::size_t blocks,
    const BiasedLanesKernel<LanesTraits<sycl::half, 384, 8, Function::sigmoid, RowsIn::words>>& kernel) {
  return queue.parallel_for<class BiasedLanes>(sycl::range<1>(blocks), kernel);
}
sycl::event launch_biased_groups_alone(
    sycl::queue& queue, std::size_t blocks,
    const BiasedLanesKernel<LanesTraits<sycl::half, 256, 8, Function::sigmoid, RowsIn::words, 8>>& kernel) {
  return queue.parallel_for<class BiasedGroupedLanes>(sycl::range<1>(blocks), kernel);
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::softmax_topk
