#include "xeforge/toolchain/lowering/passes.hpp"
#include "xeforge/toolchain/lowering/symbols.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/FormatVariadic.h>

#include <string>
#include <vector>

namespace xeforge::toolchain::lowering {
namespace {

// A function of the vector compiler's that returns its argument and that nothing may move across.
llvm::FunctionCallee fence_of(llvm::Module& module, llvm::Type* type) {
  const auto* const vector = llvm::cast<llvm::FixedVectorType>(type);
  const std::string element = vector->getElementType()->isFloatTy() ? "f32" : "i32";
  llvm::FunctionCallee fence = module.getOrInsertFunction(
      llvm::formatv("llvm.vc.internal.optimization.fence.v{}{}", vector->getNumElements(), element).str(),
      llvm::FunctionType::get(type, {type}, false));
  auto* const function = llvm::cast<llvm::Function>(fence.getCallee());
  function->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  function->setDoesNotThrow();
  return fence;
}

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
    auto* const held = builder.CreateCall(fence_of(*function.getParent(), product->getType()), {product});
    held->setCallingConv(llvm::CallingConv::SPIR_FUNC);
    product->replaceUsesWithIf(held, [&](const llvm::Use& use) { return use.getUser() != held; });
  }
  return !leaving.empty();
}

} // namespace xeforge::toolchain::lowering
