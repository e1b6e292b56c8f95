// Variables of the host that kernels use: those that can change, and those that only have a declaration. The device
// would have a copy of its own, with the first value; the optimiser folds that value into the code where nothing in
// device code writes the variable. Constants whose value the compiler knows are no such variables, nor are those that
// each item has to itself (ESIMD_PRIVATE).
//
// The optimised module does not say who used what it folded, but its debug information lists all variables that there
// were. Only where one of them is suspicious is the module looked at as it was before the optimiser.
#pragma once

#include <string>
#include <vector>

namespace xeforge::toolchain {

// Whether kernels of an optimised module with debug information may use variables of the host.
bool may_use_host_variables(const std::vector<std::string>& lines);

// Of a module that is not optimised. Throws Error with the place of the first use that a kernel reaches.
void refuse_host_variables(const std::vector<std::string>& lines);

} // namespace xeforge::toolchain
