#include "xeforge/toolchain/lowering/passes.hpp"
#include "xeforge/toolchain/lowering/rewrites/replace_instructions.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/PatternMatch.h>

#include <numeric>

namespace xeforge::toolchain::lowering {

using namespace llvm::PatternMatch;

bool ShuffleWideLanes::change(llvm::Function& function) {
  return replace_instructions(function, [](llvm::Instruction& instruction, llvm::IRBuilder<>& builder) -> llvm::Value* {
    llvm::Value* whole = nullptr;
    llvm::Instruction* lane = nullptr;
    std::uint64_t index = 0;
    if (!match(&instruction, m_BitCast(m_CombineAnd(m_Instruction(lane),
                                                    m_ExtractElt(m_BitCast(m_Value(whole)), m_ConstantInt(index))))))
      return nullptr;
    const auto* part = llvm::dyn_cast<llvm::FixedVectorType>(instruction.getType());
    const auto* wide = llvm::cast<llvm::FixedVectorType>(lane->getOperand(0)->getType());
    if (part == nullptr || part->getElementType()->isIntegerTy(1) || wide->getScalarSizeInBits() <= 64)
      return nullptr;
    const unsigned count = part->getNumElements();
    llvm::Value* const parts = builder.CreateBitCast(
        whole, llvm::FixedVectorType::get(part->getElementType(), count * wide->getNumElements()));
    llvm::SmallVector<int> lanes(count);
    std::iota(lanes.begin(), lanes.end(), static_cast<int>(index * count));
    return builder.CreateShuffleVector(parts, lanes);
  });
}

} // namespace xeforge::toolchain::lowering
