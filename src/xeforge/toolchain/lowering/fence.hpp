// A fence of the vector compiler's: it moves nothing across, and folds nothing into what lies behind.
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace xeforge::toolchain::lowering {

// `value` behind a fence, by a call where the builder is.
llvm::Value* fenced(llvm::IRBuilder<>& builder, llvm::Value* value);

} // namespace xeforge::toolchain::lowering
