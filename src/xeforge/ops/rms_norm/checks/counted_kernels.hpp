// The kernels built with counters (esimd/port/counted.hpp), in addition to the ordinary ones.
#pragma once

#include "xeforge/ops/rms_norm/host/arguments.hpp"

namespace xeforge::ops::rms_norm {

// Of every variant: they differ in the way that stores take, which moves the same bytes.
void counted_launch(sycl::queue& queue, const Arguments& arguments);

} // namespace xeforge::ops::rms_norm
