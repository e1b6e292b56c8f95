// attention() on the queue's device, CPU or not. The public function runs only on the CPU, so that programs which link
// it contain no tables of device kernels.
#pragma once

#include "xeforge/attention.hpp"
#include "xeforge/base/plan.hpp"

#include <span>
#include <string_view>

namespace xeforge::ops::attention {

// In order of preference on devices; names of variants().
std::span<const std::string_view> device_variants();

// What runs on a device of that name. Throws as plan() does.
Plan plan_on_device(const AttentionProblem& problem, std::string_view device);

// Like xeforge::attention(). On a device the arrays may be host memory, which is shared for the duration of the call,
// or device memory; the host reads slopes, sinks and cu_seqlens. Also throws Error if a kernel fails or cannot be
// compiled.
struct Outputs {
  TensorView<4> out;
  TensorView<3> lse;
};
void run_on_queue(sycl::queue& queue, const ConstTensorView<4>& q, const ConstTensorView<4>& k,
                  const ConstTensorView<4>& v, const Outputs& outputs, const AttentionOptions& options);

} // namespace xeforge::ops::attention
