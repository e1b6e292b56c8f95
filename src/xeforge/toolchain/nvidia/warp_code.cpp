#include "xeforge/toolchain/nvidia/warp_code.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <bit>

namespace xeforge::toolchain::nvidia {

using llvm::Value;

namespace {

constexpr unsigned global_memory = 1;

Value* whole_warp(llvm::IRBuilder<>& builder) { return builder.getInt32(0xffffffff); }

} // namespace

Value* WarpCode::special_register(llvm::Intrinsic::ID id) { return builder.CreateIntrinsic(id, {}); }

Value* WarpCode::lane() { return special_register(llvm::Intrinsic::nvvm_read_ptx_sreg_laneid); }

// ---- numbers by lane ------------------------------------------------------------------------------------------------
// scale * lane + start; null where the table is not of this kind.
Value* WarpCode::affine(const LaneTable& table) {
  std::array<int, 2> known{};
  int count = 0;
  for (int i = 0; i < warp_lanes && count < 2; ++i)
    if (table[static_cast<std::size_t>(i)])
      known[static_cast<std::size_t>(count++)] = i;
  if (count == 0)
    return number(0);
  const auto at = [&](int i) { return *table[static_cast<std::size_t>(i)]; };
  const int distance = count < 2 ? 1 : known[1] - known[0], rise = count < 2 ? 0 : at(known[1]) - at(known[0]);
  if (rise % distance != 0)
    return nullptr;
  const int scale = rise / distance, start = at(known[0]) - scale * known[0];
  for (int i = 0; i < warp_lanes; ++i)
    if (table[static_cast<std::size_t>(i)] && at(i) != scale * i + start)
      return nullptr;
  if (scale == 0)
    return number(start);
  return builder.CreateAdd(builder.CreateMul(lane(), number(scale)), number(start));
}

// start + the sum of a weight for each bit of the lane's number; null where the table is not of this kind.
Value* WarpCode::sum_of_bits(const LaneTable& table) {
  const int start = table[0].value_or(0);
  std::array<int, 5> weights{};
  for (int bit = 0; bit < 5; ++bit)
    weights[static_cast<std::size_t>(bit)] = table[std::size_t{1} << bit].value_or(start) - start;
  for (int i = 0; i < warp_lanes; ++i) {
    int sum = start;
    for (int bit = 0; bit < 5; ++bit)
      sum += (i >> bit & 1) * weights[static_cast<std::size_t>(bit)];
    if (table[static_cast<std::size_t>(i)] && *table[static_cast<std::size_t>(i)] != sum)
      return nullptr;
  }
  Value* result = number(start);
  for (int bit = 0; bit < 5;) {
    const int weight = weights[static_cast<std::size_t>(bit)];
    int end = bit + 1;
    while (end < 5 && weights[static_cast<std::size_t>(end)] == weight << (end - bit))
      ++end;
    if (weight != 0) {
      Value* const field = builder.CreateAnd(builder.CreateLShr(lane(), number(bit)), number((1 << (end - bit)) - 1));
      result = builder.CreateAdd(result, builder.CreateMul(field, number(weight)));
    }
    bit = end;
  }
  return result;
}

// Masks of the lanes below, of this lane and the like: factor << lane, and a number added.
Value* WarpCode::shifted(const LaneTable& table) {
  if (!std::ranges::all_of(table, [](const std::optional<int>& entry) { return entry.has_value(); }))
    return nullptr;
  const auto at = [&](std::size_t i) { return static_cast<std::uint32_t>(*table[i]); };
  const std::uint32_t factor = at(1) - at(0), added = at(0) - factor;
  for (std::size_t i = 0; i < table.size(); ++i)
    if (at(i) != (factor << i) + added)
      return nullptr;
  return builder.CreateAdd(builder.CreateShl(builder.getInt32(factor), lane()), builder.getInt32(added));
}

Value* WarpCode::from_memory(const LaneTable& table) {
  std::vector<std::uint32_t> numbers;
  for (const auto& entry : table)
    numbers.push_back(static_cast<std::uint32_t>(entry.value_or(0)));
  llvm::Constant* const values = llvm::ConstantDataArray::get(module.getContext(), numbers);
  auto* const variable =
      new llvm::GlobalVariable(module, values->getType(), true, llvm::GlobalValue::PrivateLinkage, values, "lanes",
                               nullptr, llvm::GlobalValue::NotThreadLocal, global_memory);
  variable->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
  return builder.CreateLoad(builder.getInt32Ty(), builder.CreateGEP(values->getType(), variable, {number(0), lane()}));
}

Value* WarpCode::per_lane(const LaneTable& table) {
  if (Value* const simple = affine(table))
    return simple;
  if (Value* const simple = sum_of_bits(table))
    return simple;
  if (Value* const simple = shifted(table))
    return simple;
  return from_memory(table);
}

Value* WarpCode::is_in(std::uint32_t lanes) {
  if (lanes == 0 || lanes == 0xffffffff)
    return builder.getInt1(lanes != 0);
  if ((lanes & (lanes + 1)) == 0)
    return builder.CreateICmpULT(lane(), number(std::popcount(lanes)));
  if (const std::uint32_t others = ~lanes; (others & (others + 1)) == 0)
    return builder.CreateICmpUGE(lane(), number(std::popcount(others)));
  if (std::has_single_bit(lanes))
    return builder.CreateICmpEQ(lane(), number(std::countr_zero(lanes)));
  for (int bit = 0; bit < 5; ++bit) { // one bit of the lane's number decides
    std::uint32_t set = 0;
    for (int i = 0; i < warp_lanes; ++i)
      set |= static_cast<std::uint32_t>(i >> bit & 1) << i;
    if (lanes == set || lanes == ~set)
      return builder.CreateICmp(lanes == set ? llvm::CmpInst::ICMP_NE : llvm::CmpInst::ICMP_EQ,
                                builder.CreateAnd(lane(), number(1 << bit)), number(0));
  }
  return builder.CreateTrunc(builder.CreateLShr(builder.getInt32(lanes), lane()), builder.getInt1Ty());
}

// ---- bits -----------------------------------------------------------------------------------------------------------
Value* WarpCode::joined_bits(llvm::ArrayRef<Value*> parts, llvm::Type* type) {
  const llvm::DataLayout& data = module.getDataLayout();
  llvm::Type* const whole = builder.getIntNTy(static_cast<unsigned>(data.getTypeSizeInBits(type).getFixedValue()));
  const unsigned width = whole->getIntegerBitWidth() / static_cast<unsigned>(parts.size());
  Value* sum = nullptr;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    Value* part = parts[i];
    part = part->getType()->isPointerTy() ? builder.CreatePtrToInt(part, builder.getIntNTy(width))
                                          : builder.CreateBitCast(part, builder.getIntNTy(width));
    part = builder.CreateShl(builder.CreateZExt(part, whole), i * width);
    sum = sum == nullptr ? part : builder.CreateOr(sum, part);
  }
  return type->isPointerTy() ? builder.CreateIntToPtr(sum, type) : builder.CreateBitCast(sum, type);
}

