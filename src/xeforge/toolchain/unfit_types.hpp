// Types in textual IR that the vector compiler crashes on or gets wrong.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace xeforge::toolchain {

struct UnfitType {
  std::string got, expected;
};

// The first one in an instruction; no value for a line that is fit.
//   - integers of more than 64 bits: the optimiser merges accesses to them
//   - a predicate vector as an integer, or the other way round, of other than 8, 16 or 32 lanes
std::optional<UnfitType> unfit_type(std::string_view line);

} // namespace xeforge::toolchain
