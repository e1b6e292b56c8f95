// Values that the vector compiler takes as they are.
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace xeforge::toolchain::lowering {

// `value` behind a fence of the vector compiler's, by a call where the builder is: it moves nothing across, and folds nothing
// into what lies behind.
llvm::Value* fenced(llvm::IRBuilder<>& builder, llvm::Value* value);
bool is_fence(const llvm::Value& value);

// A constant integer, or a vector of such, as a value of its own: what uses it is not computed by the compiler.
llvm::Value* opaque(llvm::IRBuilder<>& builder, llvm::Constant* constant);

} // namespace xeforge::toolchain::lowering
