// The kernels built with counters (esimd/port/counted.hpp), in addition to the ordinary ones.
#pragma once

#include "xeforge/base/sycl_queue.hpp"
#include "xeforge/ops/softmax_topk/host/arguments.hpp"

#include <string_view>

namespace xeforge::ops::softmax_topk {

using CountedLaunch = void (*)(sycl::queue& queue, const Arguments& arguments);

// Null where the variant is not built with counters for scores of that type: all are for float16, none for others.
CountedLaunch counted_launch(std::string_view variant, DType scores);

} // namespace xeforge::ops::softmax_topk
