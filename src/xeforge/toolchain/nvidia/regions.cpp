// Distribution: regions of registers. Where the offset is known, elements have known locations; where it is not, each lane
// asks for the element that it wants.
#include "xeforge/toolchain/lowering/symbols.hpp"
#include "xeforge/toolchain/nvidia/distribution.hpp"

#include <llvm/IR/Constants.h>

namespace xeforge::toolchain::nvidia {

using llvm::Value;

namespace {

struct Shape {
  int vstride, width, stride;
  int element(int index) const { return index / width * vstride + index % width * stride; }
};

std::optional<Shape> shape_of(const llvm::CallInst& call, unsigned first) {
  const auto vstride = lowering::constant_argument(call, first), width = lowering::constant_argument(call, first + 1),
             stride = lowering::constant_argument(call, first + 2);
  if (!vstride || !width || !stride || *width < 1)
    return std::nullopt;
  return Shape{static_cast<int>(*vstride), static_cast<int>(*width), static_cast<int>(*stride)};
}

} // namespace

// The element of a run-time number, by lane; the vector is cyclic.
Value* Distribution::read_at(const Distributed& whole, Value* index) {
  llvm::IRBuilder<>& builder = code_.builder;
  const bool uniform = code_.is_uniform(index);
  Value* const lane = builder.CreateAnd(index, code_.number(warp_lanes - 1));
  Value* const slot = builder.CreateLShr(index, code_.number(5));
  Value* result = nullptr;
  for (std::size_t i = 0; i < whole.slots.size(); ++i) {
    Value* const here = code_.shuffle(whole.slots[i], lane);
    result = result == nullptr
                 ? here
                 : builder.CreateSelect(builder.CreateICmpEQ(slot, code_.number(static_cast<int>(i))), here, result);
  }
  if (uniform)
    code_.note_uniform(result);
  return result;
}

// (vector, vertical stride, width, stride, byte offset or offsets, parent width)
void Distribution::read_region(const llvm::CallInst& call) {
  const Value *const whole = call.getArgOperand(0), *const offset = call.getArgOperand(4);
  if (is_row_broadcast(&call))
    return; // made where it is used
  const std::optional<Shape> shape = shape_of(call, 1);
  if (!shape)
    return refuse(call, "a region whose strides are not known");
  const int bytes = static_cast<int>(call.getType()->getScalarSizeInBits() / 8);
  const int size = elements_of(whole);
  const auto known_offset = lowering::constant_argument(call, 4);
  if (known_offset && !offset->getType()->isVectorTy()) {
    const int first = static_cast<int>(*known_offset) / bytes;
    const auto source = [&](int index) {
      const int at = first + shape->element(index);
      return at < size ? Source{0, at} : Source{-1, 0};
    };
    if (vector_type(whole) == nullptr)
      return vector_type(&call) == nullptr ? define(call, scalar(whole))
                                           : define(call, splat(scalar(whole), layout_of(&call)));
    if (vector_type(&call) == nullptr)
      return define(call,
                    first < size ? element(vector(whole), first) : llvm::Constant::getNullValue(element_type(&call)));
    return define(call, gathered({vector(whole)}, layout_of(&call), source));
  }
  llvm::IRBuilder<>& builder = code_.builder;
  const Distributed cyclic = as_vector(whole, layouts_.cyclic(size));
  const auto element_of = [&](Value* byte_offset) {
    return builder.CreateUDiv(
        builder.CreateAnd(builder.CreateZExtOrTrunc(byte_offset, builder.getInt32Ty()), code_.number(0xffff)),
        code_.number(bytes));
  };
  if (vector_type(&call) == nullptr) {
    Value* const index = element_of(scalar(offset));
    code_.note_uniform(index);
    return define(call, read_at(cyclic, index));
  }
  const Layout* const layout = layout_of(&call);
  Distributed result{layout, {}};
  const bool by_lane = vector_type(offset) != nullptr;
  const Distributed offsets = by_lane ? vector(offset, layout) : Distributed{};
  for (int slot = 0; slot < layout->slots(); ++slot) {
    Value* index = nullptr;
    if (by_lane) {
      index = element_of(offsets.slots[static_cast<std::size_t>(slot)]);
    } else {
      LaneTable table;
      for (int lane = 0; lane < warp_lanes; ++lane)
        if (const int e = layout->elements(slot)[static_cast<std::size_t>(lane)]; e != no_element)
          table[static_cast<std::size_t>(lane)] = shape->element(e);
      index = builder.CreateAdd(element_of(scalar(offset)), code_.per_lane(table));
    }
    result.slots.push_back(read_at(cyclic, index));
  }
  define(call, std::move(result));
}

// (old vector, values, vertical stride, width, stride, byte offset or offsets, parent width, predicate)
void Distribution::write_region(const llvm::CallInst& call) {
  const Value *const old = call.getArgOperand(0), *const values = call.getArgOperand(1),
                     *const offset = call.getArgOperand(5), *const on = call.getArgOperand(7);
  const std::optional<Shape> shape = shape_of(call, 2);
  if (!shape)
    return refuse(call, "a region whose strides are not known");
  const int bytes = static_cast<int>(call.getType()->getScalarSizeInBits() / 8);
  const int count = elements_of(values), size = elements_of(&call);
  if (vector_type(&call) == nullptr)
    return define(call, code_.builder.CreateSelect(scalar(on), scalar(values), scalar(old)));
  llvm::IRBuilder<>& builder = code_.builder;
  const auto known_offset = lowering::constant_argument(call, 5);
  const auto always = lowering::constant_argument(call, 7);
  if (known_offset && !offset->getType()->isVectorTy() && always && *always != 0) {
    const int first = static_cast<int>(*known_offset) / bytes;
    std::vector<int> writer(static_cast<std::size_t>(size), no_element);
    for (int index = 0; index < count; ++index)
      if (const int at = first + shape->element(index); at < size)
        writer[static_cast<std::size_t>(at)] = index;
    const Layout* const layout = layout_of(&call);
    const Distributed part = vector_type(values) == nullptr ? splat(scalar(values), layouts_.replicated(1))
                             : is_splat(values)             ? vector(values, layouts_.cyclic(count))
                                                            : vector(values);
    const Distributed whole = llvm::isa<llvm::UndefValue>(old) ? Distributed{} : vector(old, layout);
    return define(
        call, gathered({part, whole}, layout, [&](int element) {
          const int index = writer[static_cast<std::size_t>(element)];
          return index != no_element ? Source{0, index} : whole.layout == nullptr ? Source{-1, 0} : Source{1, element};
        }));
  }
  // One value after the other goes to the lane that its location is in.
  const Layout* const layout = layout_of(&call);
  Distributed result = vector(old, layout);
  const Distributed part = as_vector(values, layouts_.cyclic(count));
  const Distributed offsets =
      offset->getType()->isVectorTy() ? as_vector(offset, layouts_.cyclic(count)) : Distributed{};
  const Distributed conditions = as_vector(on, layouts_.cyclic(count));
  for (int index = 0; index < count; ++index) {
    Value* const byte_offset = builder.CreateZExtOrTrunc(
        offsets.layout != nullptr ? element(offsets, index) : scalar(offset), builder.getInt32Ty());
    Value* at = builder.CreateUDiv(builder.CreateAnd(byte_offset, code_.number(0xffff)), code_.number(bytes));
    if (offsets.layout == nullptr)
      at = builder.CreateAdd(at, code_.number(shape->element(index)));
    Value *const value = element(part, index), *const condition = element(conditions, index);
    for (int slot = 0; slot < layout->slots(); ++slot) {
      Value*& here = result.slots[static_cast<std::size_t>(slot)];
      Value* const is_here = builder.CreateAnd(builder.CreateICmpEQ(element_numbers(*layout, slot), at), condition);
      here = builder.CreateSelect(is_here, value, here);
    }
  }
  define(call, std::move(result));
}

bool Distribution::translate_region(const llvm::CallInst& call, llvm::StringRef name) {
  if (name.starts_with("llvm.genx.rdregion"))
    read_region(call);
  else if (name.starts_with("llvm.genx.wrregion"))
    write_region(call);
  else
    return false;
  return true;
}

} // namespace xeforge::toolchain::nvidia
