// The "hopper" kernel for sycl::ext::oneapi::bfloat16.
#include "xeforge/ops/attention/host/launch/launch_hopper.hpp"

namespace xeforge::ops::attention {
inline namespace XEFORGE_TARGET {

template void launch_hopper<sycl::ext::oneapi::bfloat16>(sycl::queue&, const Arguments&);

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::attention
