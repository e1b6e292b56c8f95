// The "strided" kernel for each element type.
#include "xeforge/ops/attention/host/launch/launch_strided.hpp"

namespace xeforge::ops::attention {
inline namespace XEFORGE_TARGET {

template void launch_strided<sycl::half>(sycl::queue&, const Arguments&);
template void launch_strided<sycl::ext::oneapi::bfloat16>(sycl::queue&, const Arguments&);
template void launch_strided<float>(sycl::queue&, const Arguments&);

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::attention
