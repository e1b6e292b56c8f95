// What passes share that put other instructions in the place of single ones.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>

namespace xeforge::toolchain::lowering {

// Of each instruction, what is to be its value from now on, made by the builder right before it; null: it stays.
using Replacement = llvm::function_ref<llvm::Value*(llvm::Instruction&, llvm::IRBuilder<>&)>;

// Replaced instructions are removed at the end, and what only they have used. Says whether there were any.
bool replace_instructions(llvm::Function& function, Replacement replacement);

// The bits of a type as a vector of elements of another one, which divides it.
llvm::FixedVectorType* as_elements(const llvm::Type* type, llvm::Type* element);

// The same store, of other elements with the same bits.
llvm::StoreInst* stored_as(llvm::StoreInst& store, llvm::Value* elements, llvm::IRBuilder<>& builder);

} // namespace xeforge::toolchain::lowering
