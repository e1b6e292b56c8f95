// Distribution: matrix products. C (rows x 16) = A (rows x K) B (K x 16) is computed transposed, as mma.sync of 16 x 8
// results: its left operand is B transposed, its right one A transposed, which is how both lie in registers anyway.
#include "xeforge/toolchain/lowering/symbols.hpp"
#include "xeforge/toolchain/nvidia/distribution.hpp"
#include "xeforge/toolchain/nvidia/ptx_instructions.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/Support/FormatVariadic.h>

namespace xeforge::toolchain::nvidia {

using llvm::Value;

namespace {

struct Precision {
  const char *shape, *name;
  bool is_integer;
};

std::optional<Precision> precision_of(long long code) {
  switch (code) {
  case 7:
    return Precision{"m16n8k32", "u8", true};
  case 8:
    return Precision{"m16n8k32", "s8", true};
  case 9:
    return Precision{"m16n8k16", "bf16", false};
  case 10:
    return Precision{"m16n8k16", "f16", false};
  case 12:
    return Precision{"m16n8k8", "tf32", false};
  default:
    return std::nullopt;
  }
}

} // namespace

// (accumulator, B, A, precision of B, of A, depth, rows, signs)
bool Distribution::translate_matrix(const llvm::CallInst& call, llvm::StringRef name) {
  if (!name.starts_with("llvm.genx.dpas2"))
    return false;
  llvm::IRBuilder<>& builder = code_.builder;
  const auto of_b = precision_of(lowering::constant_argument(call, 3).value_or(0)),
             of_a = precision_of(lowering::constant_argument(call, 4).value_or(0));
  const auto rows = lowering::constant_argument(call, 6);
  if (!of_a || !of_b || of_a->is_integer != of_b->is_integer || std::string(of_a->shape) != of_b->shape || !rows ||
      elements_of(call.getArgOperand(1)) != 128) {
    refuse(call, "a matrix product of these types (elements of 16 and of 8 bits, and tfloat32, can be)");
    return true;
  }
  const Layout* const layout = layouts_.matrix_result(static_cast<int>(*rows));
  llvm::Type *const type = element_type(&call), *const lane_type =
                                                    of_a->is_integer ? builder.getInt32Ty() : builder.getFloatTy();
  const auto in_lane = [&](Value* value) {
    return value->getType()->isHalfTy() ? builder.CreateFPExt(value, lane_type) : value;
  };
  Distributed accumulator = as_vector(call.getArgOperand(0), layout);
  const Distributed b = vector(call.getArgOperand(1), layouts_.matrix_b()),
                    a = as_vector(call.getArgOperand(2), layouts_.matrix_a(static_cast<int>(*rows)));
  llvm::SmallVector<Value*> operands;
  const auto at = [](const Distributed& whole, std::size_t slot) { // rows that are not there have no register
    return slot < whole.slots.size() ? whole.slots[slot] : llvm::Constant::getNullValue(whole.slots[0]->getType());
  };
  const bool single_row = *rows == 1; // the registers of odd rows are missing
  const auto accumulated = [&](std::size_t i) {
    if (single_row)
      return i % 2 == 1 ? llvm::Constant::getNullValue(accumulator.slots[0]->getType()) : accumulator.slots[i];
    return accumulator.slots[i];
  };
  for (std::size_t i = 0; i < 4; ++i)
    operands.push_back(at(b, i));
  for (std::size_t i = 0; i < 2; ++i)
    operands.push_back(at(a, i));
  for (std::size_t i = 0; i < 4; ++i)
    operands.push_back(in_lane(
        i < accumulator.slots.size() ? accumulated(i) : llvm::Constant::getNullValue(accumulator.slots[0]->getType())));
  const std::string result_type = of_a->is_integer ? "s32" : "f32";
  const std::string instruction = llvm::formatv("mma.sync.aligned.{}.row.col.{}.{}.{}.{}", of_a->shape, result_type,
                                                of_b->name, of_a->name, result_type)
                                      .str() +
                                  " {0,4}, {4,4}, {8,2}, {10,4};";
  Value* const words =
      call_ptx_words(builder, instruction, llvm::StructType::get(lane_type, lane_type, lane_type, lane_type), operands);
  Distributed result{layout, {}};
  for (int slot = 0; slot < layout->slots(); ++slot) {
    Value* const word = builder.CreateExtractValue(words, static_cast<unsigned>(slot));
    result.slots.push_back(type->isHalfTy() ? builder.CreateFPTrunc(word, type) : word);
  }
  if (elements_of(&call) == layout->size())
    define(call, move(result, layout_of(&call)));
  else
    refuse(call, llvm::formatv("a matrix product of {} results", elements_of(&call)));
  return true;
}

} // namespace xeforge::toolchain::nvidia
