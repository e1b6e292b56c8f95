// Distribution: how matrices of slm_matrix.hpp come into shared memory, and pairs from and to global memory.
#include "xeforge/toolchain/lowering/symbols.hpp"
#include "xeforge/toolchain/nvidia/distribution.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Module.h>

namespace xeforge::toolchain::nvidia {

using llvm::Value;

namespace {

// Rows of an array in global memory, (address, pitch in bytes, first row, rows) from an operand on.
struct Array {
  Value *address, *pitch, *first_row, *row_count;
};

// Where row r of a matrix stands: of the numbers 0 to 31 the two bits above the lowest change places with the two
// highest, so that the rows that the four lanes of a product's row have are 8 neighbours each.
Value* row_in_shared_memory(llvm::IRBuilder<>& builder, Value* row) {
  const auto bits = [&](Value* from, unsigned mask) { return builder.CreateAnd(from, builder.getInt32(mask)); };
  return builder.CreateOr(builder.CreateOr(bits(row, ~31u | 1u), builder.CreateShl(bits(row, 6), 2)),
                          bits(builder.CreateLShr(row, 2), 6));
}

Value* smaller(llvm::IRBuilder<>& builder, Value* a, Value* b) {
  return builder.CreateBinaryIntrinsic(llvm::Intrinsic::smin, a, b);
}

} // namespace

Value* Distribution::shared_number(Value* offset) {
  return code_.builder.CreatePtrToInt(shared_address(offset), code_.builder.getInt32Ty());
}

// Sixteen bytes at a time: neighbouring lanes copy neighbouring pieces of a row.
void Distribution::copy_to_slm_matrix(const llvm::CallInst& call) {
  llvm::IRBuilder<>& builder = code_.builder;
  const auto operand = [&](unsigned index) { return scalar(call.getArgOperand(index)); };
  const int threads = constant_of(call, 6), rows = constant_of(call, 7), columns = constant_of(call, 8);
  const int pieces = columns / 8, rows_at_once = threads * warp_lanes / pieces;
  const int count = rows / rows_at_once;
  Value* const number = builder.CreateAdd(builder.CreateMul(operand(5), code_.number(warp_lanes)), code_.lane());
  Value *const piece = builder.CreateAnd(number, code_.number(pieces - 1)), *const first = builder.CreateUDiv(
                                                                                number, code_.number(pieces));
  Value* const matrix =
      builder.CreateAdd(shared_number(operand(0)),
                        builder.CreateMul(builder.CreateLShr(piece, code_.number(3)), code_.number(rows * 128)));
  const Array from{builder.CreateAddrSpaceCast(operand(1), builder.getPtrTy(ptx::global)), operand(2), operand(3),
                   operand(4)};
  auto* const type = llvm::FunctionType::get(
      builder.getVoidTy(), {builder.getInt32Ty(), builder.getPtrTy(ptx::global), builder.getInt32Ty()}, false);
  // Rows that 32 divides are as far apart in shared memory as in the matrix.
  const int period = rows_at_once % 32 == 0 ? 1 : 32 % rows_at_once == 0 ? 32 / rows_at_once : count;
  llvm::SmallVector<Value*> addresses;
  Value* const first_row = builder.CreateAdd(from.first_row, first);
  // From row to row by addition, which needs fewer registers than an address for each.
  Value* address = builder.CreateGEP(
      builder.getInt8Ty(), from.address,
      builder.CreateAdd(builder.CreateMul(builder.CreateSExt(first_row, builder.getInt64Ty()), from.pitch),
                        builder.CreateZExt(builder.CreateMul(piece, code_.number(16)), builder.getInt64Ty())));
  Value* const rows_apart = builder.CreateMul(from.pitch, builder.getInt64(static_cast<std::uint64_t>(rows_at_once)));
  for (int i = 0; i < count; ++i) {
    if (i < period) {
      Value* const stored_row = row_in_shared_memory(builder, builder.CreateAdd(first, code_.number(i * rows_at_once)));
      Value* const swizzled =
          builder.CreateXor(builder.CreateAnd(piece, code_.number(7)), builder.CreateAnd(stored_row, code_.number(7)));
      addresses.push_back(builder.CreateAdd(matrix, builder.CreateAdd(builder.CreateMul(stored_row, code_.number(128)),
                                                                      builder.CreateMul(swizzled, code_.number(16)))));
    }
    Value* const to = builder.CreateAdd(addresses[static_cast<std::size_t>(i % period)],
                                        code_.number(i / period * period * rows_at_once * 128));
    if (i > 0)
      address = builder.CreateGEP(builder.getInt8Ty(), address, rows_apart);
    Value* const global_row = builder.CreateAdd(first_row, code_.number(i * rows_at_once));
    Value* const bytes =
        builder.CreateSelect(builder.CreateICmpSLT(global_row, from.row_count), code_.number(16), code_.number(0));
    builder.CreateCall(
        type,
        llvm::InlineAsm::get(type, "cp.async.cg.shared.global.L2::128B [$0], [$1], 16, $2;", "r,l,r,~{memory}", true),
        {to, address, bytes});
  }
}

// The rows that a lane has of a tile, r and r + 8, and where its words of them are in the columns. Plain loads stay where
// the kernel has them: those of memory that nobody writes are put off until their values are used, with all of the wait.
void Distribution::load_pairs(const llvm::CallInst& call) {
  llvm::IRBuilder<>& builder = code_.builder;
  const auto operand = [&](unsigned index) { return scalar(call.getArgOperand(index)); };
  const int columns = elements_of(&call) * 2 / tile_height;
  const Layout* const plain = layouts_.joined(layouts_.tile(columns, ColumnOrder::plain), 2);
  const Layout* const layout = layout_of(&call) == plain ? plain : layout_from_slm_matrix(call);
  const int words = layout == plain ? 1 : 4; // of a lane that are neighbours
  const Array from{builder.CreateAddrSpaceCast(operand(0), builder.getPtrTy(ptx::global)), operand(1), operand(2),
                   operand(3)};
  Value *const first_column = operand(4), *const last_column = builder.CreateSub(operand(5), code_.number(2 * words));
  llvm::Type* const type = llvm::FixedVectorType::get(builder.getInt32Ty(), static_cast<unsigned>(words));
  Value *const group = builder.CreateLShr(code_.lane(), code_.number(2)), *const pair = builder.CreateAnd(
                                                                              code_.lane(), code_.number(3));
  Distributed result{layout, {}};
  result.slots.resize(static_cast<std::size_t>(layout->slots()));
  for (int half = 0; half < 2; ++half) {
    Value* const row =
        smaller(builder, builder.CreateAdd(from.first_row, builder.CreateAdd(group, code_.number(8 * half))),
                builder.CreateSub(from.row_count, code_.number(1)));
    Value* const begin =
        builder.CreateGEP(builder.getInt8Ty(), from.address,
                          builder.CreateMul(builder.CreateSExt(row, builder.getInt64Ty()), from.pitch));
    for (int part = 0; part < columns / (8 * words); ++part) {
      Value* const column =
          smaller(builder,
                  builder.CreateAdd(first_column, builder.CreateAdd(builder.CreateMul(pair, code_.number(2 * words)),
                                                                    code_.number(8 * words * part))),
                  last_column);
      llvm::LoadInst* const loaded = builder.CreateAlignedLoad(
          type, builder.CreateGEP(builder.getInt16Ty(), begin, builder.CreateSExt(column, builder.getInt64Ty())),
          llvm::Align(static_cast<std::uint64_t>(4 * words)));
      for (int word = 0; word < words; ++word)
        result.slots[static_cast<std::size_t>(2 * (part * words + word) + half)] =
            builder.CreateExtractElement(loaded, static_cast<std::uint64_t>(word));
    }
  }
  define(call, move(result, layout_of(&call)));
}

// Pairs, or a tile: of each eight columns of a row a lane has two neighbours.
void Distribution::store_rows(const llvm::CallInst& call) {
  llvm::IRBuilder<>& builder = code_.builder;
  const auto operand = [&](unsigned index) { return scalar(call.getArgOperand(index)); };
  const Value* const rows = call.getArgOperand(4);
  const bool is_tile = rows->getType()->getScalarType()->isFloatTy();
  const int columns = elements_of(rows) * (is_tile ? 1 : 2) / tile_height;
  const Layout* const plain = layouts_.tile(columns, ColumnOrder::plain);
  const Distributed elements = vector(rows, is_tile ? plain : layouts_.joined(plain, 2));
  const auto neighbours = [&](std::size_t at) -> Value* {
    if (!is_tile)
      return elements.slots[at];
    Value* const none = llvm::PoisonValue::get(llvm::FixedVectorType::get(builder.getFloatTy(), 2));
    Value* const first = builder.CreateInsertElement(none, elements.slots[2 * at], std::uint64_t{0});
    return builder.CreateBitCast(builder.CreateInsertElement(first, elements.slots[2 * at + 1], std::uint64_t{1}),
                                 builder.getInt64Ty());
  };
  const int lane_bytes = is_tile ? 8 : 4;
  const Array to{builder.CreateAddrSpaceCast(operand(0), builder.getPtrTy(ptx::global)), operand(1), operand(2),
                 operand(3)};
  Value* const group = builder.CreateLShr(code_.lane(), code_.number(2));
  Value* const bytes =
      builder.CreateZExt(builder.CreateMul(builder.CreateAnd(code_.lane(), code_.number(3)), code_.number(lane_bytes)),
                         builder.getInt64Ty());
  order_memory(true);
  for (int half = 0; half < 2; ++half) {
    Value* const row = builder.CreateAdd(to.first_row, builder.CreateAdd(group, code_.number(8 * half)));
    Value* const begin = builder.CreateGEP(
        builder.getInt8Ty(), to.address,
        builder.CreateAdd(builder.CreateMul(builder.CreateSExt(row, builder.getInt64Ty()), to.pitch), bytes));
    Value* const is_there = builder.CreateICmpSLT(row, to.row_count);
    for (int part = 0; part < columns / 8; ++part)
      store_if(is_there,
               builder.CreateGEP(builder.getInt8Ty(), begin,
                                 builder.getInt64(static_cast<std::uint64_t>(part * 4 * lane_bytes))),
               neighbours(static_cast<std::size_t>(2 * part + half)));
  }
}

} // namespace xeforge::toolchain::nvidia