void WarpCode::split_bits(Value* value, llvm::Type* part, llvm::SmallVectorImpl<Value*>& parts) {
  const llvm::DataLayout& data = module.getDataLayout();
  const auto bits = [&](llvm::Type* type) {
    return static_cast<unsigned>(data.getTypeSizeInBits(type).getFixedValue());
  };
  llvm::Type* const whole = builder.getIntNTy(bits(value->getType()));
  value = value->getType()->isPointerTy() ? builder.CreatePtrToInt(value, whole) : builder.CreateBitCast(value, whole);
  llvm::Type* const word = builder.getIntNTy(bits(part));
  for (unsigned i = 0; i < whole->getIntegerBitWidth() / word->getIntegerBitWidth(); ++i)
    parts.push_back(builder.CreateBitCast(
        builder.CreateTrunc(builder.CreateLShr(value, i * word->getIntegerBitWidth()), word), part));
}

// ---- other lanes ----------------------------------------------------------------------------------------------------
template <class Exchange>
Value* WarpCode::exchange_words(Value* value, const Exchange& exchange) {
  llvm::Type* const type = value->getType();
  const auto bits = static_cast<unsigned>(module.getDataLayout().getTypeSizeInBits(type).getFixedValue());
  llvm::Type* const word = builder.getInt32Ty();
  if (bits > 32) {
    llvm::SmallVector<Value*> words;
    split_bits(value, word, words);
    for (Value*& each : words)
      each = exchange(each);
    return joined_bits(words, type);
  }
  Value* whole = type->isPointerTy() ? builder.CreatePtrToInt(value, builder.getIntNTy(bits))
                                     : builder.CreateBitCast(value, builder.getIntNTy(bits));
  whole = builder.CreateTrunc(exchange(builder.CreateZExt(whole, word)), builder.getIntNTy(bits));
  return type->isPointerTy() ? builder.CreateIntToPtr(whole, type) : builder.CreateBitCast(whole, type);
}

