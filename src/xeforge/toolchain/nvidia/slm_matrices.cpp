// Distribution: tiles of 16 rows and matrices in shared local memory (slm_matrix.hpp), by wgmma: four warps, each with 16
// of the 64 rows of its result, multiply what is in their registers with a matrix.
//
// A matrix stands in parts of 64 columns, each 128 bytes a row, where the sixteen-byte piece c of row r is at the position
// of piece c ^ r % 8: wgmma's swizzled form, without conflicts between rows. Of each 32 rows the numbers are exchanged
// (slm_matrix_memory.cpp), so that of what is a column of a product each lane has eight neighbours.
#include "xeforge/toolchain/lowering/symbols.hpp"
#include "xeforge/toolchain/nvidia/distribution.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/FormatVariadic.h>

namespace xeforge::toolchain::nvidia {

using llvm::Value;

int constant_of(const llvm::CallInst& call, unsigned index) {
  return static_cast<int>(lowering::constant_argument(call, index).value_or(0));
}

namespace {

llvm::StringRef operation_of(const llvm::Value* value) {
  const auto* const call = llvm::dyn_cast<llvm::CallInst>(value);
  llvm::StringRef name = call == nullptr || call->getCalledFunction() == nullptr ? llvm::StringRef()
                                                                                 : call->getCalledFunction()->getName();
  return name.consume_front(slm_matrix_prefix) ? name.rsplit(".x").first : llvm::StringRef();
}

// A product of (16 x depth) with a matrix, (16 x width).
struct Product {
  explicit Product(const llvm::CallInst& call)
      : rows(constant_of(call, 3)), columns(constant_of(call, 4)), is_transposed(constant_of(call, 5) != 0),
        is_bfloat16(constant_of(call, 6) != 0), width(is_transposed ? rows : columns),
        depth(is_transposed ? columns : rows) {}
  int rows, columns;
  bool is_transposed, is_bfloat16;
  int width, depth;
  // Where the matrix' rows are columns of the product, they are in its order.
  ColumnOrder of_sum() const { return is_transposed ? ColumnOrder::interleaved : ColumnOrder::plain; }
  ColumnOrder of_left() const { return is_transposed ? ColumnOrder::plain : ColumnOrder::interleaved; }
};

// An instruction that changes registers in place: `changed` come first, then `read`.
class InPlace {
public:
  void change(llvm::MutableArrayRef<Value*> values) {
    changed_.append(values.begin(), values.end());
    for (Value*& value : values)
      results_.push_back(&value);
  }
  void read(Value* value) { read_.push_back(value); }
  std::string changed(std::size_t first, std::size_t count) const { return numbers(first, count); }
  // As the instruction's text names what is read: after what is changed, once as results and once as operands.
  std::string number_of_read(std::size_t index) const { return "$" + std::to_string(2 * changed_.size() + index); }

  void write(llvm::IRBuilder<>& builder, const std::string& text) {
    std::string constraints;
    llvm::SmallVector<llvm::Type*> results, operands;
    llvm::SmallVector<Value*> values;
    const auto letter = [](const Value* value) {
      return std::string(value->getType()->isFloatTy() ? "f" : value->getType()->isIntegerTy(64) ? "l" : "r");
    };
    for (Value* value : changed_) {
      constraints += "=" + letter(value) + ",";
      results.push_back(value->getType());
    }
    for (std::size_t i = 0; i < changed_.size(); ++i)
      constraints += std::to_string(i) + ",";
    for (Value* value : read_)
      constraints += letter(value) + ",";
    constraints += "~{memory}";
    values.append(changed_.begin(), changed_.end());
    values.append(read_.begin(), read_.end());
    for (Value* value : values)
      operands.push_back(value->getType());
    llvm::Type* const result = results.empty()       ? builder.getVoidTy()
                               : results.size() == 1 ? results[0]
                                                     : llvm::StructType::get(builder.getContext(), results);
    auto* const type = llvm::FunctionType::get(result, operands, false);
    llvm::CallInst* const call = builder.CreateCall(type, llvm::InlineAsm::get(type, text, constraints, true), values);
    call->addFnAttr(llvm::Attribute::NoUnwind);
    call->addFnAttr(llvm::Attribute::Convergent);
    for (std::size_t i = 0; i < results_.size(); ++i)
      *results_[i] = results.size() == 1 ? call : builder.CreateExtractValue(call, static_cast<unsigned>(i));
  }

private:
  static std::string numbers(std::size_t first, std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i)
      text += (i > 0 ? ", $" : "$") + std::to_string(first + i);
    return text;
  }
  llvm::SmallVector<Value*> changed_, read_;
  llvm::SmallVector<Value**> results_; // where the changed values are kept
};

// Of a register of a tile: whether its rows are 0 to 7, or 8 to 15.
std::size_t half_of(std::size_t slot) { return slot / 2 % 2; }

} // namespace

