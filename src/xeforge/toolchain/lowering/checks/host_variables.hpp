// Host variables that kernels use: variables that can change, and variables that are only declared. The device would
// have its own copy with the initial value; if no device code writes the variable, the optimiser folds that value into
// the code. Constants whose value the compiler knows are not host variables, and neither are private variables of each
// item (ESIMD_PRIVATE). Thread-local variables whose first value is computed, private or not, are refused as well: device
// code cannot call the functions that compute it.
//
// The optimised module no longer shows which code used a folded variable, but its debug information lists all variables
// that existed. Only if one of them is suspicious, the unoptimised module is examined.
#pragma once

#include <llvm/IR/Module.h>

namespace xeforge::toolchain::lowering {

// Whether kernels of an optimised module with debug information may use variables of the host.
bool may_use_host_variables(const llvm::Module& module);

// For an unoptimised module: refuses uses in functions that a kernel reaches.
void refuse_host_variables(const llvm::Module& module);

} // namespace xeforge::toolchain::lowering
