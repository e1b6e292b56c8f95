// printf inside kernels, in the vendor's extension. On the host it is the C library's. In device code the format, and
// the arguments of %s, are string literals; the toolchain moves them to where the device's printf expects them.
#pragma once

#ifdef __SYCL_DEVICE_ONLY__
int __spirv_ocl_printf(const char* format, ...);
#else
#include <cstdio>
#endif

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

template <class Format, class... Arguments>
int printf(const Format* format, Arguments... arguments) {
  // NOLINTBEGIN(cppcoreguidelines-pro-type-vararg): that is what printf is
#ifdef __SYCL_DEVICE_ONLY__
  return __spirv_ocl_printf(format, arguments...);
#else
  return std::printf(format, arguments...);
#endif
  // NOLINTEND(cppcoreguidelines-pro-type-vararg)
}

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
