// attention() on the device of a queue, whichever that is. The public function knows the CPU alone: programs that link
// it carry no tables of device kernels.
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

// As xeforge::attention(). On a device the arrays may be the host's, which are shared for the length of the call, or the
// device's own; the host reads slopes, sinks and cu_seqlens. What it throws is an Error also where a kernel fails or
// cannot be compiled.
struct Outputs {
  TensorView<4> out;
  TensorView<3> lse;
};
void run_on_queue(sycl::queue& queue, const ConstTensorView<4>& q, const ConstTensorView<4>& k,
                  const ConstTensorView<4>& v, const Outputs& outputs, const AttentionOptions& options);

} // namespace xeforge::ops::attention
