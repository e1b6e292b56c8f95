// The "tiled" kernels for float16.
#include "xeforge/ops/attention/host/launch/launch_tiled.hpp"

namespace xeforge::ops::attention {
inline namespace XEFORGE_TARGET {

template void launch_tiled<sycl::half>(sycl::queue&, const Arguments&);

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::attention
