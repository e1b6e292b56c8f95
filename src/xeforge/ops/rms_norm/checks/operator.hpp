// The operator as the commands see it.
#pragma once

#include "xeforge/ops/operator.hpp"

namespace xeforge::ops::rms_norm {

Operator make_operator();

} // namespace xeforge::ops::rms_norm
