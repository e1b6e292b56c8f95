// Passes that change nothing and refuse what no device has, or not this one, and what the tools behind would take or
// crash on.
#pragma once

#include "xeforge/toolchain/lowering/passes.hpp"

namespace xeforge::toolchain::lowering {

// What debug information tells of kernels that the code does not: that a lambda has captured `this`, which is a pointer
// like any other in the code, but few programs mean it; and that a variable is a long double, which can become a
// narrower number in the code.
struct CheckDescriptions : ModulePass<CheckDescriptions> {
  bool change(llvm::Module& module);
};

// Functions that call themselves, perhaps by way of others: what the compiler could not make a loop of stays a call,
// and the device has no stack for it.
struct CheckRecursion : ModulePass<CheckRecursion> {
  bool change(llvm::Module& module);
};

// Memory whose size is known only at run time, jumps to computed labels, long double, and double where the device has
// none.
struct CheckInstructions : FunctionPass<CheckInstructions> {
  explicit CheckInstructions(const machine::DeviceModel& device) : device(&device) {}
  bool change(llvm::Function& function);
  const machine::DeviceModel* device;
};

} // namespace xeforge::toolchain::lowering
