// Distribution: values, and moving them between layouts.
#include "xeforge/toolchain/lowering/checks/refusal.hpp"
#include "xeforge/toolchain/nvidia/distribution.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <bit>

namespace xeforge::toolchain::nvidia {

using llvm::Value;

// ---- types ----------------------------------------------------------------------------------------------------------
namespace {
unsigned target_memory(unsigned spir_memory) {
  switch (spir_memory) {
  case spir::global:
  case spir::constant:
    return ptx::global;
  case spir::local:
    return ptx::shared;
  default:
    return ptx::generic;
  }
}
} // namespace

llvm::Type* TargetTypes::type(llvm::Type* from) {
  if (const auto* pointer = llvm::dyn_cast<llvm::PointerType>(from))
    return llvm::PointerType::get(from->getContext(), target_memory(pointer->getAddressSpace()));
  if (const auto* array = llvm::dyn_cast<llvm::ArrayType>(from))
    return llvm::ArrayType::get(type(array->getElementType()), array->getNumElements());
  if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(from))
    return llvm::FixedVectorType::get(type(vector->getElementType()), vector->getNumElements());
  auto* const structure = llvm::dyn_cast<llvm::StructType>(from);
  if (structure == nullptr || structure->isOpaque())
    return from;
  llvm::Type*& known = structures_[from];
  if (known == nullptr) {
    llvm::SmallVector<llvm::Type*> members;
    for (llvm::Type* member : structure->elements())
      members.push_back(type(member));
    // The map may have moved.
    structures_[from] = llvm::StructType::get(from->getContext(), members, structure->isPacked());
    return structures_[from];
  }
  return known;
}

llvm::GlobalVariable* TargetTypes::variable(llvm::GlobalVariable& from) {
  llvm::GlobalVariable*& known = variables_[&from];
  if (known == nullptr) {
    llvm::Type* const content = type(from.getValueType());
    llvm::Constant* const first = from.hasInitializer() && content == from.getValueType() ? from.getInitializer()
                                  : from.hasInitializer() && from.getInitializer()->isNullValue()
                                      ? llvm::Constant::getNullValue(content)
                                      : nullptr;
    known = new llvm::GlobalVariable(
        *from.getParent(), content, from.isConstant(),
        first == nullptr ? llvm::GlobalValue::ExternalLinkage : llvm::GlobalValue::InternalLinkage, first, "variable",
        nullptr, llvm::GlobalValue::NotThreadLocal,
        target_memory(from.getAddressSpace()) == ptx::generic ? ptx::global : target_memory(from.getAddressSpace()));
    known->setAlignment(from.getAlign());
  }
  return known;
}

// ---- reading values -------------------------------------------------------------------------------------------------
const Distribution::Vector* Distribution::vector_type(const Value* value) {
  const auto* const type = llvm::dyn_cast<Vector>(value->getType());
  return type == nullptr || type->getNumElements() == 1 ? nullptr : type;
}
int Distribution::elements_of(const Value* value) {
  const Vector* const type = vector_type(value);
  return type == nullptr ? 1 : static_cast<int>(type->getNumElements());
}
llvm::Type* Distribution::element_type(const Value* value) { return types_.type(value->getType()->getScalarType()); }

Value* Distribution::constant_scalar(const llvm::Constant* constant) {
  llvm::Type* from = constant->getType();
  if (const auto* one = llvm::dyn_cast<Vector>(from)) {
    if (llvm::isa<llvm::UndefValue>(constant))
      return llvm::Constant::getNullValue(types_.type(one->getElementType()));
    return constant_scalar(constant->getAggregateElement(0U));
  }
  llvm::Type* const type = types_.type(from);
  // What is not known is 0: an undefined value would make of a whole register an undefined one.
  if (llvm::isa<llvm::UndefValue>(constant) || constant->isNullValue())
    return llvm::Constant::getNullValue(type);
  if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(constant)) {
    llvm::GlobalVariable* const made = types_.variable(const_cast<llvm::GlobalVariable&>(*variable));
    return code_.builder.CreateAddrSpaceCast(made, type);
  }
  if (const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(constant)) {
    llvm::Instruction* const plain = const_cast<llvm::ConstantExpr*>(expression)->getAsInstruction();
    llvm::SmallVector<Value*> operands;
    for (const Value* operand : plain->operand_values())
      operands.push_back(scalar(operand));
    Value* const made = one(*plain, operands);
    plain->deleteValue();
    return made;
  }
  return const_cast<llvm::Constant*>(constant);
}

