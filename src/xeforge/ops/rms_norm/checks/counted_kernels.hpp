// The kernels that count what they do (esimd/port/counted.hpp), built beside the others for this alone.
#pragma once

#include "xeforge/ops/rms_norm/host/arguments.hpp"

namespace xeforge::ops::rms_norm {

// Of every variant: they differ in the way that stores take, which moves the same bytes.
void counted_launch(sycl::queue& queue, const Arguments& arguments);

} // namespace xeforge::ops::rms_norm
