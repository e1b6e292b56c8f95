// Offsets that are made from pointers into shared local memory, by a cut to 32 bits. Before the cut the pointer is a
// generic one, and a generic pointer that becomes a number makes the vector compiler ask of every other pointer of the
// kernel whether it is local. The offset is the local pointer itself, so it is taken from there.
#pragma once

#include <string>
#include <vector>

namespace xeforge::toolchain {

// Rewrites the lines of one function.
void take_local_offsets(std::vector<std::string>& lines, std::size_t first, std::size_t last);

} // namespace xeforge::toolchain