Value* Distribution::scalar(const Value* value) {
  if (const auto* constant = llvm::dyn_cast<llvm::Constant>(value)) {
    Value* const made = constant_scalar(constant);
    code_.note_uniform(made);
    return made;
  }
  return scalars_.lookup(value);
}

Distributed Distribution::constant_vector(const llvm::Constant* constant, const Layout* layout) {
  Distributed result{layout, {}};
  llvm::Type* const type = types_.type(constant->getType()->getScalarType());
  const auto width = static_cast<unsigned>(code_.module.getDataLayout().getTypeSizeInBits(type).getFixedValue());
  for (int slot = 0; slot < layout->slots(); ++slot) {
    std::array<LaneTable, 2> words; // the lower and the upper half of what is wider than 32 bits
    llvm::Constant* same = nullptr;
    bool all_same = true;
    for (int lane = 0; lane < warp_lanes; ++lane) {
      const int index = layout->elements(slot)[static_cast<std::size_t>(lane)];
      llvm::Constant* const entry =
          index == no_element ? nullptr : constant->getAggregateElement(static_cast<unsigned>(index));
      if (entry == nullptr || llvm::isa<llvm::UndefValue>(entry))
        continue;
      all_same = all_same && (same == nullptr || same == entry);
      same = entry;
      llvm::APInt bits(64, 0);
      if (const auto* integer = llvm::dyn_cast<llvm::ConstantInt>(entry))
        bits = integer->getValue().sextOrTrunc(64);
      else if (const auto* real = llvm::dyn_cast<llvm::ConstantFP>(entry))
        bits = real->getValueAPF().bitcastToAPInt().zextOrTrunc(64);
      words[0][static_cast<std::size_t>(lane)] = static_cast<int>(bits.trunc(32).getZExtValue());
      words[1][static_cast<std::size_t>(lane)] = static_cast<int>(bits.lshr(32).trunc(32).getZExtValue());
    }
    if (all_same) {
      result.slots.push_back(same == nullptr ? llvm::Constant::getNullValue(type) : constant_scalar(same));
      continue;
    }
    llvm::IRBuilder<>& builder = code_.builder;
    if (width > 32) {
      result.slots.push_back(code_.joined_bits({code_.per_lane(words[0]), code_.per_lane(words[1])}, type));
    } else {
      Value* const bits = builder.CreateTrunc(code_.per_lane(words[0]), builder.getIntNTy(width));
      result.slots.push_back(builder.CreateBitCast(bits, type));
    }
  }
  return result;
}

Distributed Distribution::vector(const Value* value, const Layout* layout) {
  if (const auto* constant = llvm::dyn_cast<llvm::Constant>(value))
    return constant_vector(constant, layout);
  if (is_row_broadcast(value)) {
    const int columns = elements_of(value) / tile_height;
    const Value* const rows = llvm::cast<llvm::CallInst>(value)->getArgOperand(0);
    return gathered({vector(rows)}, layout, [&](int index) { return Source{0, index / columns}; });
  }
  return move(vectors_.lookup(value), layout);
}

// Scalars as vectors of one element.
Distributed Distribution::as_vector(const Value* value, const Layout* layout) {
  if (vector_type(value) != nullptr)
    return vector(value, layout);
  return splat(scalar(value), layout);
}

