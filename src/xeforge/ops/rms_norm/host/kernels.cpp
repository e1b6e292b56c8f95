// The table of kernels for one instruction set: compiled once per entry of XEFORGE_TARGETS, each build in an inline
// namespace of its own.
#include "xeforge/ops/rms_norm/host/kernels.hpp"

#include "xeforge/ops/kernel_table.hpp"
#include "xeforge/ops/rms_norm/host/launch.hpp"

namespace xeforge::ops::rms_norm {
inline namespace XEFORGE_TARGET {

// Defined in kernels_f16.cpp, kernels_bf16.cpp and kernels_f32.cpp.
#define XEFORGE_LAUNCHES(element)                                                                                      \
  extern template void launch_rows<element>(sycl::queue&, const Arguments&);                                           \
  extern template void launch_streamed<element>(sycl::queue&, const Arguments&);
XEFORGE_LAUNCHES(sycl::half)
XEFORGE_LAUNCHES(sycl::ext::oneapi::bfloat16)
XEFORGE_LAUNCHES(float)
#undef XEFORGE_LAUNCHES

#ifdef XEFORGE_ON_DEVICE
void launch_groups(sycl::queue& queue, const Arguments& arguments); // kernels_groups.cpp
#endif

#ifdef __AVX512BF16__
} // namespace XEFORGE_TARGET

// Conversions to bfloat16 are what this instruction set adds to v4. Kernels without them are v4's.
namespace v4 {
template <class Element>
void launch_rows(sycl::queue&, const Arguments&);
template <class Element>
void launch_streamed(sycl::queue&, const Arguments&);
} // namespace v4

inline namespace XEFORGE_TARGET {
namespace without_bf16 = v4;
#else
namespace without_bf16 = XEFORGE_TARGET;
#endif

namespace {

template <LaunchOf<Arguments> f16, LaunchOf<Arguments> bf16, LaunchOf<Arguments> f32>
constexpr LaunchOf<Arguments> by_type = launch_by_type<Arguments, &Arguments::dtype, f16, bf16, f32>;

using sycl::half;
using sycl::ext::oneapi::bfloat16;

constexpr KernelEntry table[] = {
    {"streamed",
     by_type<without_bf16::launch_streamed<half>, launch_streamed<bfloat16>, without_bf16::launch_streamed<float>>},
#ifdef XEFORGE_ON_DEVICE
    {"groups", launch_groups},
#endif
    {"rows", by_type<without_bf16::launch_rows<half>, launch_rows<bfloat16>, without_bf16::launch_rows<float>>},
};

} // namespace

std::span<const KernelEntry> table_of_this_target() { return table; }

} // namespace XEFORGE_TARGET

std::span<const KernelEntry> XEFORGE_KERNELS_OF_THIS_TARGET() { return XEFORGE_TARGET::table_of_this_target(); }

} // namespace xeforge::ops::rms_norm
