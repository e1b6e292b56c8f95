#include "xeforge/toolchain/lowering/passes.hpp"

#include "xeforge/toolchain/lowering/checks/refusal.hpp"

#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/FormatVariadic.h>

#include <algorithm>

namespace xeforge::toolchain::lowering {
namespace {

// The width of the widest integer in a type. Named struct types are only accessed member by member, so they do not
// count.
unsigned widest_integer(const llvm::Type* type) {
  if (const auto* integer = llvm::dyn_cast<llvm::IntegerType>(type))
    return integer->getBitWidth();
  if (const auto* structure = llvm::dyn_cast<llvm::StructType>(type); structure != nullptr && structure->hasName())
    return 0;
  unsigned widest = 0;
  for (const llvm::Type* part : type->subtypes())
    widest = std::max(widest, widest_integer(part));
  return widest;
}

unsigned widest_integer(const llvm::Instruction& instruction) {
  unsigned widest = widest_integer(instruction.getType());
  for (const llvm::Value* operand : instruction.operands())
    widest = std::max(widest, widest_integer(operand->getType()));
  if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
    widest = std::max(widest, widest_integer(variable->getAllocatedType()));
  if (const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction))
    widest = std::max(widest, widest_integer(address->getSourceElementType()));
  return widest;
}

unsigned predicate_lanes(const llvm::Type* type) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector != nullptr && vector->getElementType()->isIntegerTy(1) ? vector->getNumElements() : 0;
}

// The lanes of a predicate vector that is bitcast to an integer or from one; 0 for other instructions.
unsigned packed_lanes(const llvm::Instruction& instruction) {
  const auto* cast = llvm::dyn_cast<llvm::BitCastInst>(&instruction);
  return cast == nullptr ? 0 : std::max(predicate_lanes(cast->getSrcTy()), predicate_lanes(cast->getDestTy()));
}

} // namespace

bool CheckTypes::change(llvm::Function& function) {
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    if (const unsigned bits = widest_integer(instruction); bits > 64)
      refuse(instruction, llvm::formatv("an integer of {} bits", bits),
             "integers of at most 64 bits (for raw bits use a simd of smaller elements)");
    if (const unsigned lanes = packed_lanes(instruction); lanes != 0 && lanes != 8 && lanes != 16 && lanes != 32)
      refuse(instruction, llvm::formatv("a mask of {} lanes packed into an integer", lanes), "8, 16 or 32 lanes");
  }
  return false;
}

} // namespace xeforge::toolchain::lowering
