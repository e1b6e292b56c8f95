// softmax_topk() on the queue's device, CPU or not. The public function runs only on the CPU, so that programs which
// link it contain no tables of device kernels.
#pragma once

#include "xeforge/base/plan.hpp"
#include "xeforge/softmax_topk.hpp"

#include <span>
#include <string_view>

namespace xeforge::ops::softmax_topk {

// In order of preference on devices; names of variants().
std::span<const std::string_view> device_variants();

// What runs on a device of that name. Throws as plan() does.
Plan plan_on_device(const SoftmaxTopkProblem& problem, std::string_view device);

// Like xeforge::softmax_topk(). On a device the arrays may be host memory, which is shared for the duration of the
// call, or device memory; the host reads the correction bias. Also throws Error if a kernel fails or cannot be
// compiled.
void run_on_queue(sycl::queue& queue, const ConstMatrixView& scores, const MatrixView& weights,
                  const MatrixView& indices, const SoftmaxTopkOptions& options);

} // namespace xeforge::ops::softmax_topk
