// Runs what was distributed, on the host: the 32 lanes of one warp in lockstep. Values are LLVM's constants, one for each
// lane, and LLVM folds each instruction; what lanes do together is done here. Branches have to be the same in all lanes.
#pragma once

#include <llvm/IR/Function.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace xeforge::toolchain::nvidia {

// Runs the kernel as the warp of that number in its group; `object` is what its one parameter points to. Memory is the
// host's. Throws std::runtime_error for what it does not know and for branches that lanes take differently.
void run_in_lockstep(const llvm::Function& kernel, const std::vector<std::byte>& object, unsigned group = 0);

} // namespace xeforge::toolchain::nvidia
