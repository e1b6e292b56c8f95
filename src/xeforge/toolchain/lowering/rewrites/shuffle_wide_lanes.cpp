#include "xeforge/toolchain/lowering/passes.hpp"
#include "xeforge/toolchain/lowering/rewrites/replace_instructions.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/PatternMatch.h>

#include <numeric>

namespace xeforge::toolchain::lowering {
namespace {

using namespace llvm::PatternMatch;

// Bits of a vector, starting at bit `first`.
struct Bits {
  llvm::Value* vector = nullptr;
  std::uint64_t first = 0;
};

// A lane of a vector bitcast to wide integers, or the truncation of a vector bitcast to one integer and shifted right.
Bits wide_bits(llvm::Value* value) {
  Bits bits;
  llvm::Instruction* lane = nullptr;
  if (match(value, m_CombineAnd(m_Instruction(lane),
                                m_ExtractElt(m_BitCast(m_Value(bits.vector)), m_ConstantInt(bits.first)))) &&
      value->getType()->getScalarSizeInBits() > 64) {
    bits.first *= value->getType()->getScalarSizeInBits();
    return bits;
  }
  llvm::Value* whole = nullptr;
  bits.first = 0;
  if (match(value, m_Trunc(m_CombineOr(m_LShr(m_Value(whole), m_ConstantInt(bits.first)), m_Value(whole)))) &&
      whole->getType()->isIntegerTy() && whole->getType()->getScalarSizeInBits() > 64 &&
      match(whole, m_BitCast(m_Value(bits.vector))) && bits.vector->getType()->isVectorTy())
    return bits;
  return {};
}

// The bits as elements of a type; if they begin inside an element, they are read in parts of elements. Null if these
// parts are not whole bytes, and for bits beyond the vector, where zeros are shifted in.
llvm::Value* elements_of(const Bits& bits, llvm::Type* type, llvm::IRBuilder<>& builder) {
  const std::uint64_t all = bits.vector->getType()->getPrimitiveSizeInBits(), count = type->getPrimitiveSizeInBits();
  const std::uint64_t size = std::gcd<std::uint64_t>(type->getScalarSizeInBits(), bits.first);
  if (size % 8 != 0 || all % size != 0 || bits.first + count > all)
    return nullptr;
  llvm::Type* const part = size == type->getScalarSizeInBits() ? type->getScalarType() : builder.getIntNTy(size);
  llvm::Value* const parts = builder.CreateBitCast(bits.vector, as_elements(bits.vector->getType(), part));
  if (type == part)
    return builder.CreateExtractElement(parts, bits.first / size);
  llvm::SmallVector<int> lanes(count / size);
  std::iota(lanes.begin(), lanes.end(), static_cast<int>(bits.first / size));
  return builder.CreateBitCast(builder.CreateShuffleVector(parts, lanes), type);
}

// Replaces a store of the bits as one integer by a store of elements like the vector's, or of bytes if it ends inside
// an element; null for other stores.
llvm::Value* stored_elements(llvm::StoreInst& store, llvm::IRBuilder<>& builder) {
  llvm::Type* const type = store.getValueOperand()->getType();
  const Bits bits =
      type->isIntegerTy() && type->getScalarSizeInBits() > 64 ? wide_bits(store.getValueOperand()) : Bits{};
  if (bits.vector == nullptr)
    return nullptr;
  llvm::Type* const own = bits.vector->getType()->getScalarType();
  llvm::Type* const element = type->getScalarSizeInBits() % own->getScalarSizeInBits() == 0 ? own : builder.getInt8Ty();
  llvm::Value* const elements = elements_of(bits, as_elements(type, element), builder);
  return elements == nullptr ? nullptr : stored_as(store, elements, builder);
}

} // namespace

bool ShuffleWideLanes::change(llvm::Function& function) {
  return replace_instructions(function, [](llvm::Instruction& instruction, llvm::IRBuilder<>& builder) -> llvm::Value* {
    if (auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
      return stored_elements(*store, builder);
    const bool is_vector = llvm::isa<llvm::BitCastInst>(instruction) && instruction.getType()->isVectorTy();
    const bool is_number = llvm::isa<llvm::TruncInst>(instruction) && instruction.getType()->isIntegerTy() &&
                           instruction.getType()->getScalarSizeInBits() <= 64;
    if (!is_vector && !is_number)
      return nullptr;
    const Bits bits = wide_bits(is_vector ? instruction.getOperand(0) : &instruction);
    return bits.vector == nullptr ? nullptr : elements_of(bits, instruction.getType(), builder);
  });
}

} // namespace xeforge::toolchain::lowering
