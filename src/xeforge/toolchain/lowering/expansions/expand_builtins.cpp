#include "xeforge/toolchain/lowering/fence.hpp"
#include "xeforge/toolchain/lowering/passes.hpp"
#include "xeforge/toolchain/lowering/rewrites/replace_instructions.hpp"
#include "xeforge/toolchain/lowering/symbols.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Support/FormatVariadic.h>

#include <numbers>

namespace xeforge::toolchain::lowering {
namespace {

using namespace llvm::PatternMatch;
using llvm::Value;

// If the signs of the operands show that the result has overflowed to the wrong sign, it becomes the limit on the other
// side: the lowest number, or that with all bits flipped. (It could also be clamped in wider integers, but the vector
// compiler would turn that into the same intrinsic again.)
Value* saturate(llvm::IRBuilder<>& builder, const llvm::IntrinsicInst& call) {
  const bool sum = call.getIntrinsicID() == llvm::Intrinsic::sadd_sat;
  Value *const a = call.getArgOperand(0), *const b = call.getArgOperand(1);
  llvm::Type* const type = call.getType();
  const unsigned bits = type->getScalarSizeInBits();
  Value* const result = sum ? builder.CreateAdd(a, b) : builder.CreateSub(a, b);
  Value* const changed = builder.CreateXor(a, result);
  Value* const other = builder.CreateXor(b, sum ? result : a);
  Value* const overflow = builder.CreateICmpSLT(builder.CreateAnd(changed, other), llvm::Constant::getNullValue(type));
  Value* const sign = builder.CreateAShr(result, bits - 1);
  Value* const limit = builder.CreateXor(sign, llvm::ConstantInt::get(type, llvm::APInt::getSignedMinValue(bits)));
  return builder.CreateSelect(overflow, limit, result);
}

// fshl and fshr: both operands are concatenated to 16 bits and shifted.
Value* shift_bytes(llvm::IRBuilder<>& builder, const llvm::IntrinsicInst& call) {
  llvm::Type *const type = call.getType(), *const wide = type->getWithNewBitWidth(16);
  Value* const upper = builder.CreateZExt(call.getArgOperand(0), wide);
  Value* const lower = builder.CreateZExt(call.getArgOperand(1), wide);
  Value* const both = builder.CreateOr(builder.CreateShl(upper, 8), lower);
  Value* const modulo = builder.CreateAnd(call.getArgOperand(2), llvm::ConstantInt::get(type, 7));
  Value* const count = builder.CreateZExt(modulo, wide);
  Value* const shifted = call.getIntrinsicID() == llvm::Intrinsic::fshl
                             ? builder.CreateLShr(builder.CreateShl(both, count), 8)
                             : builder.CreateLShr(both, count);
  return builder.CreateTrunc(shifted, type);
}

// The leading zeros of the upper half; if the upper half is 0, 32 plus those of the lower half.
Value* count_leading_zeros(llvm::IRBuilder<>& builder, const llvm::IntrinsicInst& call) {
  llvm::Type* const half = call.getType()->getWithNewBitWidth(32);
  Value* const value = call.getArgOperand(0);
  Value* const upper = builder.CreateTrunc(builder.CreateLShr(value, 32), half);
  Value* const lower = builder.CreateTrunc(value, half);
  const auto zeros = [&](Value* of) {
    return builder.CreateIntrinsic(llvm::Intrinsic::ctlz, {half}, {of, builder.getFalse()});
  };
  Value *const of_upper = zeros(upper), *const of_lower = zeros(lower);
  Value* const below = builder.CreateAdd(of_lower, llvm::ConstantInt::get(half, 32));
  Value* const none = builder.CreateICmpEQ(upper, llvm::Constant::getNullValue(half));
  return builder.CreateZExt(builder.CreateSelect(none, below, of_upper), call.getType());
}

// max(a, b) - b, with signed numbers whose sign bits are flipped. With unsigned numbers the vector compiler would make
// the same intrinsic again; there it negates b as a signed number, so that a large b is added.
Value* saturate_at_zero(llvm::IRBuilder<>& builder, const llvm::IntrinsicInst& call) {
  llvm::Type* const type = call.getType();
  Value* const sign = llvm::ConstantInt::get(type, llvm::APInt::getSignMask(type->getScalarSizeInBits()));
  Value *const a = builder.CreateXor(call.getArgOperand(0), sign), *const b =
                                                                       builder.CreateXor(call.getArgOperand(1), sign);
  return builder.CreateSub(builder.CreateBinaryIntrinsic(llvm::Intrinsic::smax, a, b), b);
}

// If the sum overflows, it is smaller than its operands. (The translator would call OpenCL's function, which does not
// exist for many vector lengths.)
Value* saturate_at_largest(llvm::IRBuilder<>& builder, const llvm::IntrinsicInst& call) {
  Value *const a = call.getArgOperand(0), *const sum = builder.CreateAdd(a, call.getArgOperand(1));
  return builder.CreateSelect(builder.CreateICmpULT(sum, a), llvm::Constant::getAllOnesValue(call.getType()), sum);
}

// The bits of each 32-bit word are reversed, and the two words of each number are swapped.
Value* reverse_bits(llvm::IRBuilder<>& builder, const llvm::IntrinsicInst& call) {
  const auto* const vector = llvm::dyn_cast<llvm::FixedVectorType>(call.getType());
  const unsigned words = 2 * (vector == nullptr ? 1 : vector->getNumElements());
  llvm::Type* const type = llvm::FixedVectorType::get(builder.getInt32Ty(), words);
  Value* const reversed =
      builder.CreateUnaryIntrinsic(llvm::Intrinsic::bitreverse, builder.CreateBitCast(call.getArgOperand(0), type));
  llvm::SmallVector<int> order;
  for (unsigned word = 0; word < words; ++word)
    order.push_back(static_cast<int>(word ^ 1));
  return builder.CreateBitCast(builder.CreateShuffleVector(reversed, order), call.getType());
}

// The vector compiler computes the logarithm to base 2 instead of the natural one for denormals.
Value* logarithm(llvm::IRBuilder<>& builder, const llvm::IntrinsicInst& call) {
  builder.setFastMathFlags(call.getFastMathFlags());
  return builder.CreateFMul(builder.CreateUnaryIntrinsic(llvm::Intrinsic::log2, call.getArgOperand(0)),
                            llvm::ConstantFP::get(call.getType(), std::numbers::ln2));
}

// Two instructions that may be fused.
Value* multiply_and_add(llvm::IRBuilder<>& builder, const llvm::IntrinsicInst& call) {
  llvm::FastMathFlags flags = call.getFastMathFlags();
  flags.setAllowContract(true);
  builder.setFastMathFlags(flags);
  return builder.CreateFAdd(builder.CreateFMul(call.getArgOperand(0), call.getArgOperand(1)), call.getArgOperand(2));
}

// The result of an operation with overflow check: the wrapped number, and whether it overflowed.
Value* checked(llvm::IRBuilder<>& builder, const llvm::IntrinsicInst& call, Value* result, Value* overflow) {
  Value* const both = builder.CreateInsertValue(llvm::PoisonValue::get(call.getType()), result, 0);
  return builder.CreateInsertValue(both, overflow, 1);
}

// Overflow follows from the highest bits of operands and result: for signed numbers, the result has an impossible sign;
// for unsigned ones, the highest bits carry or borrow. (If the sum were compared with its operands, the vector compiler
// would make the same intrinsic again, which it lacks for 64 bits.)
Value* checked_sum(llvm::IRBuilder<>& builder, const llvm::WithOverflowInst& call) {
  const bool sum = call.getBinaryOp() == llvm::Instruction::Add;
  Value *const a = call.getLHS(), *const b = call.getRHS();
  Value* const result = sum ? builder.CreateAdd(a, b) : builder.CreateSub(a, b);
  Value* tells = nullptr;
  if (call.isSigned()) {
    tells = builder.CreateAnd(builder.CreateXor(a, result), builder.CreateXor(b, sum ? result : a));
  } else {
    Value *const first = sum ? a : builder.CreateNot(a), *const rest = sum ? builder.CreateNot(result) : result;
    tells = builder.CreateOr(builder.CreateAnd(first, b), builder.CreateAnd(builder.CreateOr(first, b), rest));
  }
  return checked(builder, call, result, builder.CreateICmpSLT(tells, llvm::Constant::getNullValue(result->getType())));
}

// The product is computed in twice as many bits. (For 64 bits, ExpandWideProducts then expands the upper half. Without
// the fence, the vector compiler would turn the comparison of the upper half into the intrinsic again.)
Value* checked_product(llvm::IRBuilder<>& builder, const llvm::WithOverflowInst& call, BackEnd back_end) {
  llvm::Type* const type = call.getLHS()->getType();
  const unsigned bits = type->getScalarSizeInBits();
  llvm::Type* const wide = type->getWithNewBitWidth(2 * bits);
  const auto widened = [&](Value* value) {
    return call.isSigned() ? builder.CreateSExt(value, wide) : builder.CreateZExt(value, wide);
  };
  Value* const product = builder.CreateMul(widened(call.getLHS()), widened(call.getRHS()));
  Value* upper = builder.CreateTrunc(builder.CreateLShr(product, bits), type);
  if (back_end == BackEnd::vector_compiler)
    upper = fenced(builder, upper);
  Value* const result = builder.CreateMul(call.getLHS(), call.getRHS());
  Value* const expected = call.isSigned() ? builder.CreateAShr(result, bits - 1) : llvm::Constant::getNullValue(type);
  return checked(builder, call, result, builder.CreateICmpNE(upper, expected));
}

// For double, the vector compiler's floor and ceil lose the sign of zeros. It is the sign of the argument.
Value* rounded_with_sign(llvm::IRBuilder<>& builder, const llvm::IntrinsicInst& call) {
  Value* const x = call.getArgOperand(0);
  return builder.CreateCopySign(builder.CreateUnaryIntrinsic(call.getIntrinsicID(), x), x);
}

// A double divided by a constant: the vector compiler would multiply by the rounded reciprocal, so its intrinsic for a
// correctly rounded division is used. Null: another instruction, or the reciprocal is exact.
Value* quotient_by_constant(llvm::IRBuilder<>& builder, llvm::Instruction& instruction) {
  const llvm::APFloat* divisor = nullptr;
  llvm::Type* const type = instruction.getType();
  if (!type->getScalarType()->isDoubleTy() || !match(&instruction, m_FDiv(m_Value(), m_APFloat(divisor))) ||
      divisor->getExactInverse(nullptr))
    return nullptr;
  return call_intrinsic(builder, "llvm.genx.ieee.div." + name_of_type(type), type,
                        {instruction.getOperand(0), instruction.getOperand(1)});
}

// Null: the vector compiler supports the intrinsic. (For other widths than 8, 16, 32 and 64 bits see
// WidenIllegalIntegers.)
Value* expanded(llvm::IRBuilder<>& builder, const llvm::IntrinsicInst& call, BackEnd back_end) {
  const unsigned bits = call.getType()->getScalarSizeInBits();
  switch (call.getIntrinsicID()) {
  case llvm::Intrinsic::sadd_sat:
  case llvm::Intrinsic::ssub_sat:
    return bits == 8 || bits == 16 || bits == 32 || bits == 64 ? saturate(builder, call) : nullptr;
  case llvm::Intrinsic::fshl:
  case llvm::Intrinsic::fshr:
    return bits == 8 ? shift_bytes(builder, call) : nullptr;
  case llvm::Intrinsic::ctlz:
    return bits == 64 ? count_leading_zeros(builder, call) : nullptr;
  case llvm::Intrinsic::uadd_sat:
    return saturate_at_largest(builder, call);
  case llvm::Intrinsic::usub_sat:
    return saturate_at_zero(builder, call);
  case llvm::Intrinsic::bitreverse:
    return bits == 64 ? reverse_bits(builder, call) : nullptr;
  case llvm::Intrinsic::log:
    return call.getType()->getScalarType()->isFloatTy() ? logarithm(builder, call) : nullptr;
  case llvm::Intrinsic::floor:
  case llvm::Intrinsic::ceil:
    return back_end == BackEnd::vector_compiler && call.getType()->getScalarType()->isDoubleTy()
               ? rounded_with_sign(builder, call)
               : nullptr;
  case llvm::Intrinsic::fmuladd:
    return multiply_and_add(builder, call);
  case llvm::Intrinsic::sadd_with_overflow:
  case llvm::Intrinsic::uadd_with_overflow:
  case llvm::Intrinsic::ssub_with_overflow:
  case llvm::Intrinsic::usub_with_overflow:
    return checked_sum(builder, llvm::cast<llvm::WithOverflowInst>(call));
  case llvm::Intrinsic::smul_with_overflow:
  case llvm::Intrinsic::umul_with_overflow:
    return checked_product(builder, llvm::cast<llvm::WithOverflowInst>(call), back_end);
  default:
    return nullptr;
  }
}

// ---- sums that are clamped ------------------------------------------------------------------------------------------

// An end of the range of i8, i16 or i32.
bool is_limit(const Value* value) {
  const llvm::APInt* number = nullptr;
  if (!match(value, m_APInt(number)))
    return false;
  const std::int64_t signed_number = number->trySExtValue().value_or(0);
  const std::int64_t magnitude = signed_number < 0 ? -signed_number : signed_number + 1;
  return magnitude == std::int64_t(1) << 7 || magnitude == std::int64_t(1) << 15 || magnitude == std::int64_t(1) << 31;
}

bool is_clamped(const Value& sum) {
  for (const llvm::User* user : sum.users()) {
    const llvm::StringRef name = name_of_call(user);
    if ((name.starts_with("llvm.smax.") || name.starts_with("llvm.smin.") || name.starts_with("llvm.genx.smax.") ||
         name.starts_with("llvm.genx.smin.")) &&
        user->getOperand(0) == &sum && is_limit(user->getOperand(1)))
      return true;
  }
  return false;
}

// Whether the value has at least one redundant sign bit.
bool is_narrow(Value* value) {
  const llvm::APInt* distance = nullptr;
  return match(value, m_ZExtOrSExt(m_Value())) ||
         (match(value, m_Shr(m_Value(), m_APInt(distance))) && distance->isStrictlyPositive());
}

// For operands with redundant sign bits, the saturating sum equals the sum. Null: the sum is not clamped.
Value* saturating_sum(llvm::IRBuilder<>& builder, llvm::Instruction& sum) {
  const bool adds = sum.getOpcode() == llvm::Instruction::Add;
  if ((!adds && sum.getOpcode() != llvm::Instruction::Sub) || !sum.getType()->isVectorTy())
    return nullptr;
  Value *const left = sum.getOperand(0), *right = sum.getOperand(1);
  if (!is_narrow(left) || !is_narrow(right) || !is_clamped(sum))
    return nullptr;
  if (!adds)
    right = builder.CreateNeg(right);
  const auto* type = llvm::cast<llvm::FixedVectorType>(sum.getType());
  const std::string name =
      llvm::formatv("llvm.genx.ssadd.sat.v{}i{}", type->getNumElements(), type->getScalarSizeInBits()).str();
  const llvm::FunctionCallee saturating =
      sum.getModule()->getOrInsertFunction(name, sum.getType(), sum.getType(), sum.getType());
  return builder.CreateCall(saturating, {left, right});
}

} // namespace

bool ExpandBuiltins::change(llvm::Function& function) {
  return replace_instructions(function, [&](llvm::Instruction& instruction, llvm::IRBuilder<>& builder) -> Value* {
    const auto* const call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    if (call != nullptr)
      return expanded(builder, *call, back_end);
    Value* const quotient = back_end == BackEnd::vector_compiler ? quotient_by_constant(builder, instruction) : nullptr;
    return quotient != nullptr ? quotient : saturating_sum(builder, instruction);
  });
}

} // namespace xeforge::toolchain::lowering
