// The optimiser turns what a program writes into calls of LLVM's intrinsics: clamping a sum into a saturating addition,
// two shifts into a rotation. The vector compiler crashes on some of them, or makes instructions that do not exist:
// signed saturation, rotations of bytes, leading zeros of 64 bits, reversed bits of odd widths. These become plain
// instructions. A sum that the program clamps itself becomes one that the vector compiler does not take for the same.
#pragma once

#include <string>
#include <vector>

namespace xeforge::toolchain {

// The lines of a module with every such call in several lines; intrinsics that these call are declared at the end.
std::vector<std::string> without_unfit_builtins(std::vector<std::string> lines);

} // namespace xeforge::toolchain
