// A kernel's captures arrive as one structure in memory that the vector compiler turns into one argument per member. It
// can do so only where every access is at a constant offset; a run-time index into an array among them crashes it.
#pragma once

#include <string>
#include <vector>

namespace xeforge::toolchain {

// Copies the structures that the kernel indexes at run time into variables of the kernel, member by member. Lines first
// to last are the kernel, "define" to "}".
void copy_indexed_captures(std::vector<std::string>& lines, std::size_t first, std::size_t last);

} // namespace xeforge::toolchain
