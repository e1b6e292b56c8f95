#include "xeforge/toolchain/lowering/fence.hpp"

#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/FormatVariadic.h>

#include <string>

namespace xeforge::toolchain::lowering {
namespace {

std::string suffix_of(const llvm::Type* type) {
  if (const auto* const vector = llvm::dyn_cast<llvm::FixedVectorType>(type))
    return llvm::formatv("v{}{}", vector->getNumElements(), suffix_of(vector->getElementType())).str();
  return llvm::formatv("{}{}", type->isIntegerTy() ? "i" : "f", type->getScalarSizeInBits()).str();
}

} // namespace

llvm::Value* fenced(llvm::IRBuilder<>& builder, llvm::Value* value) {
  llvm::Type* const type = value->getType();
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  llvm::FunctionCallee fence = module.getOrInsertFunction("llvm.vc.internal.optimization.fence." + suffix_of(type),
                                                          llvm::FunctionType::get(type, {type}, false));
  auto* const function = llvm::cast<llvm::Function>(fence.getCallee());
  function->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  function->setDoesNotThrow();
  llvm::CallInst* const call = builder.CreateCall(fence, {value});
  call->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  return call;
}

} // namespace xeforge::toolchain::lowering