// ---- layouts --------------------------------------------------------------------------------------------------------
const Layout* Distribution::wanted_by_slm_matrix(const llvm::Use& use) {
  if (operation_of(use.getUser()) == "keep")
    return use.getOperandNo() == 1 ? layouts_.tile_flags() : nullptr;
  if (operation_of(use.getUser()) != "multiply")
    return nullptr;
  const Product product(*llvm::cast<llvm::CallInst>(use.getUser()));
  return use.getOperandNo() == 0   ? layouts_.tile(product.width, product.of_sum())
         : use.getOperandNo() == 1 ? layouts_.joined(layouts_.tile(product.depth, product.of_left()), 2)
                                   : nullptr;
}

// A tile's own layout, if it is one of a tile.
const Layout* Distribution::tile_layout_of(const Value* value) {
  const int columns = elements_of(value) / tile_height;
  const Layout* const here = llvm::isa<llvm::Constant>(value) ? nullptr : layout_of(value);
  const Layout* const interleaved = layouts_.tile(columns, ColumnOrder::interleaved);
  return here == interleaved ? interleaved : layouts_.tile(columns, ColumnOrder::plain);
}

const Layout* Distribution::layout_from_slm_matrix(const llvm::CallInst& call) {
  const llvm::StringRef operation = operation_of(&call);
  if (operation == "multiply") {
    const Product product(call);
    return layouts_.tile(product.width, product.of_sum());
  }
  if (operation == "round")
    return layouts_.joined(tile_layout_of(call.getArgOperand(0)), 2);
  if (operation == "cut")
    return tile_layout_of(call.getArgOperand(0));
  if (operation == "row.maximum" || operation == "row.sum")
    return layouts_.tile_rows();
  if (operation == "load.flags")
    return layouts_.tile_flags();
  if (operation == "keep" || operation == "distances")
    return layouts_.tile(elements_of(&call) / tile_height, ColumnOrder::interleaved);
  const int columns = elements_of(&call) * 2 / tile_height; // load
  const Layout* const plain = layouts_.joined(layouts_.tile(columns, ColumnOrder::plain), 2);
  return wanted_layout(call) == plain ? plain : layouts_.joined(layouts_.tile(columns, ColumnOrder::interleaved), 2);
}

