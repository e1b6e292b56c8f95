#include "xeforge/toolchain/lowering/fence.hpp"
#include "xeforge/toolchain/lowering/passes.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace xeforge::toolchain::lowering {
namespace {

// Whether the value has the bits of its operand, also for the vector compiler, which removes fences first.
bool is_the_same(const llvm::Value& value) { return llvm::isa<llvm::BitCastInst>(value) || is_fence(value); }

// The uses of the value, and of values with the same bits.
void add_uses(llvm::Value& value, llvm::SmallVectorImpl<llvm::Use*>& uses) {
  for (llvm::Use& use : value.uses())
    if (is_the_same(*use.getUser()))
      add_uses(*use.getUser(), uses);
    else
      uses.push_back(&use);
}

// Whether the user's result is the used vector with a part changed. The compiler computes it in place if possible.
bool changes_a_part(const llvm::Use& use) {
  const llvm::User* const user = use.getUser();
  if (const auto* const call = llvm::dyn_cast<llvm::CallBase>(user)) {
    const llvm::Function* const callee = call->getCalledFunction();
    return callee != nullptr && use.getOperandNo() == 0 &&
           (callee->getName().starts_with("llvm.genx.wrregion") || callee->getName().starts_with("llvm.genx.dpas"));
  }
  if (const auto* const shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(user))
    return !shuffle->isSingleSource();
  if (const auto* const choice = llvm::dyn_cast<llvm::SelectInst>(user))
    return choice->getCondition()->getType()->isVectorTy() && use.getOperandNo() > 0;
  return llvm::isa<llvm::InsertElementInst>(user) && use.getOperandNo() == 0;
}

// The block in which the use may read parts of the vector; null: none.
const llvm::BasicBlock* reading_block_of(const llvm::Use& use) {
  const auto* const user = llvm::cast<llvm::Instruction>(use.getUser());
  return llvm::isa<llvm::PHINode>(user) ? nullptr : user->getParent();
}

bool is_changed_in_a_branch(llvm::Value& value, const llvm::DominatorTree& tree) {
  llvm::SmallVector<llvm::Use*> uses;
  add_uses(value, uses);
  return llvm::any_of(uses, [&](const llvm::Use* change) {
    if (!changes_a_part(*change))
      return false;
    const llvm::BasicBlock* const branch = reading_block_of(*change);
    const auto reads = [&](const llvm::Use* use) { return use != change && reading_block_of(*use) == branch; };
    const auto reads_as_it_was = [&](const llvm::Use* use) {
      const llvm::BasicBlock* const block = reading_block_of(*use);
      return block != nullptr && block != branch && !tree.dominates(branch, block) &&
             llvm::isPotentiallyReachable(branch, block, nullptr, &tree);
    };
    return llvm::any_of(uses, reads) && llvm::any_of(uses, reads_as_it_was);
  });
}

} // namespace

bool FindChangedCopies::change(llvm::Function& function) {
  const llvm::DominatorTree tree(function);
  const auto is_one = [&](llvm::Value& value) {
    return value.getType()->isVectorTy() && !is_the_same(value) && is_changed_in_a_branch(value, tree);
  };
  changes_copies_ =
      changes_copies_ || llvm::any_of(function.args(), is_one) || llvm::any_of(llvm::instructions(function), is_one);
  return false;
}

} // namespace xeforge::toolchain::lowering
