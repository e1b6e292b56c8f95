#include "xeforge/toolchain/lowering/fence.hpp"
#include "xeforge/toolchain/lowering/passes.hpp"
#include "xeforge/toolchain/lowering/rewrites/moves.hpp"
#include "xeforge/toolchain/lowering/rewrites/replace_instructions.hpp"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <string>

namespace xeforge::toolchain::lowering {
namespace {

using llvm::Value;

// Whether lanes of a mask come from a comparison of floating-point numbers, also if they were moved, converted or
// combined with others.
bool is_of_floats(const Value* mask) {
  llvm::SmallPtrSet<const Value*, 8> seen;
  llvm::SmallVector<const Value*> sources{mask};
  while (!sources.empty()) {
    const auto* const source = llvm::dyn_cast<llvm::Instruction>(sources.pop_back_val());
    if (source == nullptr || !seen.insert(source).second)
      continue;
    if (llvm::isa<llvm::FCmpInst>(source))
      return true;
    if (only_moves(*source) || llvm::isa<llvm::ICmpInst, llvm::BinaryOperator, llvm::CastInst>(source))
      sources.append(source->op_begin(), source->op_end());
  }
  return false;
}

// The mask of a floating-point comparison whose bits the instruction compares with 0 or all ones; null for other
// instructions.
Value* asked_mask(const llvm::Instruction& instruction) {
  const auto* const compared = llvm::dyn_cast<llvm::ICmpInst>(&instruction);
  if (compared == nullptr || !compared->isEquality())
    return nullptr;
  const auto* const constant = llvm::dyn_cast<llvm::ConstantInt>(compared->getOperand(1));
  const auto* const bits = llvm::dyn_cast<llvm::BitCastInst>(compared->getOperand(0));
  if (constant == nullptr || bits == nullptr || !(constant->isZero() || constant->isMinusOne()))
    return nullptr;
  const bool is_taken_as_one = bits->getType()->isIntegerTy(8) || bits->getType()->isIntegerTy(16);
  return is_taken_as_one && is_of_floats(bits->getOperand(0)) ? bits->getOperand(0) : nullptr;
}

// Calls the vector compiler's own function; the result is passed through a register.
Value* answer_to(bool about_all, Value* mask, llvm::IRBuilder<>& builder) {
  const unsigned lanes = llvm::cast<llvm::FixedVectorType>(mask->getType())->getNumElements();
  const std::string name = (about_all ? "llvm.genx.all.v" : "llvm.genx.any.v") + std::to_string(lanes) + "i1";
  const llvm::FunctionCallee ask =
      builder.GetInsertBlock()->getModule()->getOrInsertFunction(name, builder.getInt1Ty(), mask->getType());
  return fenced(builder, builder.CreateZExt(builder.CreateCall(ask, {mask}), builder.getInt32Ty()));
}

} // namespace

bool AskMasks::change(llvm::Function& function) {
  return replace_instructions(function, [](llvm::Instruction& instruction, llvm::IRBuilder<>& builder) -> Value* {
    Value* const mask = asked_mask(instruction);
    if (mask == nullptr)
      return nullptr;
    const bool about_all = llvm::cast<llvm::ConstantInt>(instruction.getOperand(1))->isMinusOne();
    const bool is_equal = llvm::cast<llvm::ICmpInst>(instruction).getPredicate() == llvm::CmpInst::ICMP_EQ;
    Value* const answer = answer_to(about_all, mask, builder);
    return is_equal == about_all ? builder.CreateIsNotNull(answer) : builder.CreateIsNull(answer);
  });
}

} // namespace xeforge::toolchain::lowering
