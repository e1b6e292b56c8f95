#include "xeforge/toolchain/lowering/passes.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace xeforge::toolchain::lowering {
namespace {

// `value` rounded to odd at 24 bits: truncated, with the last bit set if bits are lost. The result is a float, and
// rounding it to fewer bits gives the same as rounding `value`.
llvm::Value* rounded_to_odd(llvm::IRBuilder<>& builder, llvm::Value* value) {
  constexpr std::uint64_t last_bit = std::uint64_t{1} << 29, below = last_bit - 1;
  llvm::Type* const type = value->getType();
  llvm::Type* const integers = type->getWithNewType(builder.getInt64Ty());
  const auto all = [&](std::uint64_t bits) { return llvm::ConstantInt::get(integers, bits); };
  llvm::Value* const bits = builder.CreateBitCast(value, integers);
  llvm::Value* const lost = builder.CreateAnd(bits, all(below));
  llvm::Value* const is_inexact = builder.CreateAnd(builder.CreateAdd(lost, all(below)), all(last_bit));
  return builder.CreateBitCast(builder.CreateOr(builder.CreateAnd(bits, all(~below)), is_inexact), type);
}

} // namespace

bool RoundOnce::change(llvm::Function& function) {
  bool has_changed = false;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* const truncation = llvm::dyn_cast<llvm::FPTruncInst>(&instruction);
    if (truncation == nullptr || !truncation->getSrcTy()->getScalarType()->isDoubleTy() ||
        !truncation->getDestTy()->getScalarType()->isHalfTy())
      continue;
    llvm::IRBuilder<> builder(truncation);
    llvm::Value* const odd = rounded_to_odd(builder, truncation->getOperand(0));
    llvm::Type* const floats = truncation->getSrcTy()->getWithNewType(builder.getFloatTy());
    truncation->replaceAllUsesWith(builder.CreateFPTrunc(builder.CreateFPTrunc(odd, floats), truncation->getDestTy()));
    truncation->eraseFromParent();
    has_changed = true;
  }
  return has_changed;
}

} // namespace xeforge::toolchain::lowering
