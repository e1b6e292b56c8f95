// rms_norm() on the queue's device, CPU or not. The public function runs only on the CPU, so that programs which link
// it contain no tables of device kernels.
#pragma once

#include "xeforge/rms_norm.hpp"

#include <span>
#include <string_view>

namespace xeforge::ops::rms_norm {

// In order of preference on devices; names of variants().
std::span<const std::string_view> device_variants();

// What runs on a device of that name. Throws as plan() does.
Plan plan_on_device(const RmsNormProblem& problem, std::string_view device);

// Like xeforge::rms_norm(). On a device the arrays may be host memory, which is shared for the duration of the call, or
// device memory. Also throws Error if a kernel fails or cannot be compiled.
void run_on_queue(sycl::queue& queue, const ConstMatrixView& x, const ConstMatrixView& weight, const MatrixView& out,
                  const RmsNormOptions& options);

} // namespace xeforge::ops::rms_norm
