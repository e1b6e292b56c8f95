// The kernels for rows of sycl::ext::oneapi::bfloat16.
#include "xeforge/ops/rms_norm/host/launch.hpp"

namespace xeforge::ops::rms_norm {
inline namespace XEFORGE_TARGET {

template void launch_rows<sycl::ext::oneapi::bfloat16>(sycl::queue&, const Arguments&);
template void launch_streamed<sycl::ext::oneapi::bfloat16>(sycl::queue&, const Arguments&);

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::rms_norm
