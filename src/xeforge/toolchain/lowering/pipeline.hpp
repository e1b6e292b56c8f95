// From the C++ compiler's IR of kernels to IR that the vector compiler accepts: the passes of passes.hpp in their
// order, and the handling of refused kernels.
#pragma once

#include "xeforge/machine/device_models.hpp"
#include "xeforge/toolchain/lowered_module.hpp"

#include <llvm/IR/Module.h>

#include <cstdint>

namespace xeforge::toolchain::lowering {

enum class Verification { at_the_end, after_each_pass };

// Changes the module. Throws Error; the argument is the source location if it is known, otherwise the kernel's name.
LoweredModule lower(llvm::Module& module, const machine::DeviceModel& device, const LoweringOptions& options = {},
                    Verification verification = Verification::at_the_end);

// The first half of it, for code generators other than the vector compiler: intrinsics get their names, what no device
// supports is refused, shared local memory gets its offsets, kernels get short names.
LoweredModule prepare(llvm::Module& module, const machine::DeviceModel& device, const LoweringOptions& options = {});

// For an unoptimised module. Throws Error with the location of the first use of a host variable.
void check_host_variables(llvm::Module& module);

} // namespace xeforge::toolchain::lowering
