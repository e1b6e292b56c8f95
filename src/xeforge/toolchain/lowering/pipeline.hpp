// From what the C++ compiler makes of kernels to what the vector compiler takes, both as LLVM's IR: the passes of
// passes.hpp in their order, and what becomes of kernels that are refused.
#pragma once

#include "xeforge/machine/device_models.hpp"
#include "xeforge/toolchain/lowered_module.hpp"

#include <llvm/IR/Module.h>

#include <cstdint>

namespace xeforge::toolchain::lowering {

enum class Verification { at_the_end, after_each_pass };

// Changes the module. Throws Error; the argument is the location in the source where it is known, else the kernel's name.
LoweredModule lower(llvm::Module& module, const machine::DeviceModel& device, const LoweringOptions& options = {},
                    Verification verification = Verification::at_the_end);

// The first half of it, for another code generator than the vector compiler: intrinsics have their names, what no
// device can have is refused, shared local memory has its locations, kernels have short names.
LoweredModule prepare(llvm::Module& module, const machine::DeviceModel& device, const LoweringOptions& options = {});

// Of a module that is not optimised. Throws Error with the location of the first use of a variable of the host.
void check_host_variables(llvm::Module& module);

} // namespace xeforge::toolchain::lowering
