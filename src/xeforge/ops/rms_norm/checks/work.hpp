// The work of rms-norm, from shapes and options alone.
#pragma once

#include "xeforge/ops/work.hpp"
#include "xeforge/rms_norm.hpp"

namespace xeforge::ops::rms_norm {

// 4 flops for each element (its square, the sum of those, two products), 5 with a residual, and 4 for each row. Bytes:
// every array that is given; one whose rows are the same memory counts one row.
Work work_of(const RmsNormProblem& problem);

} // namespace xeforge::ops::rms_norm
