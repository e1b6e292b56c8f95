// The arrays of a case in memory.
#pragma once

#include "xeforge/ops/attention/checks/cases.hpp"
#include "xeforge/ops/checks/guarded_array.hpp"

namespace xeforge::ops::attention {

TensorLayout q_layout(const Case& problem);
TensorLayout k_layout(const Case& problem);
TensorLayout v_layout(const Case& problem);
TensorLayout out_layout(const Case& problem);
TensorLayout lse_layout(const Case& problem); // in the order of out, without gaps
// As they are stored: extent 1 wherever they are repeated.
TensorLayout bias_layout(const Case& problem);
TensorLayout mask_layout(const Case& problem);

// The view that the operator gets of a stored bias or mask: the same, or expanded by strides of 0.
ConstTensorView<4> repeated_view(const TensorView<4>& stored, const Case& problem, Repeat repeat);

} // namespace xeforge::ops::attention
