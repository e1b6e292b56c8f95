// sycl::bit_cast, sycl::min and sycl::max of numbers.
#pragma once

#include "sycl/bfloat16.hpp"
#include "sycl/half.hpp"
#include "xeforge/base/extremum.hpp"

#include <bit>

namespace sycl {
inline namespace _V1 {

using std::bit_cast;

using xeforge::base::max;
using xeforge::base::min;

} // namespace _V1
} // namespace sycl
