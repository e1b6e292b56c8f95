#include "xeforge/toolchain/lowering/passes.hpp"
#include "xeforge/toolchain/lowering/rewrites/replace_instructions.hpp"
#include "xeforge/toolchain/lowering/symbols.hpp"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <string>

namespace xeforge::toolchain::lowering {
namespace {

// Operands of llvm.genx.wrregion*: element (row, column) of the region lies vertical * row + horizontal * column elements
// behind the offset, which counts bytes.
enum : unsigned { old_vector, written, vertical, width, horizontal, offset, parent_width, mask };

// Converted halves, also negated or their absolute values: the same instruction does that.
bool is_converted_halves(const llvm::Value* value) {
  if (const auto* const conversion = llvm::dyn_cast<llvm::FPExtInst>(value))
    return conversion->getSrcTy()->getScalarType()->isHalfTy();
  const llvm::StringRef name = name_of_call(value);
  const bool is_modified =
      llvm::isa<llvm::UnaryOperator>(value) || name.starts_with("llvm.genx.absf") || name.starts_with("llvm.fabs");
  return is_modified && is_converted_halves(llvm::cast<llvm::User>(value)->getOperand(0));
}

// A write of converted halves to a part of a vector that is known only when the kernel runs.
bool writes_halves_by_index(const llvm::Instruction& instruction) {
  return name_of_call(&instruction).starts_with("llvm.genx.wrregion") &&
         !llvm::isa<llvm::Constant>(instruction.getOperand(offset)) &&
         !instruction.getOperand(mask)->getType()->isVectorTy() &&
         is_converted_halves(instruction.getOperand(written)) &&
         llvm::cast<llvm::FixedVectorType>(instruction.getOperand(written)->getType())->getNumElements() > 1;
}

// Every second element of some rows of a region.
struct Part {
  std::int64_t first_row, rows, first_column;
};

class Split {
public:
  Split(const llvm::CallInst& write, llvm::IRBuilder<>& builder)
      : write_(write), builder_(builder),
        type_(llvm::cast<llvm::FixedVectorType>(write.getArgOperand(written)->getType())),
        rows_apart_(constant_argument(write, vertical).value()), columns_(constant_argument(write, width).value()),
        columns_apart_(constant_argument(write, horizontal).value()) {
    if (columns_ == 1) // a row that lies the other way
      columns_ = type_->getNumElements(), columns_apart_ = rows_apart_;
    rows_ = type_->getNumElements() / columns_;
  }

  llvm::Value* run() {
    llvm::Value* result = write_.getArgOperand(old_vector);
    const std::int64_t rows_at_once = columns_ % 2 == 0 ? rows_ : 1;
    for (std::int64_t row = 0; row < rows_; row += rows_at_once)
      for (const std::int64_t column : {0, 1})
        result = written_into(result, {row, rows_at_once, column});
    return result;
  }

private:
  llvm::Value* written_into(llvm::Value* into, const Part& part) {
    const std::int64_t columns = (columns_ - part.first_column + 1) / 2;
    llvm::SmallVector<int> elements;
    for (std::int64_t row = 0; row < part.rows; ++row)
      for (std::int64_t column = 0; column < columns; ++column)
        elements.push_back(static_cast<int>((part.first_row + row) * columns_ + part.first_column + 2 * column));
    llvm::Value* const values = builder_.CreateShuffleVector(write_.getArgOperand(written), elements);
    const std::int64_t distance = part.first_row * rows_apart_ + part.first_column * columns_apart_;
    const auto bytes = static_cast<std::int64_t>(type_->getScalarSizeInBits() / 8);
    llvm::Value* where = write_.getArgOperand(offset);
    if (distance != 0)
      where = builder_.CreateAdd(where, builder_.getInt16(static_cast<std::uint16_t>(distance * bytes)));
    const auto word = [&](std::int64_t value) { return builder_.getInt32(static_cast<std::uint32_t>(value)); };
    llvm::CallInst* const call = builder_.CreateCall(
        function_for(values->getType()), {into, values, word(rows_apart_), word(columns), word(2 * columns_apart_),
                                          where, write_.getArgOperand(parent_width), write_.getArgOperand(mask)});
    call->setCallingConv(write_.getCallingConv());
    return call;
  }

  // The same intrinsic for fewer elements.
  llvm::FunctionCallee function_for(llvm::Type* part) {
    const llvm::Function& whole = *write_.getCalledFunction();
    llvm::SmallVector<llvm::Type*> operands(whole.getFunctionType()->params());
    operands[written] = part;
    llvm::FunctionCallee function = builder_.GetInsertBlock()->getModule()->getOrInsertFunction(
        (whole.getName() + ".of" + std::to_string(llvm::cast<llvm::FixedVectorType>(part)->getNumElements())).str(),
        llvm::FunctionType::get(whole.getReturnType(), operands, false), whole.getAttributes());
    llvm::cast<llvm::Function>(function.getCallee())->setCallingConv(whole.getCallingConv());
    return function;
  }

  const llvm::CallInst& write_;
  llvm::IRBuilder<>& builder_;
  llvm::FixedVectorType* const type_;
  std::int64_t rows_apart_, columns_, columns_apart_, rows_;
};

} // namespace

bool SplitIndexedConversions::change(llvm::Function& function) {
  return replace_instructions(function, [](llvm::Instruction& instruction, llvm::IRBuilder<>& builder) {
    return writes_halves_by_index(instruction) ? Split(llvm::cast<llvm::CallInst>(instruction), builder).run()
                                               : nullptr;
  });
}

} // namespace xeforge::toolchain::lowering
