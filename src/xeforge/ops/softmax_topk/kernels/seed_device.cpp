// The seed kernel by itself, as the operator runs it on packed rows of 128 halves: 'xeforge compile' makes machine code
// of this file.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include "xeforge/ops/softmax_topk/kernels/seed_kernel.hpp"

namespace xeforge::ops::softmax_topk {
inline namespace XEFORGE_TARGET {

using Traits = SeedTraits<128, 8, Denominator::winners, Layout::packed, float, std::int32_t>;

sycl::event launch_seed_alone(sycl::queue& queue, std::size_t rows, const SeedKernel<Traits>& kernel) {
  return queue.parallel_for<class SoftmaxTopkSeed>(sycl::range<1>(rows), kernel);
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::softmax_topk
