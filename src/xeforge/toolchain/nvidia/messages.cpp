// Distribution: messages to memory: blocks, by lane, and atomics, global and in shared local memory.
//
// Operands are (predicate, operation, cache hints, scale 1, offset, data size, vector size, order, mask, addresses,
// ...). Loads that are not to be cached are asked for each time; other hints, and prefetches, are left out: no result depends
// on them.
#include "xeforge/toolchain/lowering/symbols.hpp"
#include "xeforge/toolchain/nvidia/distribution.hpp"
#include "xeforge/toolchain/nvidia/ptx_instructions.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/FormatVariadic.h>

#include <bit>

namespace xeforge::toolchain::nvidia {

using llvm::Value;

namespace {

enum Operand : unsigned {
  predicate = 0,
  operation = 1,
  first_level_hint = 2,
  offset = 5,
  data_size = 6,
  order = 8,
  addresses = 10,
  data = 11
};
constexpr long long order_of_blocks = 2, uncached = 1;

int unit_bits(const llvm::CallInst& call) {
  switch (lowering::constant_argument(call, data_size).value_or(0)) {
  case 1:
  case 5:
    return 8;
  case 2:
  case 6:
    return 16;
  case 3:
    return 32;
  case 4:
    return 64;
  default:
    return 0;
  }
}

// Which of the addresses an element has, and how many units beyond.
struct MessageShape {
  bool is_block;
  int address_count;
  int address(int element) const { return is_block ? 0 : element % address_count; }
  int units(int element) const { return is_block ? element : element / address_count; }
};

} // namespace

Value* Distribution::message_address(Value* number, bool local) {
  return local ? shared_address(number) : code_.builder.CreateIntToPtr(number, code_.builder.getPtrTy(ptx::global));
}

namespace {
// Bytes beyond the address for the elements of one register.
LaneTable beyond(const Layout& layout, int slot, const MessageShape& shape, int bytes, int start) {
  LaneTable table;
  for (int lane = 0; lane < warp_lanes; ++lane)
    if (const int e = layout.elements(slot)[static_cast<std::size_t>(lane)]; e != no_element)
      table[static_cast<std::size_t>(lane)] = shape.units(e) * bytes + start;
  return table;
}
} // namespace

void Distribution::translate_load_message(const llvm::CallInst& call, bool local, bool merges) {
  llvm::IRBuilder<>& builder = code_.builder;
  const int bits = unit_bits(call), count = elements_of(&call);
  if (bits == 0)
    return refuse(call, "a message of this size of elements");
  const MessageShape shape{lowering::constant_argument(call, order).value_or(0) == order_of_blocks,
                           elements_of(call.getArgOperand(addresses))};
  const int start = static_cast<int>(lowering::constant_argument(call, offset).value_or(0));
  const Layout* const layout = count == 1 ? layouts_.replicated(1) : layout_of(&call);
  const Caching caching =
      lowering::constant_argument(call, first_level_hint).value_or(0) == uncached ? Caching::none : Caching::usual;
  order_memory(false);
  llvm::Type *const unit = builder.getIntNTy(static_cast<unsigned>(bits)), *const type = element_type(&call);
  const auto by_address = [&](unsigned operand) {
    const Value* const value = call.getArgOperand(operand);
    if (vector_type(value) == nullptr)
      return splat(scalar(value), layout);
    return gathered({vector(value)}, layout, [&](int e) { return Source{0, shape.address(e)}; });
  };
  const Distributed lane_addresses = by_address(addresses), conditions = by_address(predicate);
  const Value* const old_value = merges ? call.getArgOperand(12) : nullptr;
  const Distributed old = merges ? as_vector(old_value, layout) : splat(llvm::Constant::getNullValue(type), layout);
  Distributed result{layout, {}};
  for (int slot = 0; slot < layout->slots(); ++slot) {
    const auto at = static_cast<std::size_t>(slot);
    const std::uint32_t lanes = lanes_with_elements(*layout, slot);
    Value* further = code_.per_lane(beyond(*layout, slot, shape, bits / 8, start));
    Value* on = conditions.slots[at];
    if (shape.is_block && lanes != 0xffffffff) // the others read what the first lane reads
      further = builder.CreateSelect(
          code_.is_in(lanes), further,
          code_.number(start + shape.units(layout->elements(slot)[static_cast<std::size_t>(std::countr_zero(lanes))]) *
                                   bits / 8));
    else
      on = builder.CreateAnd(on, code_.is_in(lanes));
    Value* const number = builder.CreateAdd(lane_addresses.slots[at],
                                            builder.CreateSExtOrTrunc(further, lane_addresses.slots[at]->getType()));
    Value* const before =
        builder.CreateTrunc(builder.CreateBitCast(old.slots[at], builder.getIntNTy(type->getScalarSizeInBits())), unit);
    Value* const loaded = load_if(on, message_address(number, local), unit, before, caching);
    result.slots.push_back(
        builder.CreateBitCast(builder.CreateZExt(loaded, builder.getIntNTy(type->getScalarSizeInBits())), type));
  }
  if (count == 1)
    return define(call, result.slots[0]);
  define(call, std::move(result));
}

void Distribution::translate_store_message(const llvm::CallInst& call, bool local) {
  llvm::IRBuilder<>& builder = code_.builder;
  const Value* const value = call.getArgOperand(data);
  const int bits = unit_bits(call), count = elements_of(value);
  if (bits == 0)
    return refuse(call, "a message of this size of elements");
  const MessageShape shape{lowering::constant_argument(call, order).value_or(0) == order_of_blocks,
                           elements_of(call.getArgOperand(addresses))};
  const int start = static_cast<int>(lowering::constant_argument(call, offset).value_or(0));
  const Layout* const layout = count == 1                         ? layouts_.replicated(1)
                               : llvm::isa<llvm::Constant>(value) ? layouts_.cyclic(count)
                                                                  : layout_of(value);
  order_memory(true);
  const auto by_address = [&](unsigned operand) {
    const Value* const each = call.getArgOperand(operand);
    if (vector_type(each) == nullptr)
      return splat(scalar(each), layout);
    return gathered({vector(each)}, layout, [&](int e) { return Source{0, shape.address(e)}; });
  };
  const Distributed lane_addresses = by_address(addresses), conditions = by_address(predicate),
                    whole = as_vector(value, layout);
  llvm::Type* const unit = builder.getIntNTy(static_cast<unsigned>(bits));
  for (int slot = 0; slot < layout->slots(); ++slot) {
    const auto at = static_cast<std::size_t>(slot);
    Value* const further = code_.per_lane(beyond(*layout, slot, shape, bits / 8, start));
    Value* const number = builder.CreateAdd(lane_addresses.slots[at],
                                            builder.CreateSExtOrTrunc(further, lane_addresses.slots[at]->getType()));
    llvm::Type* const type = whole.slots[at]->getType();
    Value* const stored = builder.CreateTrunc(
        builder.CreateBitCast(whole.slots[at], builder.getIntNTy(type->getScalarSizeInBits())), unit);
    store_if(builder.CreateAnd(conditions.slots[at], code_.is_in(lanes_with_elements(*layout, slot))),
             message_address(number, local), stored);
  }
}

namespace {

struct AtomicOperation {
  const char* name = nullptr; // of PTX, with the letter of its type
  enum class Operand { given, negated, one, minus_one, zero } operand = Operand::given;
  bool compares = false;
};

AtomicOperation atomic_operation(long long code, bool is_float) {
  using enum AtomicOperation::Operand;
  if (is_float && code != 19 && code != 20)
    return {};
  switch (code) {
  case 8:
    return {"add.u", one};
  case 9:
    return {"add.u", minus_one};
  case 10:
    return {"or.b", zero};
  case 11:
    return {"exch.b"};
  case 12:
    return {"add.u"};
  case 13:
    return {"add.u", negated};
  case 14:
    return {"min.s"};
  case 15:
    return {"max.s"};
  case 16:
    return {"min.u"};
  case 17:
    return {"max.u"};
  case 18:
    return {"cas.b", given, true};
  case 19:
    return {"add.f"};
  case 20:
    return {"add.f", negated};
  case 24:
    return {"and.b"};
  case 25:
    return {"or.b"};
  case 26:
    return {"xor.b"};
  default:
    return {};
  }
}

} // namespace

void Distribution::translate_atomic_message(const llvm::CallInst& call, bool local) {
  llvm::IRBuilder<>& builder = code_.builder;
  const int bits = unit_bits(call), count = elements_of(&call);
  llvm::Type* const type = element_type(&call);
  const auto code = lowering::constant_argument(call, operation).value_or(-1);
  const AtomicOperation what = atomic_operation(code, type->isFloatingPointTy());
  if (what.name == nullptr || bits < 32 || static_cast<unsigned>(bits) != type->getScalarSizeInBits())
    return refuse(call, llvm::formatv("the atomic operation {} on {} bits", code, bits));
  order_memory(true);
  const Layout* const layout = count == 1 ? layouts_.replicated(1) : layouts_.cyclic(count);
  const Distributed lane_addresses = as_vector(call.getArgOperand(addresses), layout),
                    conditions = as_vector(call.getArgOperand(predicate), layout),
                    first = as_vector(call.getArgOperand(11), layout),
                    second = as_vector(call.getArgOperand(12), layout);
  const int start = static_cast<int>(lowering::constant_argument(call, offset).value_or(0));
  Distributed result{layout, {}};
  for (int slot = 0; slot < layout->slots(); ++slot) {
    const auto at = static_cast<std::size_t>(slot);
    Value* const number = builder.CreateAdd(lane_addresses.slots[at],
                                            llvm::ConstantInt::getSigned(lane_addresses.slots[at]->getType(), start));
    Value* operand = first.slots[at];
    if (what.operand == AtomicOperation::Operand::negated)
      operand = type->isFloatingPointTy() ? builder.CreateFNeg(operand) : builder.CreateNeg(operand);
    else if (what.operand != AtomicOperation::Operand::given)
      operand = llvm::ConstantInt::getSigned(type, what.operand == AtomicOperation::Operand::one    ? 1
                                                   : what.operand == AtomicOperation::Operand::zero ? 0
                                                                                                    : -1);
    const std::uint32_t lanes = count == 1 ? 1 : lanes_with_elements(*layout, slot);
    Value* const on = builder.CreateAnd(conditions.slots[at], code_.is_in(lanes));
    llvm::SmallVector<Value*> operands{message_address(number, local), operand};
    if (what.compares)
      operands.push_back(second.slots[at]);
    operands.push_back(on);
    result.slots.push_back(call_ptx_memory(builder, "atomic." + (what.name + std::to_string(bits)), type, operands));
  }
  if (count != 1)
    return define(call, move(result, layout_of(&call)));
  LaneTable from_first;
  from_first.fill(0);
  define(call, code_.shuffle(result.slots[0], from_first));
}

bool Distribution::translate_message(const llvm::CallInst& call, llvm::StringRef name) {
  if (!name.consume_front("llvm.genx.lsc."))
    return false;
  const bool local = name.contains("slm");
  if (name.starts_with("load.merge."))
    translate_load_message(call, local, true);
  else if (name.starts_with("load.stateless") || name.starts_with("load.slm"))
    translate_load_message(call, local, false);
  else if (name.starts_with("store.stateless") || name.starts_with("store.slm"))
    translate_store_message(call, local);
  else if (name.starts_with("xatomic."))
    translate_atomic_message(call, local);
  else if (!name.starts_with("prefetch"))
    return false;
  return true;
}

} // namespace xeforge::toolchain::nvidia
