// A kernel's captures arrive as one structure in memory that the vector compiler turns into one argument per member. It
// can do so only where every access is at a constant offset; a run-time index into an array among them crashes it.
#pragma once

#include "xeforge/toolchain/ir_locations.hpp"

#include <string>
#include <vector>

namespace xeforge::toolchain {

// Lines first to last are the kernel, "define" to "}". Throws Error.
void check_kernel_arguments(const std::vector<std::string>& lines, std::size_t first, std::size_t last,
                            const IrLocations& locations, const std::string& kernel_name);

} // namespace xeforge::toolchain
