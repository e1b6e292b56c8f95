// The optimiser takes a number that it knows to be small for an integer of so many bits: `switch (i % 5)` is one over
// i3. Neither SPIR-V nor the vector compiler has such integers. They become the next wider ones of 8, 16, 32 or 64
// bits, whose upper bits stay 0.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace xeforge::toolchain {

// Changes lines [first, last) of one function, all of them or, where one uses such an integer in a way that is not
// known here, none. A line may become several, joined by line ends. `number` makes the names of intermediate results
// unique and counts on.
void without_odd_integers(std::vector<std::string>& lines, std::size_t first, std::size_t last, int& number);

} // namespace xeforge::toolchain
