#include "xeforge/toolchain/lowering/passes.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace xeforge::toolchain::lowering {
namespace {

using llvm::BasicBlock;
using llvm::Value;

// int NAME(first, second, size): the difference of the first two bytes that differ, else 0.
bool compares_memory(const llvm::Function& function) {
  return function.isDeclaration() && function.arg_size() == 3 && function.getReturnType()->isIntegerTy(32) &&
         function.getArg(0)->getType()->isPointerTy() && function.getArg(1)->getType()->isPointerTy() &&
         function.getArg(2)->getType()->isIntegerTy();
}

void define(llvm::Function& function) {
  llvm::LLVMContext& context = function.getContext();
  const auto block = [&](const char* name) { return BasicBlock::Create(context, name, &function); };
  BasicBlock *const entry = block("entry"), *const loop = block("loop"), *const compare = block("compare"),
                    *const differ = block("differ"), *const equal = block("equal");
  Value *const size = function.getArg(2), *const none = llvm::ConstantInt::get(size->getType(), 0);
  llvm::IRBuilder<> builder(entry);
  builder.CreateBr(loop);

  builder.SetInsertPoint(loop);
  llvm::PHINode* const at = builder.CreatePHI(size->getType(), 2);
  at->addIncoming(none, entry);
  builder.CreateCondBr(builder.CreateICmpEQ(at, size), equal, compare);

  builder.SetInsertPoint(compare);
  const auto byte = [&](unsigned operand) {
    Value* const address = builder.CreateGEP(builder.getInt8Ty(), function.getArg(operand), at);
    return builder.CreateLoad(builder.getInt8Ty(), address);
  };
  Value *const first = byte(0), *const second = byte(1);
  at->addIncoming(builder.CreateAdd(at, llvm::ConstantInt::get(size->getType(), 1)), compare);
  builder.CreateCondBr(builder.CreateICmpEQ(first, second), loop, differ);

  builder.SetInsertPoint(differ);
  const auto as_int = [&](Value* value) { return builder.CreateZExt(value, builder.getInt32Ty()); };
  builder.CreateRet(builder.CreateSub(as_int(first), as_int(second)));
  builder.SetInsertPoint(equal);
  builder.CreateRet(builder.getInt32(0));
  function.setLinkage(llvm::GlobalValue::InternalLinkage);
}

} // namespace

bool ExpandComparisons::change(llvm::Module& module) {
  bool changed = false;
  for (const char* name : {"memcmp", "bcmp"}) {
    llvm::Function* const function = module.getFunction(name);
    if (function == nullptr || !compares_memory(*function))
      continue;
    define(*function);
    const llvm::SmallVector<llvm::User*> users(function->users());
    for (llvm::User* user : llvm::reverse(users))
      if (auto* const call = llvm::dyn_cast<llvm::CallInst>(user);
          call != nullptr && call->getCalledOperand() == function) {
        llvm::InlineFunctionInfo info;
        llvm::InlineFunction(*call, info);
      }
    if (function->use_empty())
      function->eraseFromParent();
    changed = true;
  }
  return changed;
}

} // namespace xeforge::toolchain::lowering
