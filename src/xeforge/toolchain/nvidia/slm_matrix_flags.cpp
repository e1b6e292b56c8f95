// Distribution: which elements of a tile are kept, by bytes of any alignment, and how far its columns are from a number of
// each row.
//
// Of the bytes of a row each of the four lanes that have the row loads a quarter, in whole blocks of 16 at multiples of 16.
// Only when they are used they become bits, first those of all blocks, in the order of the bytes: then the alignment is
// one shift, and a lane gives the others the bits of its quarter that they have the columns of.
#include "xeforge/toolchain/nvidia/distribution.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>

namespace xeforge::toolchain::nvidia {

using llvm::Value;

namespace {

constexpr int block_bytes = 16, word_bytes = 4;
constexpr int lanes_of_row = 4;
constexpr int shift_word = 12; // of a lane's flags of a row: how many bytes its blocks have before its first

// That hold any run of so many bytes.
constexpr int blocks_of(int bytes) { return (bytes + block_bytes - 1 + block_bytes - 1) / block_bytes; }
static_assert(blocks_of(128 / lanes_of_row) * block_bytes / word_bytes <= shift_word);

// The bits of up to 8 words of bytes, lowest first: whether each byte is not 0.
Value* bits_of_bytes(llvm::IRBuilder<>& builder, llvm::ArrayRef<Value*> words) {
  Value* bits = builder.getInt32(0);
  for (Value* const word : llvm::reverse(words)) {
    Value* const low = builder.CreateAnd(word, builder.getInt32(0x7f7f7f7f));
    Value* const sums = builder.CreateOr(builder.CreateAdd(low, builder.getInt32(0x7f7f7f7f)), word);
    Value* const highest = builder.CreateAnd(sums, builder.getInt32(0x80808080)); // of each byte that is not 0
    // Each at a place of its own: those of the four bytes at the top.
    Value* const together = builder.CreateMul(highest, builder.getInt32(1u | 1u << 7 | 1u << 14 | 1u << 21));
    bits = builder.CreateIntrinsic(builder.getInt32Ty(), llvm::Intrinsic::fshl, {bits, together, builder.getInt32(4)});
  }
  return bits;
}

} // namespace

void Distribution::load_flags(const llvm::CallInst& call) {
  llvm::IRBuilder<>& builder = code_.builder;
  const auto operand = [&](unsigned index) { return scalar(call.getArgOperand(index)); };
  const auto smaller = [&](Value* a, Value* b) { return builder.CreateBinaryIntrinsic(llvm::Intrinsic::smin, a, b); };
  const int bytes = constant_of(call, 6) / lanes_of_row;
  Value *const pitch = operand(1), *const first_row = operand(2), *const row_count = operand(3);
  Value* const address = builder.CreateAddrSpaceCast(operand(0), builder.getPtrTy(ptx::global));
  Value* const group = builder.CreateLShr(code_.lane(), code_.number(2));
  Value* const first_column = builder.CreateAdd(
      operand(4), builder.CreateMul(builder.CreateAnd(code_.lane(), code_.number(3)), code_.number(bytes)));
  Value* const last_column = builder.CreateSub(operand(5), code_.number(1));
  llvm::Type* const wide = builder.getInt64Ty();
  llvm::Type* const type = llvm::FixedVectorType::get(builder.getInt32Ty(), block_bytes / word_bytes);
  Distributed result{layouts_.tile_flags(), {}};
  result.slots.assign(static_cast<std::size_t>(result.layout->slots()), llvm::PoisonValue::get(builder.getInt32Ty()));
  for (int half = 0; half < 2; ++half) {
    Value* const row = smaller(builder.CreateAdd(first_row, builder.CreateAdd(group, code_.number(8 * half))),
                               builder.CreateSub(row_count, code_.number(1)));
    Value* const begin =
        builder.CreateGEP(builder.getInt8Ty(), address, builder.CreateMul(builder.CreateSExt(row, wide), pitch));
    // Counted from the block of the lane's first byte; those behind the row's last block are that one.
    Value* const start = builder.CreateGEP(builder.getInt8Ty(), begin, builder.CreateSExt(first_column, wide));
    Value* const before = builder.CreateAnd(
        builder.CreateTrunc(builder.CreatePtrToInt(start, wide), builder.getInt32Ty()), code_.number(block_bytes - 1));
    Value* const last_block = builder.CreateAnd(builder.CreateAdd(builder.CreateSub(last_column, first_column), before),
                                                code_.number(-block_bytes));
    const std::size_t slot = static_cast<std::size_t>(half * Layouts::flag_words);
    for (int block = 0; block < blocks_of(bytes); ++block) {
      Value* const at = builder.CreateSub(smaller(code_.number(block * block_bytes), last_block), before);
      llvm::LoadInst* const loaded = builder.CreateAlignedLoad(
          type, builder.CreateGEP(builder.getInt8Ty(), start, builder.CreateSExt(at, wide)), llvm::Align(block_bytes));
      for (int word = 0; word < block_bytes / word_bytes; ++word)
        result.slots[slot + static_cast<std::size_t>(block * block_bytes / word_bytes + word)] =
            builder.CreateExtractElement(loaded, static_cast<std::uint64_t>(word));
    }
    result.slots[slot + shift_word] = before;
  }
  define(call, move(result, layout_of(&call)));
}

void Distribution::keep_flagged(const llvm::CallInst& call) {
  llvm::IRBuilder<>& builder = code_.builder;
  const int columns = elements_of(&call) / tile_height, bytes = columns / lanes_of_row;
  Distributed tile = vector(call.getArgOperand(0), layouts_.tile(columns, ColumnOrder::interleaved));
  const Distributed flags = vector(call.getArgOperand(1), layouts_.tile_flags());
  // Of each 32 columns a lane has eight neighbours, which are bits of one lane's quarter.
  const int eights = bytes / 8; // that a quarter has
  for (int half = 0; half < 2; ++half) {
    const llvm::ArrayRef<Value*> words =
        llvm::ArrayRef(flags.slots).slice(static_cast<std::size_t>(half * Layouts::flag_words), Layouts::flag_words);
    const std::size_t count = static_cast<std::size_t>(blocks_of(bytes) * block_bytes / word_bytes);
    Value* const low = bits_of_bytes(builder, words.take_front(std::min<std::size_t>(count, 8)));
    Value* const high = count <= 8 ? builder.getInt32(0) : bits_of_bytes(builder, words.slice(8, count - 8));
    Value* const before = builder.CreateAnd(words[shift_word], code_.number(block_bytes - 1));
    Value* const quarter = builder.CreateIntrinsic(builder.getInt32Ty(), llvm::Intrinsic::fshr, {high, low, before});
    LaneTable shifts;
    for (int lane = 0; lane < warp_lanes; ++lane)
      shifts[static_cast<std::size_t>(lane)] = lane % lanes_of_row % eights * 8;
    Value* const shift = code_.per_lane(shifts);
    for (int part = 0; part < columns / 32; ++part) {
      LaneTable sources;
      for (int lane = 0; lane < warp_lanes; ++lane)
        sources[static_cast<std::size_t>(lane)] =
            lane / lanes_of_row * lanes_of_row + (part * lanes_of_row + lane % lanes_of_row) / eights;
      Value* const own = builder.CreateLShr(code_.shuffle(quarter, sources), shift);
      for (int column = 0; column < 8; ++column) {
        Value*& element = tile.slots[static_cast<std::size_t>((part * 4 + column / 2) * 4 + half * 2 + column % 2)];
        Value* const is_kept = builder.CreateICmpNE(builder.CreateAnd(own, code_.number(1 << column)), code_.number(0));
        element = builder.CreateSelect(is_kept, element, llvm::ConstantFP::getInfinity(builder.getFloatTy(), true));
      }
    }
  }
  define(call, move(tile, layout_of(&call)));
}

// In each register the lanes' columns are as far apart as in any other: per register a constant, beside a number of the lane.
void Distribution::distances_of_columns(const llvm::CallInst& call) {
  llvm::IRBuilder<>& builder = code_.builder;
  const Layout* const layout = layouts_.tile(elements_of(&call) / tile_height, ColumnOrder::interleaved);
  const int columns = layout->size() / tile_height;
  const Distributed at = vector(call.getArgOperand(0), layouts_.tile_rows());
  LaneTable first_columns;
  for (std::size_t lane = 0; lane < warp_lanes; ++lane)
    first_columns[lane] = layout->elements(0)[lane] % columns;
  Value* const first_column = code_.per_lane(first_columns);
  std::array<Value*, 2> from{};
  for (std::size_t half = 0; half < 2; ++half)
    from[half] = builder.CreateSIToFP(builder.CreateSub(at.slots[half], first_column), builder.getFloatTy());
  Distributed result{layout, {}};
  for (int slot = 0; slot < layout->slots(); ++slot) {
    const int column = layout->elements(slot)[0] % columns;
    Value* const difference =
        builder.CreateFSub(from[static_cast<std::size_t>(slot / 2 % 2)],
                           llvm::ConstantFP::get(builder.getFloatTy(), static_cast<double>(column)));
    result.slots.push_back(builder.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, difference));
  }
  define(call, move(result, layout_of(&call)));
}

} // namespace xeforge::toolchain::nvidia
