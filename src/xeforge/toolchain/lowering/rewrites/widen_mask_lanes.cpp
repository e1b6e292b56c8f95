#include "xeforge/toolchain/lowering/passes.hpp"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
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
  llvm::SmallVector<llvm::Instruction*> done;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (!instruction.getType()->isIntOrIntVectorTy(1))
      continue;
    llvm::IRBuilder<> builder(&instruction);
    if (llvm::Value* const moved = moved_lanes(builder, instruction)) {
      instruction.replaceAllUsesWith(builder.CreateIsNotNull(moved));
      done.push_back(&instruction);
    }
  }
  for (llvm::Instruction* instruction : done)
    instruction->eraseFromParent();
  return !done.empty();
}

} // namespace xeforge::toolchain::lowering
