// The "xe" kernel for sycl::ext::oneapi::bfloat16. The unrolling that the devices need would only make this build long:
// see the options of this file in CMakeLists.txt.
#include "xeforge/ops/attention/host/launch/launch_xe.hpp"

namespace xeforge::ops::attention {
inline namespace XEFORGE_TARGET {

template void launch_xe<sycl::ext::oneapi::bfloat16>(sycl::queue&, const Arguments&);

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::attention
