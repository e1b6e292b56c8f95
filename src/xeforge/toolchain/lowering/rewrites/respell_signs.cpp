#include "xeforge/toolchain/lowering/fence.hpp"
#include "xeforge/toolchain/lowering/passes.hpp"
#include "xeforge/toolchain/lowering/rewrites/moves.hpp"
#include "xeforge/toolchain/lowering/rewrites/replace_instructions.hpp"
#include "xeforge/toolchain/lowering/symbols.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Support/KnownBits.h>

#include <optional>

namespace xeforge::toolchain::lowering {
namespace {

using llvm::Value;

// An operation on unsigned integers whose result would differ for signed ones.
bool is_of_unsigned(const llvm::Instruction& instruction) {
  const llvm::StringRef name = name_of_call(&instruction);
  const unsigned opcode = instruction.getOpcode();
  return opcode == llvm::Instruction::UIToFP || opcode == llvm::Instruction::UDiv ||
         opcode == llvm::Instruction::URem || name.starts_with("llvm.genx.um") || name.starts_with("llvm.um");
}

// An operation that uses all 32 bits of its operands: four bytes each, or both halves.
bool is_of_all_bits(const llvm::Instruction& instruction) {
  const llvm::StringRef name = name_of_call(&instruction);
  return name.contains("dp4a") || name.starts_with("llvm.genx.smulh") || name.starts_with("llvm.genx.umulh");
}

// A number that becomes a larger one with the same value.
struct Extension {
  Value* number; // in the lower bits
  llvm::Type* to;
  unsigned bits; // the number's
  bool is_signed;
};

// An extension by an extension instruction, by shifts, `x << 8 >> 8`, or by masking the lower bits, `x & 255`.
std::optional<Extension> extension_by(const llvm::Instruction& instruction) {
  using namespace llvm::PatternMatch;
  llvm::Type* const to = instruction.getType();
  if (llvm::isa<llvm::SExtInst, llvm::ZExtInst>(instruction)) {
    Value* const number = instruction.getOperand(0);
    return Extension{number, to, number->getType()->getScalarSizeInBits(), llvm::isa<llvm::SExtInst>(instruction)};
  }
  Value* number = nullptr;
  const auto is_a_number = [](unsigned bits) { return bits == 8 || bits == 16 || bits == 32; };
  const llvm::APInt *left = nullptr, *right = nullptr;
  if (match(&instruction, m_And(m_Value(number), m_LowBitMask(left))))
    return is_a_number(left->popcount()) ? std::optional(Extension{number, to, left->popcount(), false}) : std::nullopt;
  if (!match(&instruction, m_AShr(m_Shl(m_Value(number), m_APInt(left)), m_APInt(right))) || *left != *right)
    return std::nullopt;
  const auto bits = to->getScalarSizeInBits() - static_cast<unsigned>(right->getZExtValue());
  return is_a_number(bits) ? std::optional(Extension{number, to, bits, true}) : std::nullopt;
}

// Extends by shifts, with a fence in between, or they would become a sign extension again.
Value* sign_extended(const Extension& extension, llvm::IRBuilder<>& builder) {
  Value* const added = llvm::ConstantInt::get(extension.to, extension.to->getScalarSizeInBits() - extension.bits);
  Value* const high = builder.CreateShl(builder.CreateZExt(extension.number, extension.to), added);
  return builder.CreateAShr(fenced(builder, high), added);
}

// Extends by interleaving each number with copies of its sign, as a bitcast of narrow elements.
Value* extended_by_parts(const Extension& extension, llvm::IRBuilder<>& builder) {
  Value* const number = builder.CreateTrunc(extension.number, extension.to->getWithNewBitWidth(extension.bits));
  Value* const above = extension.is_signed ? builder.CreateAShr(number, extension.bits - 1)
                                           : llvm::Constant::getNullValue(number->getType());
  const auto as_vector = [&](Value* value) {
    return value->getType()->isVectorTy() ? value : builder.CreateVectorSplat(1, value);
  };
  Value* const numbers = as_vector(number);
  const auto* const type = llvm::cast<llvm::FixedVectorType>(numbers->getType());
  const int count = static_cast<int>(type->getNumElements());
  const int parts = static_cast<int>(extension.to->getScalarSizeInBits() / extension.bits);
  llvm::SmallVector<int> places;
  for (int i = 0; i < count * parts; ++i)
    places.push_back(i / parts + (i % parts == 0 ? 0 : count));
  return builder.CreateBitCast(builder.CreateShuffleVector(numbers, as_vector(above), places), extension.to);
}

Value* extended(const llvm::Instruction& instruction, llvm::IRBuilder<>& builder) {
  const std::optional<Extension> extension = extension_by(instruction);
  if (!extension)
    return nullptr;
  if (extension->bits >= 8 && reaches(instruction, is_of_all_bits))
    return extended_by_parts(*extension, builder);
  return extension->is_signed && reaches(instruction, is_of_unsigned) ? sign_extended(*extension, builder) : nullptr;
}

// A value that is known to be an extension of 16 bits, however it was computed; nothing: it is not, or was assembled
// already.
std::optional<Extension> extension_of(Value* value) {
  llvm::Type* const type = value->getType();
  const auto* const cast = llvm::dyn_cast<llvm::BitCastInst>(value);
  if (!type->isIntOrIntVectorTy(32) || !llvm::isa<llvm::Instruction>(value) ||
      (cast != nullptr && cast->getSrcTy()->getScalarSizeInBits() < 32))
    return std::nullopt;
  const llvm::DataLayout& layout = llvm::cast<llvm::Instruction>(value)->getDataLayout();
  if (llvm::computeKnownBits(value, layout).countMinLeadingZeros() >= 16)
    return Extension{value, type, 16, false};
  return llvm::ComputeNumSignBits(value, layout) > 16 ? std::optional(Extension{value, type, 16, true}) : std::nullopt;
}

// The same call with such operands assembled from parts: otherwise the vector compiler computes them in 16 bits and
// extends them. Null: there are no such operands.
Value* of_whole_operands(llvm::Instruction& call, llvm::IRBuilder<>& builder) {
  llvm::Instruction* result = nullptr;
  for (const llvm::Use& operand : llvm::cast<llvm::CallInst>(call).args())
    if (const std::optional<Extension> extension = extension_of(operand.get())) {
      result = result == nullptr ? call.clone() : result;
      result->setOperand(operand.getOperandNo(), extended_by_parts(*extension, builder));
    }
  return result == nullptr ? nullptr : builder.Insert(result);
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

// A product of bytes that is compared, as a truncated product of 16 bits. The finaliser computes 16 bits in any case,
// and would combine the product with a comparison of all 16 bits with 0.
Value* product_of_bytes(const llvm::Instruction& product, llvm::IRBuilder<>& builder) {
  if (!reaches(product, [](const llvm::Instruction& user) { return llvm::isa<llvm::ICmpInst>(user); }))
    return nullptr;
  llvm::Type* const wider = product.getType()->getWithNewBitWidth(16);
  Value* const result = builder.CreateMul(builder.CreateSExt(product.getOperand(0), wider),
                                          builder.CreateSExt(product.getOperand(1), wider));
  return builder.CreateTrunc(fenced(builder, result), product.getType());
}

// A byte's absolute value as that of 16 bits.
Value* absolute_byte(const llvm::CallInst& absolute, llvm::IRBuilder<>& builder) {
  llvm::Type* const type = absolute.getType();
  Value* const number = builder.CreateSExt(absolute.getArgOperand(0), type->getWithNewBitWidth(16));
  return builder.CreateTrunc(builder.CreateBinaryIntrinsic(llvm::Intrinsic::abs, number, builder.getFalse()), type);
}

bool is_negative_or_absolute(const llvm::Instruction& instruction) {
  return name_of_call(&instruction).starts_with("llvm.abs.") ||
         (instruction.getOpcode() == llvm::Instruction::Sub &&
          match(instruction.getOperand(0), llvm::PatternMatch::m_ZeroInt()));
}

// Whether the result for the smallest number is that number itself.
bool wraps(const llvm::Instruction& instruction) {
  return instruction.getOpcode() == llvm::Instruction::Sub
             ? !instruction.hasNoSignedWrap()
             : llvm::cast<llvm::ConstantInt>(instruction.getOperand(1))->isZero();
}

// Whether the result does not depend on bits above the operand's own.
bool drops_what_is_above(const llvm::Instruction& instruction) {
  switch (instruction.getOpcode()) {
  case llvm::Instruction::Add:
  case llvm::Instruction::Sub:
  case llvm::Instruction::Mul:
  case llvm::Instruction::Shl:
  case llvm::Instruction::And:
  case llvm::Instruction::Or:
  case llvm::Instruction::Xor:
  case llvm::Instruction::Trunc:
  case llvm::Instruction::Store:
    return true;
  default:
    return false;
  }
}

// Whether some user of the result would compute something else if it were an operand modifier: users that compute in
// more bits if it wraps, and users of unsigned numbers always.
bool must_be_computed(const llvm::Instruction& instruction) {
  const bool is_wrapping = wraps(instruction);
  return reaches(instruction, [&](const llvm::Instruction& user) {
    return is_of_unsigned(user) || (is_wrapping && !drops_what_is_above(user));
  });
}

// -x as ~x + 1, and |x| as the maximum of x and that.
Value* computed(const llvm::Instruction& instruction, llvm::IRBuilder<>& builder) {
  const bool is_negative = instruction.getOpcode() == llvm::Instruction::Sub;
  Value* const number = instruction.getOperand(is_negative ? 1 : 0);
  Value* const negative =
      builder.CreateAdd(fenced(builder, builder.CreateNot(number)), llvm::ConstantInt::get(number->getType(), 1));
  return is_negative ? negative : builder.CreateBinaryIntrinsic(llvm::Intrinsic::smax, number, negative);
}

// A bool as a signed number is -1; the vector compiler uses 1.
Value* signed_predicate(llvm::Instruction& conversion, llvm::IRBuilder<>& builder) {
  llvm::Type* const type = conversion.getType();
  return builder.CreateSelect(conversion.getOperand(0), llvm::ConstantFP::get(type, -1.0),
                              llvm::ConstantFP::get(type, 0.0));
}

} // namespace

bool RespellSigns::change(llvm::Function& function) {
  return replace_instructions(function, [](llvm::Instruction& instruction, llvm::IRBuilder<>& builder) -> Value* {
    if (Value* const larger = extended(instruction, builder))
      return larger;
    if (is_of_all_bits(instruction))
      return of_whole_operands(instruction, builder);
    if (instruction.getOpcode() == llvm::Instruction::FSub && !instruction.hasNoSignedZeros() &&
        match(instruction.getOperand(0), llvm::PatternMatch::m_PosZeroFP()))
      return taken_from_zero(instruction, builder);
    if (instruction.getOpcode() == llvm::Instruction::SIToFP &&
        instruction.getOperand(0)->getType()->isIntOrIntVectorTy(1))
      return signed_predicate(instruction, builder);
    const bool is_byte = instruction.getType()->isIntOrIntVectorTy(8);
    if (is_byte && instruction.getOpcode() == llvm::Instruction::Mul)
      return product_of_bytes(instruction, builder);
    if (is_byte && name_of_call(&instruction).starts_with("llvm.abs."))
      return absolute_byte(llvm::cast<llvm::CallInst>(instruction), builder);
    if (is_negative_or_absolute(instruction) && must_be_computed(instruction))
      return computed(instruction, builder);
    return is_byte && instruction.getOpcode() == llvm::Instruction::SRem ? remainder_of_bytes(instruction, builder)
                                                                         : nullptr;
  });
}

} // namespace xeforge::toolchain::lowering
