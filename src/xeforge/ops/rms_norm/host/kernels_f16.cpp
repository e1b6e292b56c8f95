// The kernels for rows of sycl::half.
#include "xeforge/ops/rms_norm/host/launch.hpp"

namespace xeforge::ops::rms_norm {
inline namespace XEFORGE_TARGET {

template void launch_rows<sycl::half>(sycl::queue&, const Arguments&);
template void launch_streamed<sycl::half>(sycl::queue&, const Arguments&);

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::rms_norm
