#include "xeforge/toolchain/lowering/fence.hpp"
#include "xeforge/toolchain/lowering/passes.hpp"
#include "xeforge/toolchain/lowering/rewrites/moves.hpp"
#include "xeforge/toolchain/lowering/rewrites/regions.hpp"
#include "xeforge/toolchain/lowering/rewrites/replace_instructions.hpp"
#include "xeforge/toolchain/lowering/symbols.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace xeforge::toolchain::lowering {
namespace {

using llvm::Value;

// Whether a select or a write to a region chooses between the two compared numbers, by this comparison or by a
// combination with others.
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

// Whether numbers that compare equal are identical: none is NaN, and no zero is negative, as for converted integers.
bool is_ordered(const Value& number, const llvm::DataLayout& layout) {
  return llvm::cannotBeNegativeZero(&number, layout) && llvm::isKnownNeverNaN(&number, layout);
}

// If equal numbers are identical, it does not matter which one is chosen. The comparison becomes the one that minimum
// and maximum use.
bool take_minimum_or_maximum(llvm::FCmpInst& compared) {
  using Predicate = llvm::CmpInst::Predicate;
  const Predicate predicate = compared.getOrderedPredicate();
  if (predicate == Predicate::FCMP_OLE)
    compared.setPredicate(Predicate::FCMP_OLT);
  else if (predicate == Predicate::FCMP_OGT)
    compared.setPredicate(Predicate::FCMP_OGE);
  return predicate != compared.getPredicate();
}

// Makes the compared value a different one from the selected value.
bool separate_from_choices(llvm::FCmpInst& compared) {
  const auto chooses = [&](const llvm::User* user) { return is_choice(*user, compared); };
  if (llvm::none_of(compared.users(), chooses))
    return false;
  const llvm::DataLayout& layout = compared.getDataLayout();
  const auto is_between_them = [&](const llvm::User* user) {
    return llvm::isa<llvm::SelectInst>(user) && !user->getType()->isIntOrIntVectorTy(1) && chooses(user);
  };
  // The vector compiler would drop the addition.
  if (is_ordered(*compared.getOperand(0), layout) && is_ordered(*compared.getOperand(1), layout) &&
      !compared.isEquality() && llvm::all_of(compared.users(), is_between_them))
    return take_minimum_or_maximum(compared);
  llvm::IRBuilder<> builder(&compared);
  const bool first_stays =
      llvm::isa<llvm::Constant>(compared.getOperand(0)) || llvm::cannotBeNegativeZero(compared.getOperand(0), layout);
  const unsigned which = first_stays && !llvm::isa<llvm::Constant>(compared.getOperand(1)) ? 1 : 0;
  Value* const number = compared.getOperand(which);
  compared.setOperand(which, builder.CreateFAdd(number, llvm::ConstantFP::get(number->getType(), 0.0)));
  return true;
}

// Whether the instruction selects or writes lanes by a mask.
bool is_by_a_mask(const llvm::Instruction& instruction) {
  return llvm::isa<llvm::SelectInst>(instruction) ||
         (is_write(instruction) && !llvm::isa<llvm::Constant>(instruction.getOperand(wrregion::mask)));
}

// Converts a bfloat16 to float by a shift; null: another instruction, or its result is not used under a mask.
Value* shifted_bfloat(llvm::Instruction& conversion, llvm::IRBuilder<>& builder) {
  if (!name_of_call(&conversion).starts_with("llvm.vc.internal.cast.from.bf16") || !reaches(conversion, is_by_a_mask))
    return nullptr;
  llvm::Type* const type = conversion.getType();
  Value* const bits = builder.CreateZExt(conversion.getOperand(0), type->getWithNewType(builder.getInt32Ty()));
  return builder.CreateBitCast(builder.CreateShl(bits, 16), type);
}

// Replaces a select of whole vectors by one bool with a select by a mask; null: another instruction.
Value* chosen_by_a_mask(llvm::Instruction& instruction, llvm::IRBuilder<>& builder) {
  auto* const select = llvm::dyn_cast<llvm::SelectInst>(&instruction);
  const auto* const type = llvm::dyn_cast<llvm::FixedVectorType>(instruction.getType());
  if (select == nullptr || type == nullptr || select->getCondition()->getType()->isVectorTy())
    return nullptr;
  Value* const predicate = fenced(builder, builder.CreateSExt(select->getCondition(), builder.getInt16Ty()));
  Value* const lanes = builder.CreateVectorSplat(type->getNumElements(), predicate);
  return builder.CreateSelect(builder.CreateICmpNE(lanes, llvm::Constant::getNullValue(lanes->getType())),
                              select->getTrueValue(), select->getFalseValue());
}

} // namespace

bool KeepChoices::change(llvm::Function& function) {
  bool changed = replace_instructions(function, [](llvm::Instruction& instruction, llvm::IRBuilder<>& builder) {
    Value* const shifted = shifted_bfloat(instruction, builder);
    return shifted != nullptr ? shifted : chosen_by_a_mask(instruction, builder);
  });
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (auto* const compared = llvm::dyn_cast<llvm::FCmpInst>(&instruction))
      changed |= separate_from_choices(*compared);
  return changed;
}

} // namespace xeforge::toolchain::lowering