Value* WarpCode::shuffle(Value* value, Value* from) {
  if (is_uniform(value))
    return value;
  return exchange_words(value, [&](Value* word) {
    return builder.CreateIntrinsic(llvm::Intrinsic::nvvm_shfl_sync_idx_i32, {},
                                   {whole_warp(builder), word, from, number(31)});
  });
}

Value* WarpCode::shuffle(Value* value, const LaneTable& from) {
  if (is_uniform(value))
    return value;
  Value*& known = shuffled_[{builder.GetInsertBlock(), value, from}];
  if (known != nullptr)
    return known;
  std::optional<int> difference, distance, lane;
  bool flips = true, moves = true, one = true;
  for (int i = 0; i < warp_lanes; ++i)
    if (const auto source = from[static_cast<std::size_t>(i)]) {
      flips = flips && difference.value_or(i ^ *source) == (i ^ *source);
      moves = moves && distance.value_or(*source - i) == *source - i;
      one = one && lane.value_or(*source) == *source;
      difference = i ^ *source;
      distance = *source - i;
      lane = *source;
    }
  const auto exchanged = [&](llvm::Intrinsic::ID id, int operand, int bound) {
    return exchange_words(value, [&](Value* word) {
      return builder.CreateIntrinsic(id, {}, {whole_warp(builder), word, number(operand), number(bound)});
    });
  };
  if (!difference || (moves && *distance == 0))
    known = value;
  else if (one)
    known = exchanged(llvm::Intrinsic::nvvm_shfl_sync_idx_i32, *lane, 31);
  else if (flips)
    known = exchanged(llvm::Intrinsic::nvvm_shfl_sync_bfly_i32, *difference, 31);
  else if (moves && *distance > 0)
    known = exchanged(llvm::Intrinsic::nvvm_shfl_sync_down_i32, *distance, 31);
  else if (moves)
    known = exchanged(llvm::Intrinsic::nvvm_shfl_sync_up_i32, -*distance, 0);
  else
    known = shuffle(value, per_lane(from));
  return known;
}

Value* WarpCode::ballot(Value* predicate) {
  Value* const bits =
      builder.CreateIntrinsic(llvm::Intrinsic::nvvm_vote_ballot_sync, {}, {whole_warp(builder), predicate});
  note_uniform(bits);
  return bits;
}

void WarpCode::wait_for_warp() {
  builder.CreateIntrinsic(llvm::Intrinsic::nvvm_bar_warp_sync, {}, {whole_warp(builder)});
}

} // namespace xeforge::toolchain::nvidia
