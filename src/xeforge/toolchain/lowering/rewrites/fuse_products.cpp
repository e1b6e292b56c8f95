#include "xeforge/toolchain/lowering/passes.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

namespace xeforge::toolchain::lowering {
namespace {

using llvm::Value;

bool is_sum(const llvm::Instruction& instruction) {
  return instruction.getOpcode() == llvm::Instruction::FAdd || instruction.getOpcode() == llvm::Instruction::FSub;
}

// An operand of a sum that is a product or the negative of one. product: null if it is neither.
struct Operand {
  llvm::Instruction* product = nullptr;
  bool is_negative = false;

  explicit Operand(Value* value) {
    if (auto* const negative = llvm::dyn_cast<llvm::UnaryOperator>(value)) {
      is_negative = true;
      value = negative->getOperand(0);
    }
    auto* const found = llvm::dyn_cast<llvm::BinaryOperator>(value);
    product = found != nullptr && found->getOpcode() == llvm::Instruction::FMul ? found : nullptr;
  }
  bool may_be_fused(const llvm::Instruction& sum) const {
    return product != nullptr && sum.hasAllowContract() && product->hasAllowContract();
  }
};

bool is_kept_apart(const llvm::Instruction& sum) {
  return is_sum(sum) && llvm::any_of(sum.operands(), [&](Value* value) {
           const Operand operand(value);
           return operand.product != nullptr && !operand.may_be_fused(sum);
         });
}

// Null: the sum is not fused. A product with other uses is also computed separately for those.
Value* fused(llvm::Instruction& sum) {
  llvm::IRBuilder<> builder(&sum);
  builder.setFastMathFlags(sum.getFastMathFlags());
  const bool subtracts = sum.getOpcode() == llvm::Instruction::FSub;
  for (const unsigned place : {0U, 1U}) {
    const Operand operand(sum.getOperand(place));
    if (!operand.may_be_fused(sum))
      continue;
    Value *first = operand.product->getOperand(0), *added = sum.getOperand(1 - place);
    if (operand.is_negative != (subtracts && place == 1))
      first = builder.CreateFNeg(first);
    if (subtracts && place == 0)
      added = builder.CreateFNeg(added);
    return builder.CreateIntrinsic(llvm::Intrinsic::fma, {sum.getType()},
                                   {first, operand.product->getOperand(1), added});
  }
  return nullptr;
}

Value* fused_by_the_front_end(llvm::Instruction& instruction) {
  auto* const call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (call == nullptr || call->getIntrinsicID() != llvm::Intrinsic::fmuladd)
    return nullptr;
  llvm::IRBuilder<> builder(call);
  return builder.CreateIntrinsic(llvm::Intrinsic::fma, {call->getType()},
                                 {call->getArgOperand(0), call->getArgOperand(1), call->getArgOperand(2)});
}

void fuse(llvm::Function& function) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function)))
    if (Value* const one = is_sum(instruction) ? fused(instruction) : fused_by_the_front_end(instruction)) {
      instruction.replaceAllUsesWith(one);
      instruction.eraseFromParent();
    }
}

} // namespace

bool FuseProducts::change(llvm::Module& module) {
  is_fused_ = llvm::any_of(
      module, [](llvm::Function& function) { return llvm::any_of(llvm::instructions(function), is_kept_apart); });
  if (is_fused_)
    for (llvm::Function& function : module)
      fuse(function);
  return is_fused_;
}

} // namespace xeforge::toolchain::lowering
