// The work of attention, from shapes and options alone.
#pragma once

#include "xeforge/attention.hpp"
#include "xeforge/ops/work.hpp"

namespace xeforge::ops::attention {

// 4 d + 2 flops for each score that causal and window do not mask, with d the mean of d_qk and d_v. Bytes: every array
// that is given, a dimension of stride 0 once. Looks at no data but cu_seqlens. Precondition: problem_error(problem) is
// empty.
Work work_of(const AttentionProblem& problem);

} // namespace xeforge::ops::attention
