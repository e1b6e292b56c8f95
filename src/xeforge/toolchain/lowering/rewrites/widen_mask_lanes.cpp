#include "xeforge/toolchain/lowering/passes.hpp"
#include "xeforge/toolchain/lowering/rewrites/replace_instructions.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

namespace xeforge::toolchain::lowering {
namespace {

// The same move of 16-bit lanes; null for every other instruction.
llvm::Value* moved_lanes(llvm::IRBuilder<>& builder, llvm::Instruction& instruction) {
  const auto widened = [&](unsigned operand) {
    llvm::Value* const lanes = instruction.getOperand(operand);
    return builder.CreateZExt(lanes, lanes->getType()->getWithNewBitWidth(16));
  };
  if (const auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction)) {
    llvm::Value *const first = widened(0), *const second = widened(1);
    return builder.CreateShuffleVector(first, second, shuffle->getShuffleMask());
  }
  if (llvm::isa<llvm::InsertElementInst>(instruction)) {
    llvm::Value *const vector = widened(0), *const lane = widened(1);
    return builder.CreateInsertElement(vector, lane, instruction.getOperand(2));
  }
  if (llvm::isa<llvm::ExtractElementInst>(instruction))
    return builder.CreateExtractElement(widened(0), instruction.getOperand(1));
  return nullptr;
}

} // namespace

bool WidenMaskLanes::change(llvm::Function& function) {
  return replace_instructions(function, [](llvm::Instruction& instruction, llvm::IRBuilder<>& builder) {
    llvm::Value* const moved =
        instruction.getType()->isIntOrIntVectorTy(1) ? moved_lanes(builder, instruction) : nullptr;
    return moved == nullptr ? nullptr : builder.CreateIsNotNull(moved);
  });
}

} // namespace xeforge::toolchain::lowering
