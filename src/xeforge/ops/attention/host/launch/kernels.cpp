// The table of kernels for one instruction set: compiled once per entry of XEFORGE_TARGETS, each build in an inline
// namespace of its own.
#include "xeforge/ops/attention/host/launch/kernels.hpp"

#include "xeforge/ops/attention/host/launch/launch_decode.hpp"
#ifdef XEFORGE_ON_DEVICE
#include "xeforge/ops/attention/host/launch/launch_hopper.hpp"
#include "xeforge/ops/attention/host/launch/launch_hopper_decode.hpp"
#endif
#include "xeforge/ops/attention/host/launch/launch_strided.hpp"
#include "xeforge/ops/attention/host/launch/launch_tiled.hpp"
#include "xeforge/ops/attention/host/launch/launch_xe.hpp"
#include "xeforge/ops/kernel_table.hpp"

namespace xeforge::ops::attention {
inline namespace XEFORGE_TARGET {

// Defined in kernels_decode.cpp, kernels_strided.cpp, kernels_tiled_*.cpp and kernels_xe_*.cpp.
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
#ifdef XEFORGE_ON_DEVICE
#define XEFORGE_LAUNCHES(element)                                                                                      \
  extern template void launch_hopper<element>(sycl::queue&, const Arguments&);                                         \
  extern template void launch_hopper_decode<element>(sycl::queue&, const Arguments&);
XEFORGE_LAUNCHES(sycl::half)
XEFORGE_LAUNCHES(sycl::ext::oneapi::bfloat16)
#undef XEFORGE_LAUNCHES
#endif

#ifdef __AVX512BF16__
} // namespace XEFORGE_TARGET

// Products of bfloat16 pairs and conversions to bfloat16 are what this instruction set adds to v4. Kernels without are v4's.
namespace v4 {
template <class Element>
void launch_decode(sycl::queue&, const Arguments&);
template <class Element>
void launch_strided(sycl::queue&, const Arguments&);
template <class Element>
void launch_tiled(sycl::queue&, const Arguments&);
template <class Element>
void launch_xe(sycl::queue&, const Arguments&);
} // namespace v4

inline namespace XEFORGE_TARGET {
namespace without_bf16 = v4;
#else
namespace without_bf16 = XEFORGE_TARGET;
#endif

namespace {

// The launch for the type of q, k, v and out.
template <LaunchOf<Arguments> f16, LaunchOf<Arguments> bf16, LaunchOf<Arguments> f32>
constexpr LaunchOf<Arguments> by_type = launch_by_type<Arguments, &Arguments::dtype, f16, bf16, f32>;

using sycl::half;
using sycl::ext::oneapi::bfloat16;

// For variants that refuse f32.
template <LaunchOf<Arguments> f16, LaunchOf<Arguments> bf16>
void launch_by_narrow_type(sycl::queue& queue, const Arguments& arguments) {
  arguments.dtype == DType::f16 ? f16(queue, arguments) : bf16(queue, arguments);
}

constexpr KernelEntry table[] = {
    {"decode", by_type<without_bf16::launch_decode<half>, launch_decode<bfloat16>, without_bf16::launch_decode<float>>},
    {"tiled", by_type<without_bf16::launch_tiled<half>, launch_tiled<bfloat16>, without_bf16::launch_tiled<float>>},
    {"xe", launch_by_narrow_type<without_bf16::launch_xe<half>, launch_xe<bfloat16>>},
#ifdef XEFORGE_ON_DEVICE
    {"hopper-decode", launch_by_narrow_type<launch_hopper_decode<half>, launch_hopper_decode<bfloat16>>},
    {"hopper", launch_by_narrow_type<launch_hopper<half>, launch_hopper<bfloat16>>},
#endif
    {"strided", by_type<without_bf16::launch_strided<half>, without_bf16::launch_strided<bfloat16>,
                        without_bf16::launch_strided<float>>},
};

} // namespace

std::span<const KernelEntry> table_of_this_target() { return table; }

} // namespace XEFORGE_TARGET

std::span<const KernelEntry> XEFORGE_KERNELS_OF_THIS_TARGET() { return XEFORGE_TARGET::table_of_this_target(); }

} // namespace xeforge::ops::attention
