#include "xeforge/toolchain/lowering/passes.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>

namespace xeforge::toolchain::lowering {

using namespace llvm::PatternMatch;

bool TakeLocalOffsets::change(llvm::Function& function) {
  constexpr unsigned local_memory = 3;
  llvm::SmallVector<llvm::WeakTrackingVH> done;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    llvm::Value* generic = nullptr;
    if (!instruction.getType()->isIntegerTy(32) || !match(&instruction, m_Trunc(m_PtrToInt(m_Value(generic)))))
      continue;
    const auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastOperator>(generic);
    if (cast == nullptr || cast->getSrcAddressSpace() != local_memory)
      continue;
    llvm::IRBuilder<> builder(&instruction);
    llvm::Value* const pointer = llvm::cast<llvm::Operator>(generic)->getOperand(0);
    instruction.replaceAllUsesWith(builder.CreatePtrToInt(pointer, instruction.getType()));
    done.emplace_back(&instruction);
  }
  for (llvm::WeakTrackingVH& instruction : done)
    llvm::RecursivelyDeleteTriviallyDeadInstructions(instruction);
  return !done.empty();
}

} // namespace xeforge::toolchain::lowering