// ---- products -------------------------------------------------------------------------------------------------------
void Distribution::multiply_slm_matrix(const llvm::CallInst& call) {
  llvm::IRBuilder<>& builder = code_.builder;
  const Product product(call);
  const Layout* const layout = layouts_.tile(product.width, product.of_sum());
  const auto* const start = llvm::dyn_cast<llvm::Constant>(call.getArgOperand(0));
  const bool starts_at_zero = start != nullptr && start->isNullValue();
  Distributed sum = vector(call.getArgOperand(0), layout),
              left = vector(call.getArgOperand(1), layouts_.joined(layouts_.tile(product.depth, product.of_left()), 2));
  if (starts_at_zero)
    std::ranges::fill(sum.slots, llvm::PoisonValue::get(builder.getFloatTy()));
  code_.module.getOrInsertNamedMetadata(processor_only);

  // The matrix' description: its address, how far apart its parts of 64 columns are (where they are the product's
  // columns), and how far groups of 8 rows, in units of 16 bytes; and 1 for the swizzle.
  const std::uint64_t parts_apart = product.is_transposed ? 1 : static_cast<std::uint64_t>(product.rows) * 128 / 16;
  constexpr std::uint64_t row_groups_apart = 1024 / 16, swizzled = 1;
  Value* const address = builder.CreateLShr(
      builder.CreateAnd(shared_number(scalar(call.getArgOperand(2))), code_.number(0x3ffff)), code_.number(4));
  Value* const described =
      builder.CreateOr(builder.CreateZExt(address, builder.getInt64Ty()),
                       builder.getInt64(parts_apart << 16 | row_groups_apart << 32 | swizzled << 62));

  InPlace begin;
  if (!starts_at_zero)
    begin.change(sum.slots);
  begin.write(builder, "wgmma.fence.sync.aligned;");
  const std::string type = product.is_bfloat16 ? "bf16" : "f16";
  const std::string name =
      llvm::formatv("wgmma.mma_async.sync.aligned.m64n{}k16.f32.{}.{} ", product.width, type, type).str();
  for (int step = 0; step < product.depth / 16; ++step) {
    const int bytes = product.is_transposed ? step / 4 * product.rows * 128 + step % 4 * 32 : step * 16 * 128;
    InPlace multiply;
    multiply.change(sum.slots);
    for (std::size_t i = 0; i < 4; ++i)
      multiply.read(left.slots[4 * static_cast<std::size_t>(step) + i]);
    multiply.read(builder.CreateAdd(described, builder.getInt64(static_cast<std::uint64_t>(bytes) / 16)));
    multiply.read(code_.number(step > 0 || !starts_at_zero ? 1 : 0));
    std::string operands;
    for (std::size_t i = 0; i < 4; ++i)
      operands += (i > 0 ? ", " : "") + multiply.number_of_read(i);
    multiply.write(builder,
                   llvm::formatv("{{ .reg .pred adds; setp.ne.b32 adds, {}, 0; {}{{{}}, {{{}}, {}, adds, 1, 1, {}; }",
                                 multiply.number_of_read(5), name, multiply.changed(0, sum.slots.size()), operands,
                                 multiply.number_of_read(4), product.is_transposed ? "0" : "1")
                       .str());
  }
  InPlace().write(builder, "wgmma.commit_group.sync.aligned;");
  define(call, sum);
  products_.push_back(&call);
  if (layout != layout_of(&call)) {
    finish_products();
    define(call, move(vectors_.lookup(&call), layout_of(&call)));
  }
}

// Products are under way until something needs them or comes after a fence: what a thread computes meanwhile, and copies for
// later, costs no time. An arrival at a named barrier is no fence.
bool Distribution::needs_products(const llvm::Instruction& instruction) const {
  if (instruction.isTerminator() || std::ranges::any_of(instruction.operands(), [this](const llvm::Use& use) {
        return llvm::is_contained(products_, use.get());
      }))
    return true;
  const llvm::StringRef operation = operation_of(&instruction);
  return instruction.mayHaveSideEffects() && operation != "multiply" && operation != "copy" && operation != "wait" &&
         !lowering::name_of_call(&instruction).starts_with("llvm.genx.nbarrier.arrive");
}

void Distribution::finish_products() {
  const char* text = "wgmma.wait_group.sync.aligned 0;"; // for all of them
  for (const llvm::CallInst* const product : products_) {
    InPlace end;
    end.change(vectors_[product].slots);
    end.write(code_.builder, text);
    text = "";
  }
  products_.clear();
}

// ---- rows of a tile -------------------------------------------------------------------------------------------------
void Distribution::round_tile(const llvm::CallInst& call) {
  llvm::IRBuilder<>& builder = code_.builder;
  const Layout* const layout = tile_layout_of(call.getArgOperand(0));
  const Distributed tile = vector(call.getArgOperand(0), layout);
  llvm::Type* const real = builder.getFloatTy();
  auto* const type = llvm::FunctionType::get(builder.getInt32Ty(), {real, real}, false);
  const std::string text = constant_of(call, 1) != 0 ? "cvt.rn.bf16x2.f32 $0, $2, $1;" : "cvt.rn.f16x2.f32 $0, $2, $1;";
  Distributed result{layouts_.joined(layout, 2), {}};
  for (std::size_t slot = 0; slot < tile.slots.size(); slot += 2) {
    llvm::CallInst* const pair = builder.CreateCall(type, llvm::InlineAsm::get(type, text, "=r,f,f", false),
                                                    {tile.slots[slot], tile.slots[slot + 1]});
    pair->setDoesNotAccessMemory();
    pair->addFnAttr(llvm::Attribute::NoUnwind);
    result.slots.push_back(pair);
  }
  define(call, move(result, layout_of(&call)));
}

