#include "xeforge/toolchain/lowering/fence.hpp"
#include "xeforge/toolchain/lowering/passes.hpp"
#include "xeforge/toolchain/lowering/symbols.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <vector>

namespace xeforge::toolchain::lowering {
namespace {

bool has_type_of_a_fence(const llvm::Type* type) {
  const auto* const vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector != nullptr && (vector->getElementType()->isFloatTy() || vector->getElementType()->isIntegerTy(32));
}

} // namespace

bool HoldProducts::change(llvm::Function& function) {
  std::vector<llvm::Instruction*> leaving;
  for (llvm::BasicBlock& block : function)
    if (block.getTerminator()->getNumSuccessors() > 1)
      for (llvm::Instruction& instruction : block)
        if (name_of_call(&instruction).starts_with("llvm.genx.dpas") && has_type_of_a_fence(instruction.getType()) &&
            !instruction.use_empty() && llvm::none_of(instruction.users(), [&](const llvm::User* user) {
              const auto* const other = llvm::cast<llvm::Instruction>(user);
              return other->getParent() == &block && !llvm::isa<llvm::PHINode>(other);
            }))
          leaving.push_back(&instruction);
  for (llvm::Instruction* product : leaving) {
    llvm::IRBuilder<> builder(product->getParent()->getTerminator());
    builder.SetCurrentDebugLocation(product->getDebugLoc());
    llvm::Value* const held = fenced(builder, product);
    product->replaceUsesWithIf(held, [&](const llvm::Use& use) { return use.getUser() != held; });
  }
  return !leaving.empty();
}

} // namespace xeforge::toolchain::lowering
