// The warps kernels of float16 by themselves: 'xeforge compile' makes code of this file.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include "xeforge/ops/softmax_topk/kernels/warps_kernel.hpp"

namespace xeforge::ops::softmax_topk {
inline namespace XEFORGE_TARGET {

template <class Name, class Traits>
sycl::event launch_warps_alone(sycl::queue& queue, std::size_t groups, const WarpsKernel<Traits>& kernel) {
  return queue.parallel_for<Name>(sycl::nd_range<1>(groups * kernel.rows_of_group, kernel.rows_of_group), kernel);
}

#define XEFORGE_LAUNCH_ALONE(name, n, k, groups, function, is_biased)                                                  \
  template sycl::event                                                                                                 \
  launch_warps_alone<class name, WarpsTraits<sycl::half, n, k, groups, Function::function, is_biased>>(                \
      sycl::queue&, std::size_t,                                                                                       \
      const WarpsKernel<WarpsTraits<sycl::half, n, k, groups, Function::function, is_biased>>&);
XEFORGE_LAUNCH_ALONE(Warps160, 160, 6, 8, softmax, false)
XEFORGE_LAUNCH_ALONE(Warps256, 256, 8, 8, sigmoid, true)
XEFORGE_LAUNCH_ALONE(Warps384, 384, 8, 1, sigmoid, true)
XEFORGE_LAUNCH_ALONE(Warps1024, 1024, 64, 1, softmax, false)
XEFORGE_LAUNCH_ALONE(Warps1024Biased, 1024, 64, 1, softmax, true)
#undef XEFORGE_LAUNCH_ALONE

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::softmax_topk
