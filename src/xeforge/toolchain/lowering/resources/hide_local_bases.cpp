#include "xeforge/toolchain/lowering/fence.hpp"
#include "xeforge/toolchain/lowering/passes.hpp"
#include "xeforge/toolchain/lowering/rewrites/replace_instructions.hpp"
#include "xeforge/toolchain/lowering/symbols.hpp"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace xeforge::toolchain::lowering {
namespace {

// The value, if it is computed only from constants; otherwise null.
llvm::Constant* constant_of(llvm::Value* value, const llvm::DataLayout& layout) {
  if (auto* const constant = llvm::dyn_cast<llvm::Constant>(value))
    return constant;
  auto* const instruction = llvm::dyn_cast<llvm::Instruction>(value);
  if (instruction == nullptr ||
      !(llvm::isa<llvm::CastInst>(instruction) || llvm::isa<llvm::BinaryOperator>(instruction)))
    return nullptr;
  llvm::SmallVector<llvm::Constant*> operands;
  for (llvm::Value* operand : instruction->operands())
    if (operands.push_back(constant_of(operand, layout)); operands.back() == nullptr)
      return nullptr;
  return llvm::ConstantFoldInstOperands(instruction, operands, layout);
}

} // namespace

bool HideLocalBases::change(llvm::Function& function) {
  const llvm::DataLayout& layout = function.getParent()->getDataLayout();
  return replace_instructions(
      function, [&](llvm::Instruction& instruction, llvm::IRBuilder<>& builder) -> llvm::Value* {
        const auto* const pointer = llvm::dyn_cast<llvm::IntToPtrInst>(&instruction);
        if (pointer == nullptr || pointer->getType()->getPointerAddressSpace() != local_address_space)
          return nullptr;
        llvm::Constant* const base = constant_of(pointer->getOperand(0), layout);
        if (base == nullptr || base->isNullValue())
          return nullptr;
        return builder.CreateIntToPtr(fenced(builder, base), pointer->getType());
      });
}

} // namespace xeforge::toolchain::lowering
