// The "decode" kernels for each element type.
#include "xeforge/ops/attention/host/launch/launch_decode.hpp"

namespace xeforge::ops::attention {
inline namespace XEFORGE_TARGET {

template void launch_decode<sycl::ext::oneapi::bfloat16>(sycl::queue&, const Arguments&);
#ifndef __AVX512BF16__ // where the other types are those of v4: kernels.cpp
template void launch_decode<sycl::half>(sycl::queue&, const Arguments&);
template void launch_decode<float>(sycl::queue&, const Arguments&);
#endif

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::attention
