// Distribution: two-dimensional blocks. Each lane computes where its elements are on the surface; what lies outside is
// read as 0 and not written.
//
// Operands: (predicate, L1, L3, data size, order, blocks, width, height, transform, address, width - 1, height - 1,
// pitch - 1, x, y, [data]), or with a descriptor (predicate, hints, blocks, width, height, descriptor, added to x, to
// y, old values or data).
#include "xeforge/toolchain/lowering/symbols.hpp"
#include "xeforge/toolchain/nvidia/distribution.hpp"

#include <llvm/IR/Constants.h>

namespace xeforge::toolchain::nvidia {

using llvm::Value;

namespace {

enum class Order { plain, transposed, transformed };

struct Block {
  int width, height, count, bytes;
  Order order;
};
struct Element {
  int column, row; // from the coordinates of the message on
};

int power_of_two_from(int n) {
  int power = 1;
  while (power < n)
    power *= 2;
  return power;
}
int multiple_from(int n, int unit) { return (n + unit - 1) / unit * unit; }

// Where the element of the registers that a message fills is on the surface; none: it fills up.
std::optional<Element> element_at(const Block& block, int index) {
  const int pack = block.order == Order::transformed && block.bytes < 4 ? 4 / block.bytes : 1;
  const int rows = block.order == Order::transposed ? block.width : multiple_from(block.height, pack) / pack;
  const int length = block.order == Order::transposed    ? block.height
                     : block.order == Order::transformed ? power_of_two_from(block.width) * pack
                                                         : block.width;
  const int row_pitch = power_of_two_from(length);
  const int block_pitch = multiple_from(rows * row_pitch, 64 / block.bytes);
  const int number = index / block_pitch, row = index % block_pitch / row_pitch, at = index % row_pitch;
  if (number >= block.count || row >= rows || at >= length)
    return std::nullopt;
  Element found{at / pack, row * pack + at % pack};
  if (block.order == Order::transposed)
    found = {row, at};
  if (found.column >= block.width || found.row >= block.height)
    return std::nullopt;
  found.column += number * block.width;
  return found;
}

} // namespace

bool Distribution::translate_block_2d(const llvm::CallInst& call, llvm::StringRef name) {
  if (!name.consume_front("llvm.genx.lsc.") || (!name.contains("2d.stateless") && !name.contains("2d.ugm.desc")))
    return false;
  const bool described = name.contains("desc");
  const bool stores = name.starts_with("store");
  if (name.starts_with("prefetch"))
    return true;
  llvm::IRBuilder<>& builder = code_.builder;
  const auto constant = [&](unsigned operand) {
    return static_cast<int>(lowering::constant_argument(call, operand).value_or(0));
  };
  const Value* const data = stores ? call.getArgOperand(described ? 8 : 15) : nullptr;
  const Value& vector_value = stores ? *data : static_cast<const Value&>(call);
  llvm::Type* const type = element_type(&vector_value);
  const auto bytes = static_cast<int>(type->getScalarSizeInBits() / 8);
  const Block block = described ? Block{constant(3), constant(4), constant(2), bytes,
                                        name.contains("transpose") ? Order::transposed
                                        : name.contains("vnni")    ? Order::transformed
                                                                   : Order::plain}
                                : Block{constant(6), constant(7), constant(5), bytes,
                                        constant(4) == 2   ? Order::transposed
                                        : constant(8) == 1 ? Order::transformed
                                                           : Order::plain};
  Value *address = nullptr, *width = nullptr, *height = nullptr, *pitch = nullptr, *x = nullptr, *y = nullptr;
  if (described) {
    const Distributed words = vector(call.getArgOperand(5), layouts_.replicated(16));
    const auto word = [&](std::size_t index) { return words.slots[index]; };
    address = code_.joined_bits({word(0), word(1)}, builder.getInt64Ty());
    width = word(2), height = word(3), pitch = word(4);
    x = builder.CreateAdd(word(5), scalar(call.getArgOperand(6)));
    y = builder.CreateAdd(word(6), scalar(call.getArgOperand(7)));
  } else {
    const auto operand = [&](unsigned index) { return scalar(call.getArgOperand(index)); };
    address = operand(9), width = operand(10), height = operand(11), pitch = operand(12), x = operand(13),
    y = operand(14);
  }
  pitch = builder.CreateAdd(pitch, code_.number(1));
  order_memory(stores);
  const int count = elements_of(&vector_value);
  const Layout* const layout = count == 1                                  ? layouts_.replicated(1)
                               : stores && llvm::isa<llvm::Constant>(data) ? layouts_.cyclic(count)
                                                                           : layout_of(&vector_value);
  const Distributed stored = stores ? as_vector(data, layout) : Distributed{};
  Value* const asked = scalar(call.getArgOperand(0));
  Distributed result{layout, {}};
  for (int slot = 0; slot < layout->slots(); ++slot) {
    LaneTable columns, rows;
    std::uint32_t lanes = 0;
    for (int lane = 0; lane < warp_lanes; ++lane) {
      const int index = layout->elements(slot)[static_cast<std::size_t>(lane)];
      if (const auto element = index == no_element ? std::nullopt : element_at(block, index)) {
        columns[static_cast<std::size_t>(lane)] = element->column;
        rows[static_cast<std::size_t>(lane)] = element->row;
        lanes |= std::uint32_t{1} << lane;
      }
    }
    // Of signed numbers below 2^31: what is negative is a large one without a sign.
    Value *const column = builder.CreateMul(builder.CreateAdd(x, code_.per_lane(columns)), code_.number(bytes)),
                 *const row = builder.CreateAdd(y, code_.per_lane(rows));
    Value* const inside =
        builder.CreateAnd(builder.CreateICmpULE(column, builder.CreateSub(width, code_.number(bytes - 1))),
                          builder.CreateICmpULE(row, height));
    Value* const on = builder.CreateAnd(asked, builder.CreateAnd(inside, code_.is_in(lanes)));
    Value* const beyond = builder.CreateAdd(builder.CreateMul(builder.CreateZExt(row, builder.getInt64Ty()),
                                                              builder.CreateZExt(pitch, builder.getInt64Ty())),
                                            builder.CreateZExt(column, builder.getInt64Ty()));
    Value* const pointer = message_address(builder.CreateAdd(address, beyond), false);
    if (stores)
      store_if(on, pointer, stored.slots[static_cast<std::size_t>(slot)]);
    else
      result.slots.push_back(load_if(on, pointer, type, llvm::Constant::getNullValue(type)));
  }
  if (!stores && count == 1)
    define(call, result.slots[0]);
  else if (!stores)
    define(call, std::move(result));
  return true;
}

} // namespace xeforge::toolchain::nvidia
