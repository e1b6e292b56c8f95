// The operator as the commands see it.
#pragma once

#include "xeforge/ops/operator.hpp"

namespace xeforge::ops::softmax_topk {

Operator make_operator();

} // namespace xeforge::ops::softmax_topk
