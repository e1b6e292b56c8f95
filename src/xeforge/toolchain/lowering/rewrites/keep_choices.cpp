#include "xeforge/toolchain/lowering/passes.hpp"
#include "xeforge/toolchain/lowering/rewrites/regions.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace xeforge::toolchain::lowering {
namespace {

using llvm::Value;

// Whether one of the two numbers is taken where the comparison holds, or it and others: by a select, or by a write to a region.
bool is_choice(const llvm::User& user, const llvm::FCmpInst& compared) {
  if (llvm::isa<llvm::BinaryOperator, llvm::SelectInst>(user) && user.getType()->isIntOrIntVectorTy(1))
    return llvm::any_of(user.users(), [&](const llvm::User* next) { return is_choice(*next, compared); });
  const auto is_operand = [&](const Value* value) {
    return value == compared.getOperand(0) || value == compared.getOperand(1);
  };
  if (const auto* select = llvm::dyn_cast<llvm::SelectInst>(&user))
    return is_operand(select->getTrueValue()) && is_operand(select->getFalseValue());
  return is_write(user) && is_operand(user.getOperand(wrregion::written));
}

} // namespace

bool KeepChoices::change(llvm::Function& function) {
  bool changed = false;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* const compared = llvm::dyn_cast<llvm::FCmpInst>(&instruction);
    if (compared == nullptr ||
        llvm::none_of(compared->users(), [&](const llvm::User* user) { return is_choice(*user, *compared); }))
      continue;
    llvm::IRBuilder<> builder(compared);
    const unsigned which = llvm::isa<llvm::Constant>(compared->getOperand(0)) ? 1 : 0;
    Value* const number = compared->getOperand(which);
    compared->setOperand(which, builder.CreateFAdd(number, llvm::ConstantFP::get(number->getType(), 0.0)));
    changed = true;
  }
  return changed;
}

} // namespace xeforge::toolchain::lowering
