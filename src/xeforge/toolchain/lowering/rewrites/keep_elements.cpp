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

// The type of all scalars in `type`; null if there are several.
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

// The scalar type of the variable at this address, if it is narrower than `bits`; otherwise null.
Type* element_of_variable(const Value* place, unsigned bits) {
  const auto* const variable = llvm::dyn_cast<llvm::AllocaInst>(place);
  Type* const element = variable == nullptr ? nullptr : element_of(variable->getAllocatedType());
  if (element == nullptr || !is_of_numbers(element))
    return nullptr;
  const unsigned each = element->getScalarSizeInBits();
  return each >= 8 && each < bits && bits % each == 0 ? element : nullptr;
}

bool is_capture(const Value* place) {
  const auto* const argument = llvm::dyn_cast<llvm::Argument>(place);
  return argument != nullptr && argument->hasByValAttr();
}

// The type with which a load or store of this type accesses memory: a vector of narrower scalars, or null for no
// change.
template <class Access>
Type* smaller_numbers(const Access& access, Type* numbers) {
  if (numbers == nullptr || access.isAtomic())
    return nullptr;
  const Value* const place = llvm::getUnderlyingObject(access.getPointerOperand());
  const unsigned bits = numbers->getScalarSizeInBits();
  Type* element = access.isVolatile() ? nullptr : element_of_variable(place, bits);
  const std::uint64_t aligned = 8 * access.getAlign().value();
  const std::uint64_t each = element == nullptr ? bits : element->getScalarSizeInBits();
  if (aligned < each && each % aligned == 0 && !is_capture(place))
    element = Type::getIntNTy(numbers->getContext(), static_cast<unsigned>(aligned));
  return element == nullptr ? nullptr : as_elements(numbers, element);
}

// The type as integers or floating-point numbers: pointers become integers; null for other types.
Type* as_numbers(Type* type, const llvm::DataLayout& layout) {
  if (type->isPointerTy())
    return layout.getIntPtrType(type);
  return is_of_numbers(type) ? type : nullptr;
}

Value* loaded(llvm::LoadInst& load, llvm::IRBuilder<>& builder) {
  Type* const numbers = as_numbers(load.getType(), load.getDataLayout());
  Type* const elements = smaller_numbers(load, numbers);
  if (elements == nullptr)
    return nullptr;
  Value* const parts =
      builder.CreateAlignedLoad(elements, load.getPointerOperand(), load.getAlign(), load.isVolatile());
  Value* const whole = builder.CreateBitCast(fenced(builder, parts), numbers);
  return load.getType()->isPointerTy() ? builder.CreateIntToPtr(whole, load.getType()) : whole;
}

Value* stored(llvm::StoreInst& store, llvm::IRBuilder<>& builder) {
  Value* const value = store.getValueOperand();
  Type* const numbers = as_numbers(value->getType(), store.getDataLayout());
  Type* const elements = smaller_numbers(store, numbers);
  if (elements == nullptr)
    return nullptr;
  Value* const whole = value->getType()->isPointerTy() ? builder.CreatePtrToInt(value, numbers) : value;
  return stored_as(store, fenced(builder, builder.CreateBitCast(whole, elements)), builder);
}

} // namespace

// With fences in between, or the vector compiler would merge them into wider integers again.
bool KeepElements::change(llvm::Function& function) {
  return replace_instructions(function, [](llvm::Instruction& instruction, llvm::IRBuilder<>& builder) -> Value* {
    if (auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
      return loaded(*load, builder);
    auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
    return store == nullptr ? nullptr : stored(*store, builder);
  });
}

} // namespace xeforge::toolchain::lowering
