#include "xeforge/toolchain/lowering/call_tree.hpp"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>

namespace xeforge::toolchain::lowering {

llvm::SetVector<const llvm::Function*> reached_from(const llvm::Function& function) {
  llvm::SetVector<const llvm::Function*> reached;
  llvm::SmallPtrSet<const llvm::Constant*, 16> seen;
  llvm::SmallVector<const llvm::Constant*> open{&function};
  const auto visit = [&](const llvm::Value* value) {
    if (const auto* constant = llvm::dyn_cast<llvm::Constant>(value);
        constant != nullptr && (llvm::isa<llvm::GlobalValue>(constant) || constant->getNumOperands() > 0) &&
        seen.insert(constant).second)
      open.push_back(constant);
  };
  seen.insert(&function);
  while (!open.empty()) {
    const llvm::Constant* const constant = open.pop_back_val();
    for (const llvm::Value* operand : constant->operand_values())
      visit(operand);
    const auto* const body = llvm::dyn_cast<llvm::Function>(constant);
    if (body == nullptr)
      continue;
    reached.insert(body);
    for (const llvm::Instruction& instruction : llvm::instructions(*body))
      for (const llvm::Value* operand : instruction.operand_values())
        visit(operand);
  }
  return reached;
}

} // namespace xeforge::toolchain::lowering
