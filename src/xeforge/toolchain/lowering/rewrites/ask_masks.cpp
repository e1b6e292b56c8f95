#include "xeforge/toolchain/lowering/passes.hpp"
#include "xeforge/toolchain/lowering/rewrites/replace_instructions.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace xeforge::toolchain::lowering {
namespace {

using llvm::Value;

// The mask whose bits are compared with 0 or with all of them; null for every other instruction, and where the vector
// compiler has no such function.
Value* asked_mask(const llvm::Instruction& instruction) {
  const auto* const compared = llvm::dyn_cast<llvm::ICmpInst>(&instruction);
  if (compared == nullptr || !compared->isEquality())
    return nullptr;
  const auto* const constant = llvm::dyn_cast<llvm::ConstantInt>(compared->getOperand(1));
  const auto* const bits = llvm::dyn_cast<llvm::BitCastInst>(compared->getOperand(0));
  if (constant == nullptr || bits == nullptr || !(constant->isZero() || constant->isMinusOne()))
    return nullptr;
  const auto* const lanes = llvm::dyn_cast<llvm::FixedVectorType>(bits->getSrcTy());
  constexpr unsigned most = 32;
  if (lanes == nullptr || !lanes->getElementType()->isIntegerTy(1) || !llvm::isPowerOf2_32(lanes->getNumElements()) ||
      lanes->getNumElements() > most)
    return nullptr;
  return bits->getOperand(0);
}

// Those who ask for the opposite of an answer: branches and choices go the other way.
void turn_users(llvm::Instruction& asked, Value* answer) {
  for (llvm::User* const user : llvm::make_early_inc_range(asked.users()))
    if (auto* const branch = llvm::dyn_cast<llvm::BranchInst>(user)) {
      branch->swapSuccessors();
      branch->setCondition(answer);
    } else if (auto* const select = llvm::dyn_cast<llvm::SelectInst>(user);
               select != nullptr && select->getCondition() == &asked) {
      select->swapValues();
      select->setCondition(answer);
    }
}

} // namespace

bool AskMasks::change(llvm::Function& function) {
  return replace_instructions(function, [&](llvm::Instruction& instruction, llvm::IRBuilder<>& builder) -> Value* {
    Value* const mask = asked_mask(instruction);
    if (mask == nullptr)
      return nullptr;
    const bool about_all = llvm::cast<llvm::ConstantInt>(instruction.getOperand(1))->isMinusOne();
    const unsigned lanes = llvm::cast<llvm::FixedVectorType>(mask->getType())->getNumElements();
    const std::string name = (about_all ? "llvm.genx.all.v" : "llvm.genx.any.v") + std::to_string(lanes) + "i1";
    Value* const answer = builder.CreateCall(
        function.getParent()->getOrInsertFunction(name, builder.getInt1Ty(), mask->getType()), {mask});
    const bool is_equal = llvm::cast<llvm::ICmpInst>(instruction).getPredicate() == llvm::CmpInst::ICMP_EQ;
    if (is_equal == about_all)
      return answer;
    turn_users(instruction, answer);
    return instruction.use_empty() ? answer : builder.CreateNot(answer);
  });
}

} // namespace xeforge::toolchain::lowering
