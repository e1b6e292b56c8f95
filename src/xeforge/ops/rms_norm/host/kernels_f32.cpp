// The kernels for rows of float.
#include "xeforge/ops/rms_norm/host/launch.hpp"

namespace xeforge::ops::rms_norm {
inline namespace XEFORGE_TARGET {

template void launch_rows<float>(sycl::queue&, const Arguments&);
template void launch_streamed<float>(sycl::queue&, const Arguments&);

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::rms_norm
