// The vector compiler loses lanes when single lanes of a predicate vector (<N x i1>) are moved: by shufflevector,
// insertelement or extractelement. The optimiser makes such instructions from moves of ordinary lanes, so they are
// turned back: predicates are widened to 16-bit lanes, moved, and compared with zero.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace xeforge::toolchain {

// The lines that replace one of those instructions; no value for any other line. `number` makes the names of
// intermediate results unique and counts on.
std::optional<std::string> without_mask_lane_moves(std::string_view line, int& number);

} // namespace xeforge::toolchain