// In chains of their own for as many additions as are under way at a time, then over the four lanes that share a row.
void Distribution::fold_tile_rows(const llvm::CallInst& call, llvm::StringRef name) {
  llvm::IRBuilder<>& builder = code_.builder;
  constexpr std::size_t chains = 4;
  const Distributed tile = vector(call.getArgOperand(0), tile_layout_of(call.getArgOperand(0)));
  const auto combined = [&](Value* a, Value* b) -> Value* {
    if (a == nullptr)
      return b;
    return name == "row.sum" ? builder.CreateFAdd(a, b) : builder.CreateBinaryIntrinsic(llvm::Intrinsic::maxnum, a, b);
  };
  Distributed result{layouts_.tile_rows(), {}};
  for (std::size_t half = 0; half < 2; ++half) {
    std::array<Value*, chains> parts{};
    std::size_t next = 0;
    for (std::size_t slot = 0; slot < tile.slots.size(); ++slot)
      if (half_of(slot) == half) {
        Value*& part = parts[next++ % chains];
        part = combined(part, tile.slots[slot]);
      }
    Value* whole = combined(combined(parts[0], parts[1]), combined(parts[2], parts[3]));
    for (const int distance : {1, 2}) {
      LaneTable table;
      for (int lane = 0; lane < warp_lanes; ++lane)
        table[static_cast<std::size_t>(lane)] = lane ^ distance;
      whole = combined(whole, code_.shuffle(whole, table));
    }
    result.slots.push_back(whole);
  }
  define(call, move(result, layout_of(&call)));
}

void Distribution::cut_tile(const llvm::CallInst& call) {
  llvm::IRBuilder<>& builder = code_.builder;
  const Layout* const layout = tile_layout_of(call.getArgOperand(0));
  const int columns = layout->size() / tile_height;
  Distributed tile = vector(call.getArgOperand(0), layout);
  const Distributed first = vector(call.getArgOperand(1), layouts_.tile_rows()),
                    end = vector(call.getArgOperand(2), layouts_.tile_rows());
  for (std::size_t slot = 0; slot < tile.slots.size(); ++slot) {
    LaneTable table;
    for (std::size_t lane = 0; lane < warp_lanes; ++lane)
      table[lane] = layout->elements(static_cast<int>(slot))[lane] % columns;
    Value* const column = code_.per_lane(table);
    Value* const inside = builder.CreateAnd(builder.CreateICmpSGE(column, first.slots[half_of(slot)]),
                                            builder.CreateICmpSLT(column, end.slots[half_of(slot)]));
    tile.slots[slot] =
        builder.CreateSelect(inside, tile.slots[slot], llvm::ConstantFP::getInfinity(builder.getFloatTy(), true));
  }
  define(call, move(tile, layout_of(&call)));
}

bool Distribution::translate_slm_matrix(const llvm::CallInst& call, llvm::StringRef name) {
  if (!name.starts_with(slm_matrix_prefix))
    return false;
  const llvm::StringRef operation = operation_of(&call);
  if (operation == "multiply")
    multiply_slm_matrix(call);
  else if (operation == "round")
    round_tile(call);
  else if (operation == "row.maximum" || operation == "row.sum")
    fold_tile_rows(call, operation);
  else if (operation == "cut")
    cut_tile(call);
  else if (operation == "distances")
    distances_of_columns(call);
  else if (operation == "load.flags")
    load_flags(call);
  else if (operation == "keep")
    keep_flagged(call);
  else if (operation == "load")
    load_pairs(call);
  else if (operation == "store")
    store_rows(call);
  else if (operation == "copy")
    copy_to_slm_matrix(call);
  else if (operation == "wait") // the products read what was copied past the caches' order
    InPlace().write(code_.builder, "cp.async.wait_all; fence.proxy.async.shared::cta;");
  else if (operation != "finish") // which needs_products() has been asked about
    return false;
  return true;
}

} // namespace xeforge::toolchain::nvidia
