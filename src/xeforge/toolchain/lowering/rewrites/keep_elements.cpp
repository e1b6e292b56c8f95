#include "xeforge/toolchain/lowering/fence.hpp"
#include "xeforge/toolchain/lowering/passes.hpp"
#include "xeforge/toolchain/lowering/rewrites/replace_instructions.hpp"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Instructions.h>

namespace xeforge::toolchain::lowering {
namespace {

using llvm::Type;
using llvm::Value;

// The one type of all numbers in it; null where there are several.
Type* element_of(Type* type) {
  if (auto* const structure = llvm::dyn_cast<llvm::StructType>(type)) {
    Type* found = nullptr;
    for (Type* member : structure->elements()) {
      Type* const element = element_of(member);
      if (element == nullptr || (found != nullptr && found != element))
        return nullptr;
      found = element;
    }
    return found;
  }
  if (const auto* const array = llvm::dyn_cast<llvm::ArrayType>(type))
    return element_of(array->getElementType());
  return type->getScalarType();
}

bool is_of_numbers(const Type* type) { return type->isIntOrIntVectorTy() || type->isFPOrFPVectorTy(); }

// What numbers of this type are of the variable that the address belongs to: a vector of smaller ones, or null.
Type* elements_at(const Value* address, const Type* type) {
  const auto* const variable = llvm::dyn_cast<llvm::AllocaInst>(llvm::getUnderlyingObject(address));
  Type* const element = variable == nullptr ? nullptr : element_of(variable->getAllocatedType());
  if (element == nullptr || !is_of_numbers(element) || !is_of_numbers(type))
    return nullptr;
  const unsigned each = element->getScalarSizeInBits(), wider = type->getScalarSizeInBits();
  return each >= 8 && each < wider && wider % each == 0 ? as_elements(type, element) : nullptr;
}

} // namespace

// Fences stand between, or the vector compiler would make larger numbers of them again.
bool KeepElements::change(llvm::Function& function) {
  return replace_instructions(function, [](llvm::Instruction& instruction, llvm::IRBuilder<>& builder) -> Value* {
    if (auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      Type* const elements = load->isSimple() ? elements_at(load->getPointerOperand(), load->getType()) : nullptr;
      if (elements == nullptr)
        return nullptr;
      Value* const loaded = builder.CreateAlignedLoad(elements, load->getPointerOperand(), load->getAlign());
      return builder.CreateBitCast(fenced(builder, loaded), load->getType());
    }
    if (auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      Value* const stored = store->getValueOperand();
      Type* const elements = store->isSimple() ? elements_at(store->getPointerOperand(), stored->getType()) : nullptr;
      if (elements != nullptr)
        return stored_as(*store, fenced(builder, builder.CreateBitCast(stored, elements)), builder);
    }
    return nullptr;
  });
}

} // namespace xeforge::toolchain::lowering
