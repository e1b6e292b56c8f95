// The parts of the case table.
#pragma once

#include "xeforge/ops/attention/checks/case.hpp"

namespace xeforge::ops::attention {

using Cases = std::vector<Case>;

void add_shapes(Cases& cases);  // lengths, depths, heads, layouts
void add_options(Cases& cases); // bias, mask, causal, window, softcap, slopes, sinks, sequences
void add_fills(Cases& cases);
void add_timed(Cases& cases);

} // namespace xeforge::ops::attention
