// The parts of the case table.
#pragma once

#include "xeforge/ops/attention/checks/case.hpp"

#include <iterator>

namespace xeforge::ops::attention {

using Cases = std::vector<Case>;

inline constexpr DType types[] = {DType::f16, DType::bf16, DType::f32};
inline DType type_in_turn(std::size_t turn) { return types[turn % std::size(types)]; }

void add_shapes(Cases& cases);  // lengths, depths, heads, layouts
void add_options(Cases& cases); // bias, mask, causal, window, softcap, slopes, sinks, sequences
void add_fills(Cases& cases);
void add_timed(Cases& cases);

} // namespace xeforge::ops::attention
