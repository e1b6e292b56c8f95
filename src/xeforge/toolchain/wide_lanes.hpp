// Taking part of a vector's bytes as a shorter vector becomes, in the optimiser, a vector of integers as wide as the
// part
// (<2 x i256>), of which one is taken and read as a vector again. The vector compiler has no such integers: the part is
// taken by shufflevector.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace xeforge::toolchain {

// Changes lines [first, last) of one function. A line may become two, joined by a line end. `number` makes the names of
// intermediate results unique and counts on. What is used in any other way stays.
void without_wide_lanes(std::vector<std::string>& lines, std::size_t first, std::size_t last, int& number);

} // namespace xeforge::toolchain
