// Which functions may be called from which.
#pragma once

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Function.h>

namespace xeforge::toolchain::lowering {

// The function itself first, then every one that it mentions, and so on.
llvm::SetVector<const llvm::Function*> reached_from(const llvm::Function& function);

} // namespace xeforge::toolchain::lowering
