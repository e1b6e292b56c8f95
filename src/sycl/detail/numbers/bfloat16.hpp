// sycl::ext::oneapi::bfloat16, also under its older name in ext::oneapi::experimental.
#pragma once

#include "xeforge/base/bfloat16.hpp"

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi {

using bfloat16 = xeforge::base::bfloat16;
namespace experimental {
using oneapi::bfloat16;
}

} // namespace ext::oneapi
} // namespace _V1
} // namespace sycl
