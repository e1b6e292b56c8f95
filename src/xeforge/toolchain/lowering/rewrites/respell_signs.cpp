#include "xeforge/toolchain/lowering/fence.hpp"
#include "xeforge/toolchain/lowering/passes.hpp"
#include "xeforge/toolchain/lowering/rewrites/replace_instructions.hpp"
#include "xeforge/toolchain/lowering/symbols.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

namespace xeforge::toolchain::lowering {
namespace {

using llvm::Value;

// Takes unsigned integers, and has another result if one is taken as signed.
bool is_of_unsigned(const llvm::User* user) {
  const llvm::StringRef name = name_of_call(user);
  return llvm::isa<llvm::UIToFPInst>(user) || name.starts_with("llvm.genx.umin") ||
         name.starts_with("llvm.genx.umax") || name.starts_with("llvm.umin") || name.starts_with("llvm.umax");
}

// By shifts; a fence lies between, or they would be a sign extension again.
Value* sign_extended(const llvm::SExtInst& extension, llvm::IRBuilder<>& builder) {
  llvm::Type* const type = extension.getType();
  const unsigned added = type->getScalarSizeInBits() - extension.getSrcTy()->getScalarSizeInBits();
  Value* const amount = llvm::ConstantInt::get(type, added);
  Value* const high = builder.CreateShl(builder.CreateZExt(extension.getOperand(0), type), amount);
  return builder.CreateAShr(fenced(builder, high), amount);
}

// 0 - x as (-x) + 0.
Value* taken_from_zero(const llvm::Instruction& subtraction, llvm::IRBuilder<>& builder) {
  builder.setFastMathFlags(subtraction.getFastMathFlags());
  return builder.CreateFAdd(fenced(builder, builder.CreateFNeg(subtraction.getOperand(1))), subtraction.getOperand(0));
}

// A byte's remainder as that of 16 bits.
Value* remainder_of_bytes(const llvm::Instruction& division, llvm::IRBuilder<>& builder) {
  llvm::Type* const wider = division.getType()->getWithNewBitWidth(16);
  Value* const dividend = builder.CreateSExt(division.getOperand(0), wider);
  Value* const divisor = builder.CreateSExt(division.getOperand(1), wider);
  return builder.CreateTrunc(builder.CreateSRem(dividend, divisor), division.getType());
}

// A byte's absolute value as that of 16 bits.
Value* absolute_byte(const llvm::CallInst& absolute, llvm::IRBuilder<>& builder) {
  llvm::Type* const type = absolute.getType();
  Value* const number = builder.CreateSExt(absolute.getArgOperand(0), type->getWithNewBitWidth(16));
  return builder.CreateTrunc(builder.CreateBinaryIntrinsic(llvm::Intrinsic::abs, number, builder.getFalse()), type);
}

} // namespace

bool RespellSigns::change(llvm::Function& function) {
  return replace_instructions(function, [](llvm::Instruction& instruction, llvm::IRBuilder<>& builder) -> Value* {
    if (const auto* const extension = llvm::dyn_cast<llvm::SExtInst>(&instruction))
      return llvm::any_of(extension->users(), is_of_unsigned) ? sign_extended(*extension, builder) : nullptr;
    if (instruction.getOpcode() == llvm::Instruction::FSub && !instruction.hasNoSignedZeros() &&
        match(instruction.getOperand(0), llvm::PatternMatch::m_PosZeroFP()))
      return taken_from_zero(instruction, builder);
    if (!instruction.getType()->isIntOrIntVectorTy(8))
      return nullptr;
    if (name_of_call(&instruction).starts_with("llvm.abs."))
      return absolute_byte(llvm::cast<llvm::CallInst>(instruction), builder);
    return instruction.getOpcode() == llvm::Instruction::SRem ? remainder_of_bytes(instruction, builder) : nullptr;
  });
}

} // namespace xeforge::toolchain::lowering
