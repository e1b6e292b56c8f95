// Instead of the whole tables of attention and softmax-topk: the kernels of theirs that compile in seconds.
#include "xeforge/ops/attention/host/launch/kernels.hpp"
#include "xeforge/ops/attention/host/launch/launch_decode.hpp"
#include "xeforge/ops/attention/host/launch/launch_strided.hpp"
#include "xeforge/ops/kernel_table.hpp"
#include "xeforge/ops/softmax_topk/host/kernels.hpp"

namespace xeforge::ops {

using sycl::half;
using sycl::ext::oneapi::bfloat16;

namespace attention {
inline namespace XEFORGE_TARGET {

#define XEFORGE_LAUNCHES(element)                                                                                      \
  extern template void launch_decode<element>(sycl::queue&, const Arguments&);                                         \
  extern template void launch_strided<element>(sycl::queue&, const Arguments&);
XEFORGE_LAUNCHES(half)
XEFORGE_LAUNCHES(bfloat16)
XEFORGE_LAUNCHES(float)
#undef XEFORGE_LAUNCHES

} // namespace XEFORGE_TARGET

template <LaunchOf<Arguments> f16, LaunchOf<Arguments> bf16, LaunchOf<Arguments> f32>
constexpr LaunchOf<Arguments> by_type = launch_by_type<Arguments, &Arguments::dtype, f16, bf16, f32>;

std::span<const KernelEntry> kernels_checked() {
  static constexpr KernelEntry table[] = {
      {"decode", by_type<launch_decode<half>, launch_decode<bfloat16>, launch_decode<float>>},
      {"strided", by_type<launch_strided<half>, launch_strided<bfloat16>, launch_strided<float>>}};
  return table;
}

} // namespace attention

namespace softmax_topk {
inline namespace XEFORGE_TARGET {
void launch_seed(sycl::queue& queue, const Arguments& arguments);
} // namespace XEFORGE_TARGET

std::span<const KernelEntry> kernels_checked() {
  static constexpr KernelEntry table[] = {{"seed", launch_seed}};
  return table;
}

} // namespace softmax_topk
} // namespace xeforge::ops
