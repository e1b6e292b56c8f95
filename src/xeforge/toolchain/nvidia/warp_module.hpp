// From what the C++ compiler makes of kernels to PTX: what is common to all devices is checked and named
// (lowering/pipeline.hpp), then each kernel is distributed over the lanes of a warp, optimised and written.
#pragma once

#include "xeforge/toolchain/lowered_module.hpp"
#include "xeforge/toolchain/lowering/pipeline.hpp"

#include <llvm/IR/Module.h>

#include <string>

namespace xeforge::toolchain::nvidia {

// The kernels of a module that was prepared; throws Error with the first refusal, or leaves such kernels out.
void distribute(llvm::Module& module, LoweredModule& lowered, UnfitKernels unfit);

// Optimises what was distributed. `processor` is "sm_90".
void optimise(llvm::Module& module, const std::string& processor);

std::string write_ptx(llvm::Module& module, const std::string& processor);

} // namespace xeforge::toolchain::nvidia
