// Built once, with XEFORGE_COUNT and in a namespace of its own. The kernels themselves are instantiated in the
// kernels_*.cpp that are built likewise.
#include "xeforge/ops/attention/checks/counted_kernels.hpp"

#include "xeforge/ops/attention/host/launch/launch_decode.hpp"
#include "xeforge/ops/attention/host/launch/launch_strided.hpp"
#include "xeforge/ops/attention/host/launch/launch_tiled.hpp"
#include "xeforge/ops/attention/host/launch/launch_xe.hpp"

namespace xeforge::ops::attention {
inline namespace XEFORGE_TARGET {

#define XEFORGE_LAUNCHES(element)                                                                                      \
  extern template void launch_decode<element>(sycl::queue&, const Arguments&);                                         \
  extern template void launch_strided<element>(sycl::queue&, const Arguments&);                                        \
  extern template void launch_tiled<element>(sycl::queue&, const Arguments&);
XEFORGE_LAUNCHES(sycl::half)
XEFORGE_LAUNCHES(sycl::ext::oneapi::bfloat16)
XEFORGE_LAUNCHES(float)
#undef XEFORGE_LAUNCHES
extern template void launch_xe<sycl::ext::oneapi::bfloat16>(sycl::queue&, const Arguments&);

namespace {

template <class Element>
CountedLaunch launch_of(std::string_view variant) {
  if (variant == "decode")
    return launch_decode<Element>;
  if (variant == "tiled")
    return launch_tiled<Element>;
  return variant == "strided" ? launch_strided<Element> : nullptr;
}

} // namespace

CountedLaunch counted_launch_of(std::string_view variant, DType dtype) {
  if (variant == "xe") // one type stands for both: they move the same bytes
    return dtype == DType::bf16 ? launch_xe<sycl::ext::oneapi::bfloat16> : nullptr;
  switch (dtype) {
  case DType::f16:
    return launch_of<sycl::half>(variant);
  case DType::bf16:
    return launch_of<sycl::ext::oneapi::bfloat16>(variant);
  default:
    return launch_of<float>(variant);
  }
}

} // namespace XEFORGE_TARGET

CountedLaunch counted_launch(std::string_view variant, DType dtype) {
  return XEFORGE_TARGET::counted_launch_of(variant, dtype);
}

} // namespace xeforge::ops::attention
