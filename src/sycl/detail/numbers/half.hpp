// sycl::half.
#pragma once

#include "xeforge/base/half.hpp"

namespace sycl {
inline namespace _V1 {

using half = xeforge::base::half;

} // namespace _V1
} // namespace sycl
