// Variables of the host that kernels use: those that can change, and those that only have a declaration. The device
// would have a copy of its own, with the first value; the optimiser folds that value into the code where nothing in
// device code writes the variable. Constants whose value the compiler knows are no such variables, nor are those that
// each item has to itself (ESIMD_PRIVATE).
//
// The optimised module does not say who used what it folded, but its debug information lists all variables that there
// were. Only where one of them is suspicious is the module looked at as it was before the optimiser.
#pragma once

#include <llvm/IR/Module.h>

namespace xeforge::toolchain::lowering {

// Whether kernels of an optimised module with debug information may use variables of the host.
bool may_use_host_variables(const llvm::Module& module);

// Of a module that is not optimised: refuses uses that a kernel reaches.
void refuse_host_variables(const llvm::Module& module);

} // namespace xeforge::toolchain::lowering
