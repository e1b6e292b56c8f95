// Which rules the options of a problem need.
#pragma once

#include "xeforge/attention.hpp"
#include "xeforge/ops/attention/kernels/rules.hpp"

namespace xeforge::ops::attention {

RuleSet asked_rules(const AttentionOptions& options);

} // namespace xeforge::ops::attention
