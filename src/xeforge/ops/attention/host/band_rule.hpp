// Converts the options that restrict keys by position (causal, window) to the rule that host side and kernels use.
#pragma once

#include "xeforge/attention.hpp"
#include "xeforge/ops/attention/kernels/band.hpp"

namespace xeforge::ops::attention {

BandRule band_rule(Causal causal, const AttentionWindow& window);

} // namespace xeforge::ops::attention
