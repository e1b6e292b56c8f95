// printf inside kernels, in the vendor's extension: the C library's, on the host alone.
#pragma once

#include "sycl/local_accessor.hpp"

#include <cstdio>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

template <class Format, class... Arguments>
int printf(const Format* format, Arguments... arguments) {
  static_assert(sycl::detail::supported_on_device<Format>, "printf: not for device code");
  return std::printf(format, arguments...); // NOLINT(cppcoreguidelines-pro-type-vararg): the program's own output
}

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
