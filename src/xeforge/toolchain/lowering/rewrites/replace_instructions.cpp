#include "xeforge/toolchain/lowering/rewrites/replace_instructions.hpp"

#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/Local.h>

namespace xeforge::toolchain::lowering {

bool replace_instructions(llvm::Function& function, Replacement replacement) {
  llvm::SmallVector<llvm::Instruction*> replaced;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    llvm::IRBuilder<> builder(&instruction);
    if (llvm::Value* const value = replacement(instruction, builder)) {
      instruction.replaceAllUsesWith(value);
      replaced.push_back(&instruction);
    }
  }
  llvm::SmallVector<llvm::WeakTrackingVH> operands;
  for (llvm::Instruction* instruction : replaced) {
    operands.append(instruction->op_begin(), instruction->op_end());
    instruction->eraseFromParent();
  }
  llvm::RecursivelyDeleteTriviallyDeadInstructionsPermissive(operands);
  return !replaced.empty();
}

llvm::FixedVectorType* as_elements(const llvm::Type* type, llvm::Type* element) {
  return llvm::FixedVectorType::get(element, static_cast<unsigned>(type->getPrimitiveSizeInBits()) /
                                                 element->getScalarSizeInBits());
}

llvm::StoreInst* stored_as(llvm::StoreInst& store, llvm::Value* elements, llvm::IRBuilder<>& builder) {
  llvm::StoreInst* const result =
      builder.CreateAlignedStore(elements, store.getPointerOperand(), store.getAlign(), store.isVolatile());
  result->copyMetadata(store);
  return result;
}

} // namespace xeforge::toolchain::lowering
