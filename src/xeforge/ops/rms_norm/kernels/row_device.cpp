// The row kernel by itself, for each type of rows that start at multiples of 16 bytes: 'xeforge compile' makes machine
// code of this file.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include "xeforge/ops/rms_norm/kernels/row_kernel.hpp"

namespace xeforge::ops::rms_norm {
inline namespace XEFORGE_TARGET {

template <class Element>
using DeviceTraits = RowTraits<Element, Element, 16, BlockStores<16>>;

template <class Name, class Element>
sycl::event launch_alone(sycl::queue& queue, std::size_t rows, const RowKernel<DeviceTraits<Element>>& kernel) {
  return queue.parallel_for<Name>(sycl::range<1>(rows), kernel);
}

#define XEFORGE_LAUNCH_ALONE(name, element)                                                                            \
  template sycl::event launch_alone<class name, element>(sycl::queue&, std::size_t,                                    \
                                                         const RowKernel<DeviceTraits<element>>&);
XEFORGE_LAUNCH_ALONE(RmsNormF16, sycl::half)
XEFORGE_LAUNCH_ALONE(RmsNormBf16, sycl::ext::oneapi::bfloat16)
XEFORGE_LAUNCH_ALONE(RmsNormF32, float)
#undef XEFORGE_LAUNCH_ALONE

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::rms_norm
