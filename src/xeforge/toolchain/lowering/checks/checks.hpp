// Passes that change nothing. They refuse what no device or not this device supports, and what the following tools
// would wrongly accept or crash on.
#pragma once

#include "xeforge/toolchain/lowering/passes.hpp"

namespace xeforge::toolchain::lowering {

// Checks facts that only debug information has: that a lambda has captured `this` (in the code a pointer like any
// other, but rarely intended), and that a variable is a long double (which can become a narrower number in the code).
struct CheckDescriptions : ModulePass<CheckDescriptions> {
  bool change(llvm::Module& module);
};

// Functions that call themselves, directly or through others. If the compiler could not turn the recursion into a loop,
// the call stays, and the device has no stack for it.
struct CheckRecursion : ModulePass<CheckRecursion> {
  bool change(llvm::Module& module);
};

// Memory whose size is known only at run time, jumps to computed labels, long double, and double on devices without it.
struct CheckInstructions : FunctionPass<CheckInstructions> {
  explicit CheckInstructions(const machine::DeviceModel& device) : device(&device) {}
  bool change(llvm::Function& function);
  const machine::DeviceModel* device;
};

} // namespace xeforge::toolchain::lowering
