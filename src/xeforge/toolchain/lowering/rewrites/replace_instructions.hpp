// Shared functions of passes that replace single instructions.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>

namespace xeforge::toolchain::lowering {

// Returns the value that replaces the instruction, built right before it; null: the instruction stays.
using Replacement = llvm::function_ref<llvm::Value*(llvm::Instruction&, llvm::IRBuilder<>&)>;

// At the end, replaced instructions and what only they used are removed. Returns whether there were any.
bool replace_instructions(llvm::Function& function, Replacement replacement);

// A vector type with the bits of `type`, whose elements are of another type that divides it.
llvm::FixedVectorType* as_elements(const llvm::Type* type, llvm::Type* element);

// The same store, of other elements with the same bits.
llvm::StoreInst* stored_as(llvm::StoreInst& store, llvm::Value* elements, llvm::IRBuilder<>& builder);

} // namespace xeforge::toolchain::lowering
