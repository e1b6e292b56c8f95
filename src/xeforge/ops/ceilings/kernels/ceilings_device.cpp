// The kernels behind a device's ceilings by themselves: 'xeforge compile' makes code of this file.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include "xeforge/ops/ceilings/kernels/ceiling_kernels.hpp"

namespace xeforge::ops::ceilings {
inline namespace XEFORGE_TARGET {

void launch_ceilings_alone(sycl::queue& queue, const ReadKernel& read, const MultiplyAddKernel& add,
                           const MatrixKernel<sycl::ext::oneapi::bfloat16>& multiply) {
  queue.parallel_for<class CeilingRead>(sycl::range<1>(8), read);
  queue.parallel_for<class CeilingMultiplyAdd>(sycl::range<1>(8), add);
  queue.parallel_for<class CeilingMatrix>(sycl::nd_range<1>(8, 8), multiply);
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::ceilings
