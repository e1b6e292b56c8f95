// The "hopper-decode" kernels, of devices alone.
#include "xeforge/ops/attention/host/launch/launch_hopper_decode.hpp"

namespace xeforge::ops::attention {
inline namespace XEFORGE_TARGET {

template void launch_hopper_decode<sycl::half>(sycl::queue&, const Arguments&);
template void launch_hopper_decode<sycl::ext::oneapi::bfloat16>(sycl::queue&, const Arguments&);

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::attention
