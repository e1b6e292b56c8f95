// The table of kernels for one instruction set: compiled once per entry of XEFORGE_TARGETS, each build in an inline
// namespace of its own.
#include "xeforge/ops/attention/host/kernels.hpp"

#include "xeforge/ops/attention/host/launch_decode.hpp"
#include "xeforge/ops/attention/host/launch_hopper.hpp"
#include "xeforge/ops/attention/host/launch_strided.hpp"
#include "xeforge/ops/attention/host/launch_tiled.hpp"
#include "xeforge/ops/attention/host/launch_xe.hpp"
#include "xeforge/ops/kernel_table.hpp"

namespace xeforge::ops::attention {
inline namespace XEFORGE_TARGET {

// Defined in kernels_decode.cpp, kernels_strided.cpp and kernels_tiled_*.cpp.
#define XEFORGE_LAUNCHES(element)                                                                                      \
  extern template void launch_decode<element>(sycl::queue&, const Arguments&);                                         \
  extern template void launch_strided<element>(sycl::queue&, const Arguments&);                                        \
  extern template void launch_tiled<element>(sycl::queue&, const Arguments&);
XEFORGE_LAUNCHES(sycl::half)
XEFORGE_LAUNCHES(sycl::ext::oneapi::bfloat16)
XEFORGE_LAUNCHES(float)
#undef XEFORGE_LAUNCHES
extern template void launch_xe<sycl::half>(sycl::queue&, const Arguments&);
extern template void launch_xe<sycl::ext::oneapi::bfloat16>(sycl::queue&, const Arguments&);
extern template void launch_hopper<sycl::half>(sycl::queue&, const Arguments&);
extern template void launch_hopper<sycl::ext::oneapi::bfloat16>(sycl::queue&, const Arguments&);

namespace {

// The launch for the type of q, k, v and out.
template <LaunchOf<Arguments> f16, LaunchOf<Arguments> bf16, LaunchOf<Arguments> f32>
constexpr LaunchOf<Arguments> by_type = launch_by_type<Arguments, &Arguments::dtype, f16, bf16, f32>;

using sycl::half;
using sycl::ext::oneapi::bfloat16;

// The variants refuse f32.
void launch_xe_by_type(sycl::queue& queue, const Arguments& arguments) {
  arguments.dtype == DType::f16 ? launch_xe<half>(queue, arguments) : launch_xe<bfloat16>(queue, arguments);
}

void launch_hopper_by_type(sycl::queue& queue, const Arguments& arguments) {
  arguments.dtype == DType::f16 ? launch_hopper<half>(queue, arguments) : launch_hopper<bfloat16>(queue, arguments);
}

constexpr KernelEntry table[] = {
    {"decode", by_type<launch_decode<half>, launch_decode<bfloat16>, launch_decode<float>>},
    {"tiled", by_type<launch_tiled<half>, launch_tiled<bfloat16>, launch_tiled<float>>},
    {"xe", launch_xe_by_type},
    {"hopper", launch_hopper_by_type},
    {"strided", by_type<launch_strided<half>, launch_strided<bfloat16>, launch_strided<float>>},
};

} // namespace

std::span<const KernelEntry> table_of_this_target() { return table; }

} // namespace XEFORGE_TARGET

std::span<const KernelEntry> XEFORGE_KERNELS_OF_THIS_TARGET() { return XEFORGE_TARGET::table_of_this_target(); }

} // namespace xeforge::ops::attention
