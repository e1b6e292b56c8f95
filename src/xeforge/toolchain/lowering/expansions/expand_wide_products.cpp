#include "xeforge/toolchain/lowering/passes.hpp"
#include "xeforge/toolchain/lowering/rewrites/replace_instructions.hpp"

#include <llvm/IR/PatternMatch.h>

#include <optional>

namespace xeforge::toolchain::lowering {
namespace {

using namespace llvm::PatternMatch;
using llvm::Value;

constexpr unsigned most = 128, half = most / 2, quarter = half / 2;

// A wide factor whose value fits into 64 bits: an extended number, or a constant.
struct Factor {
  Value* number;
  bool is_signed;
};
std::optional<Factor> factor_of(llvm::IRBuilder<>& builder, Value* factor) {
  llvm::Type* const type = factor->getType()->getWithNewBitWidth(half);
  Value* narrow = nullptr;
  const llvm::APInt* constant = nullptr;
  if (match(factor, m_ZExt(m_Value(narrow))) && narrow->getType()->getScalarSizeInBits() <= half)
    return Factor{builder.CreateZExt(narrow, type), false};
  if (match(factor, m_SExt(m_Value(narrow))) && narrow->getType()->getScalarSizeInBits() <= half)
    return Factor{builder.CreateSExt(narrow, type), true};
  if (match(factor, m_APInt(constant)) && (constant->isIntN(half) || constant->isSignedIntN(half)))
    return Factor{llvm::ConstantInt::get(type, constant->trunc(half)), !constant->isIntN(half)};
  return std::nullopt;
}

// The upper half of a product, from four products of 32-bit halves.
Value* upper_half(llvm::IRBuilder<>& builder, const Factor& a, const Factor& b) {
  llvm::Type* const type = a.number->getType();
  const auto low = [&](Value* x) { return builder.CreateAnd(x, llvm::ConstantInt::get(type, 0xffffffff)); };
  const auto high = [&](Value* x) { return builder.CreateLShr(x, quarter); };
  Value *const a_low = low(a.number), *const a_high = high(a.number);
  Value *const b_low = low(b.number), *const b_high = high(b.number);
  Value *const cross = builder.CreateMul(a_high, b_low), *const other = builder.CreateMul(a_low, b_high);
  Value* const middle =
      builder.CreateAdd(builder.CreateAdd(high(builder.CreateMul(a_low, b_low)), low(cross)), low(other));
  Value* upper = builder.CreateAdd(builder.CreateMul(a_high, b_high), high(middle));
  upper = builder.CreateAdd(builder.CreateAdd(upper, high(cross)), high(other));
  // A negative factor is 2^64 less than its bits as an unsigned number.
  const auto take_back = [&](const Factor& factor, Value* times) {
    if (factor.is_signed)
      upper = builder.CreateSub(upper, builder.CreateAnd(builder.CreateAShr(factor.number, half - 1), times));
  };
  take_back(a, b.number);
  take_back(b, a.number);
  return upper;
}

// Up to 64 bits of a wider product, starting at some bit; null for other instructions.
Value* part_of_product(llvm::IRBuilder<>& builder, llvm::Instruction& part) {
  Value *shifted = nullptr, *product = nullptr, *a = nullptr, *b = nullptr;
  const llvm::APInt* shift = nullptr;
  if (part.getType()->getScalarSizeInBits() > half || !match(&part, m_Trunc(m_Value(shifted))))
    return nullptr;
  const unsigned whole = shifted->getType()->getScalarSizeInBits();
  if (whole <= half || whole > most)
    return nullptr;
  std::uint64_t from = 0;
  product = shifted;
  if (match(shifted, m_Shr(m_Value(product), m_APInt(shift))))
    from = shift->getLimitedValue(whole);
  const std::uint64_t bits = part.getType()->getScalarSizeInBits();
  if (!match(product, m_Mul(m_Value(a), m_Value(b))) || from + bits > whole)
    return nullptr;
  const auto x = factor_of(builder, a), y = factor_of(builder, b);
  if (!x || !y)
    return nullptr;
  const auto from_bit = [&](Value* value, std::uint64_t bit) {
    return bit == 0 ? value : builder.CreateLShr(value, bit);
  };
  if (from >= half)
    return builder.CreateTrunc(from_bit(upper_half(builder, *x, *y), from - half), part.getType());
  Value* result = from_bit(builder.CreateMul(x->number, y->number), from);
  if (from + bits > half)
    result = builder.CreateOr(result, builder.CreateShl(upper_half(builder, *x, *y), half - from));
  return builder.CreateTrunc(result, part.getType());
}

} // namespace

bool ExpandWideProducts::change(llvm::Function& function) {
  return replace_instructions(function, [](llvm::Instruction& instruction, llvm::IRBuilder<>& builder) {
    return part_of_product(builder, instruction);
  });
}

} // namespace xeforge::toolchain::lowering
