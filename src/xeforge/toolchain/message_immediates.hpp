// Messages carry small constants beside their address: an offset in bytes, or columns and rows of a two-dimensional
// block. A program says "base + 512", and the optimiser computes such sums early and keeps each in a register of its
// own, which costs an instruction and a register for every message. Here the constants go into the messages.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace xeforge::toolchain {

// Changes the lines of one function, from its "define" at `first` to its "}" at `last`. Intrinsics have their final
// names ("llvm.genx.lsc.load.slm.x5").
void fold_immediates(std::vector<std::string>& lines, std::size_t first, std::size_t last);

} // namespace xeforge::toolchain
