// Built once, with XEFORGE_COUNT and in a namespace of its own. The kernels themselves are instantiated in the
// kernels_*.cpp that are built likewise.
#include "xeforge/ops/rms_norm/checks/counted_kernels.hpp"

#include "xeforge/ops/kernel_table.hpp"
#include "xeforge/ops/rms_norm/host/launch.hpp"

namespace xeforge::ops::rms_norm {
inline namespace XEFORGE_TARGET {

extern template void launch_rows<sycl::half>(sycl::queue&, const Arguments&);
extern template void launch_rows<sycl::ext::oneapi::bfloat16>(sycl::queue&, const Arguments&);
extern template void launch_rows<float>(sycl::queue&, const Arguments&);

} // namespace XEFORGE_TARGET

void counted_launch(sycl::queue& queue, const Arguments& arguments) {
  launch_by_type<Arguments, &Arguments::dtype, launch_rows<sycl::half>, launch_rows<sycl::ext::oneapi::bfloat16>,
                 launch_rows<float>>(queue, arguments);
}

} // namespace xeforge::ops::rms_norm
