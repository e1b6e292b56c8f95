// Where values get to that are only moved.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Instructions.h>

namespace xeforge::toolchain::lowering {

// Its elements are elements of its operands, or their bits.
bool only_moves(const llvm::Instruction& instruction);

// Whether the value, moved or not, gets to an instruction of which that is true.
bool reaches(const llvm::Instruction& value, llvm::function_ref<bool(const llvm::Instruction&)> is_sought);

} // namespace xeforge::toolchain::lowering
