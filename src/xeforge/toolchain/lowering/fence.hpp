// Values into which the vector compiler cannot look.
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace xeforge::toolchain::lowering {

// Passes `value` through a fence intrinsic of the vector compiler, called at the builder's position. The compiler moves
// nothing across it, and does not fold `value` into its users.
llvm::Value* fenced(llvm::IRBuilder<>& builder, llvm::Value* value);
bool is_fence(const llvm::Value& value);

// A constant integer, or a vector of such, as a value that the compiler does not know, so that it does not fold the
// users.
llvm::Value* opaque(llvm::IRBuilder<>& builder, llvm::Constant* constant);

} // namespace xeforge::toolchain::lowering
