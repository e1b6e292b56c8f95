#include "xeforge/toolchain/lowering/passes.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>

#include <numeric>

namespace xeforge::toolchain::lowering {

using namespace llvm::PatternMatch;

bool ShuffleWideLanes::change(llvm::Function& function) {
  llvm::SmallVector<llvm::WeakTrackingVH> done;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    llvm::Value* whole = nullptr;
    llvm::Instruction* lane = nullptr;
    std::uint64_t index = 0;
    if (!match(&instruction, m_BitCast(m_CombineAnd(m_Instruction(lane),
                                                    m_ExtractElt(m_BitCast(m_Value(whole)), m_ConstantInt(index))))))
      continue;
    const auto* part = llvm::dyn_cast<llvm::FixedVectorType>(instruction.getType());
    const auto* wide = llvm::cast<llvm::FixedVectorType>(lane->getOperand(0)->getType());
    if (part == nullptr || part->getElementType()->isIntegerTy(1) || wide->getScalarSizeInBits() <= 64)
      continue;
    const unsigned count = part->getNumElements();
    llvm::IRBuilder<> builder(&instruction);
    llvm::Value* const parts = builder.CreateBitCast(
        whole, llvm::FixedVectorType::get(part->getElementType(), count * wide->getNumElements()));
    llvm::SmallVector<int> places(count);
    std::iota(places.begin(), places.end(), static_cast<int>(index * count));
    instruction.replaceAllUsesWith(builder.CreateShuffleVector(parts, places));
    done.emplace_back(&instruction);
  }
  for (llvm::WeakTrackingVH& instruction : done)
    llvm::RecursivelyDeleteTriviallyDeadInstructions(instruction);
  return !done.empty();
}

} // namespace xeforge::toolchain::lowering
