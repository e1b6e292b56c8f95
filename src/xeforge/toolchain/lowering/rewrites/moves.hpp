// Follows values through instructions that only move them.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Instructions.h>

namespace xeforge::toolchain::lowering {

// Whether the result's elements are elements of the operands, or their bits.
bool only_moves(const llvm::Instruction& instruction);

// Whether the value, directly or through moves, is used by an instruction for which is_sought is true.
bool reaches(const llvm::Instruction& value, llvm::function_ref<bool(const llvm::Instruction&)> is_sought);

} // namespace xeforge::toolchain::lowering
