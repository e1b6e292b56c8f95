// The table of kernels for one instruction set: compiled once per entry of XEFORGE_TARGETS, each build in an inline
// namespace of its own.
#include "xeforge/ops/softmax_topk/host/kernels.hpp"

#include "xeforge/ops/kernel_table.hpp"
#include "xeforge/ops/softmax_topk/host/launch.hpp"

namespace xeforge::ops::softmax_topk {
inline namespace XEFORGE_TARGET {

// Defined in kernels_f16.cpp, kernels_bf16.cpp and kernels_f32.cpp.
#define XEFORGE_LAUNCHES(score)                                                                                        \
  extern template void launch_fold<score>(sycl::queue&, const Arguments&);                                             \
  extern template void launch_routed<score>(sycl::queue&, const Arguments&);                                           \
  extern template void launch_stream<score>(sycl::queue&, const Arguments&);
XEFORGE_LAUNCHES(sycl::half)
XEFORGE_LAUNCHES(sycl::ext::oneapi::bfloat16)
XEFORGE_LAUNCHES(float)
#undef XEFORGE_LAUNCHES
void launch_seed(sycl::queue& queue, const Arguments& arguments);  // kernels_seed.cpp
void launch_lanes(sycl::queue& queue, const Arguments& arguments); // kernels_lanes.cpp, of devices
void launch_warps(sycl::queue& queue, const Arguments& arguments); // kernels_warps.cpp, of devices

namespace {

// The launch for the type of the scores.
template <LaunchOf<Arguments> f16, LaunchOf<Arguments> bf16, LaunchOf<Arguments> f32>
constexpr LaunchOf<Arguments> by_type = launch_by_type<Arguments, &Arguments::scores_dtype, f16, bf16, f32>;

using sycl::half;
using sycl::ext::oneapi::bfloat16;

constexpr KernelEntry table[] = {
    {"fold", by_type<launch_fold<half>, launch_fold<bfloat16>, launch_fold<float>>},
    {"routed", by_type<launch_routed<half>, launch_routed<bfloat16>, launch_routed<float>>},
#ifdef XEFORGE_ON_DEVICE
    {"lanes", launch_lanes},
    {"warps", launch_warps},
#endif
    {"seed", launch_seed},
    {"stream", by_type<launch_stream<half>, launch_stream<bfloat16>, launch_stream<float>>},
};

} // namespace

std::span<const KernelEntry> table_of_this_target() { return table; }

} // namespace XEFORGE_TARGET

std::span<const KernelEntry> XEFORGE_KERNELS_OF_THIS_TARGET() { return XEFORGE_TARGET::table_of_this_target(); }

} // namespace xeforge::ops::softmax_topk
