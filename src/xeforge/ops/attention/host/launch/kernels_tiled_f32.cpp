// The "tiled" kernels for float32.
#include "xeforge/ops/attention/host/launch/launch_tiled.hpp"

namespace xeforge::ops::attention {
inline namespace XEFORGE_TARGET {

template void launch_tiled<float>(sycl::queue&, const Arguments&);

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::attention
