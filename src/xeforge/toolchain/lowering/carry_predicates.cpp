#include "xeforge/toolchain/lowering/fence.hpp"
#include "xeforge/toolchain/lowering/passes.hpp"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace xeforge::toolchain::lowering {
namespace {

// Whether the predicate may return to its own phi through other phis only, without an instruction that computes a new value.
bool comes_back(const llvm::PHINode& predicate) {
  llvm::SmallPtrSet<const llvm::PHINode*, 8> seen;
  llvm::SmallVector<const llvm::PHINode*> reached{&predicate};
  while (!reached.empty())
    for (const llvm::User* user : reached.pop_back_val()->users())
      if (const auto* const next = llvm::dyn_cast<llvm::PHINode>(user); next != nullptr && next != &predicate) {
        if (seen.insert(next).second)
          reached.push_back(next);
      } else if (next == &predicate && !seen.empty()) {
        return true;
      }
  return false;
}

// Replaces the predicate by an integer, 1 or 0, which is compared with 0.
void carry_as_number(llvm::PHINode& predicate) {
  llvm::IRBuilder<> builder(&predicate);
  llvm::PHINode* const number = builder.CreatePHI(builder.getInt16Ty(), predicate.getNumIncomingValues());
  builder.SetInsertPoint(predicate.getParent(), predicate.getParent()->getFirstInsertionPt());
  predicate.replaceAllUsesWith(builder.CreateICmpNE(number, builder.getInt16(0)));
  llvm::SmallDenseMap<llvm::BasicBlock*, llvm::Value*> numbers; // a block that is listed twice has one value
  for (unsigned i = 0; i < predicate.getNumIncomingValues(); ++i) {
    llvm::Value*& from = numbers[predicate.getIncomingBlock(i)];
    if (from == nullptr) {
      builder.SetInsertPoint(predicate.getIncomingBlock(i)->getTerminator());
      from = builder.CreateZExt(predicate.getIncomingValue(i), number->getType());
      if (!llvm::isa<llvm::Constant>(from)) // without a fence it would become a predicate again
        from = fenced(builder, from);
    }
    number->addIncoming(from, predicate.getIncomingBlock(i));
  }
  predicate.eraseFromParent();
}

} // namespace

bool CarryPredicates::change(llvm::Function& function) {
  bool has_changed = false;
  for (llvm::BasicBlock& block : function)
    for (llvm::PHINode& phi : llvm::make_early_inc_range(block.phis()))
      if (phi.getType()->isIntegerTy(1) && comes_back(phi)) {
        carry_as_number(phi);
        has_changed = true;
      }
  return has_changed;
}

} // namespace xeforge::toolchain::lowering
