// The options that leave a query some keys by their position, as the rule that host side and kernels ask.
#pragma once

#include "xeforge/attention.hpp"
#include "xeforge/ops/attention/kernels/band.hpp"

namespace xeforge::ops::attention {

BandRule band_rule(Causal causal, const AttentionWindow& window);

} // namespace xeforge::ops::attention
