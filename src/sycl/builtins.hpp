// sycl::bit_cast, span, and min and max of numbers.
#pragma once

#include "sycl/detail/numbers/bfloat16.hpp"
#include "sycl/detail/numbers/half.hpp"
#include "xeforge/base/extremum.hpp"

#include <bit>
#include <span>

namespace sycl {
inline namespace _V1 {

using std::bit_cast;
using std::dynamic_extent;
using std::span;

using xeforge::base::max;
using xeforge::base::min;

} // namespace _V1
} // namespace sycl
