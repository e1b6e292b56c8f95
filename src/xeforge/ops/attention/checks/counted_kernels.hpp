// The kernels built with counters (esimd/port/counted.hpp), in addition to the ordinary ones.
#pragma once

#include "xeforge/base/sycl_queue.hpp"
#include "xeforge/ops/attention/host/arguments.hpp"

#include <string_view>

namespace xeforge::ops::attention {

using CountedLaunch = void (*)(sycl::queue& queue, const Arguments& arguments);

// Null where the variant is not built with counters for that type of q, k, v and out.
CountedLaunch counted_launch(std::string_view variant, DType dtype);

} // namespace xeforge::ops::attention