void Distribution::define(const Value& value, Value* scalar) {
  code_.note_uniform(scalar);
  scalars_[&value] = scalar;
}
void Distribution::define(const Value& value, Distributed vector) { vectors_[&value] = std::move(vector); }

// ---- moving ---------------------------------------------------------------------------------------------------------
Distributed Distribution::splat(Value* scalar, const Layout* layout) {
  return {layout, llvm::SmallVector<Value*>(static_cast<std::size_t>(layout->slots()), scalar)};
}

std::uint32_t Distribution::lanes_with_elements(const Layout& layout, int slot) {
  std::uint32_t lanes = 0;
  for (int lane = 0; lane < warp_lanes; ++lane)
    if (layout.elements(slot)[static_cast<std::size_t>(lane)] != no_element)
      lanes |= std::uint32_t{1} << lane;
  return lanes;
}

// Lanes without an element get the number of one that another lane has, so that it is never out of range.
Value* Distribution::element_numbers(const Layout& layout, int slot) {
  LaneTable table;
  const std::uint32_t lanes = lanes_with_elements(layout, slot);
  for (int lane = 0; lane < warp_lanes; ++lane)
    if (const int index = layout.elements(slot)[static_cast<std::size_t>(lane)]; index != no_element)
      table[static_cast<std::size_t>(lane)] = index;
  Value* const number = code_.per_lane(table);
  if (lanes == 0xffffffff)
    return number;
  const int first = *table[static_cast<std::size_t>(std::countr_zero(lanes))];
  return code_.builder.CreateSelect(code_.is_in(lanes), number, code_.number(first));
}

Value* Distribution::gathered_slot(llvm::ArrayRef<Distributed> from, const Layout* layout, int slot,
                                   const std::function<Source(int)>& source) {
  struct Part {
    Value* value;
    LaneTable lanes;
    std::uint32_t users = 0;
  };
  std::vector<Part> parts;
  for (int lane = 0; lane < warp_lanes; ++lane) {
    const int index = layout->elements(slot)[static_cast<std::size_t>(lane)];
    const Source origin = index == no_element ? Source{-1, 0} : source(index);
    if (origin.vector < 0)
      continue;
    const Distributed& whole = from[static_cast<std::size_t>(origin.vector)];
    const Location location = whole.layout->location(origin.element);
    Value* const value = whole.slots[static_cast<std::size_t>(location.slot)];
    auto found = llvm::find_if(parts, [&](const Part& part) { return part.value == value; });
    if (found == parts.end()) {
      parts.push_back({value, {}});
      found = std::prev(parts.end());
    }
    found->users |= std::uint32_t{1} << lane;
    found->lanes[static_cast<std::size_t>(lane)] = whole.layout->nearest_lane(location, lane);
  }
  if (parts.empty())
    return llvm::Constant::getNullValue(from[0].slots[0]->getType());
  Value* result = nullptr;
  for (const Part& part : parts) {
    Value* const moved = code_.shuffle(part.value, part.lanes);
    result = result == nullptr ? moved : code_.builder.CreateSelect(code_.is_in(part.users), moved, result);
  }
  return result;
}

Distributed Distribution::gathered(llvm::ArrayRef<Distributed> from, const Layout* layout,
                                   const std::function<Source(int)>& source) {
  Distributed result{layout, {}};
  for (int slot = 0; slot < layout->slots(); ++slot)
    result.slots.push_back(gathered_slot(from, layout, slot, source));
  return result;
}

Distributed Distribution::move(const Distributed& from, const Layout* layout) {
  if (from.layout == layout)
    return from;
  return gathered(from, layout, [](int element) { return Source{0, element}; });
}

Value* Distribution::element(const Distributed& from, int index) {
  const Location location = from.layout->location(index);
  Value* const slot = from.slots[static_cast<std::size_t>(location.slot)];
  if (location.lane == every_lane)
    return slot;
  LaneTable table;
  table.fill(location.lane);
  return code_.shuffle(slot, table);
}

} // namespace xeforge::toolchain::nvidia
