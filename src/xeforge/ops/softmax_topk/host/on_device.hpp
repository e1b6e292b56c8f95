// softmax_topk() on the device of a queue, whichever that is. The public function knows the CPU alone: programs that
// link it carry no tables of device kernels.
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

// As xeforge::softmax_topk(). On a device the arrays may be the host's, which are shared for the length of the call, or
// the device's own; the host reads the correction bias. What it throws is an Error also where a kernel fails or cannot
// be compiled.
void run_on_queue(sycl::queue& queue, const ConstMatrixView& scores, const MatrixView& weights,
                  const MatrixView& indices, const SoftmaxTopkOptions& options);

} // namespace xeforge::ops::softmax_topk
