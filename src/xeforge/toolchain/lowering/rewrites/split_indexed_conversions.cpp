#include "xeforge/toolchain/lowering/fence.hpp"
#include "xeforge/toolchain/lowering/passes.hpp"
#include "xeforge/toolchain/lowering/rewrites/moves.hpp"
#include "xeforge/toolchain/lowering/rewrites/regions.hpp"
#include "xeforge/toolchain/lowering/rewrites/replace_instructions.hpp"
#include "xeforge/toolchain/lowering/symbols.hpp"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>

namespace xeforge::toolchain::lowering {
namespace {

using namespace wrregion;

// Converted halves, also negated or as absolute values, which the same instruction computes.
bool is_converted_halves(const llvm::Value* value) {
  if (const auto* const conversion = llvm::dyn_cast<llvm::FPExtInst>(value))
    return conversion->getSrcTy()->getScalarType()->isHalfTy();
  const llvm::StringRef name = name_of_call(value);
  const bool is_modified =
      llvm::isa<llvm::UnaryOperator>(value) || name.starts_with("llvm.genx.absf") || name.starts_with("llvm.fabs");
  return is_modified && is_converted_halves(llvm::cast<llvm::User>(value)->getOperand(0));
}

// A write to a part of a vector whose offset is known only at run time.
bool writes_by_index(const llvm::Instruction& instruction) {
  return is_write(instruction) && !llvm::isa<llvm::Constant>(instruction.getOperand(offset));
}

bool writes_halves_by_index(const llvm::Instruction& instruction) {
  return writes_by_index(instruction) && !instruction.getOperand(mask)->getType()->isVectorTy() &&
         is_converted_halves(instruction.getOperand(written)) &&
         llvm::cast<llvm::FixedVectorType>(instruction.getOperand(written)->getType())->getNumElements() > 1;
}

// A mask extended to -1 and 0 for such a write, or for a store to a local variable, which may become a vector.
bool is_predicate_written_by_index(const llvm::Instruction& instruction) {
  return llvm::isa<llvm::SExtInst>(instruction) && instruction.getOperand(0)->getType()->isIntOrIntVectorTy(1) &&
         reaches(instruction, [](const llvm::Instruction& user) {
           const auto* const store = llvm::dyn_cast<llvm::StoreInst>(&user);
           return writes_by_index(user) ||
                  (store != nullptr &&
                   llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(store->getPointerOperand())));
         });
}

// By a select. The constant is opaque, or the select would become an extension again.
llvm::Value* chosen(const llvm::Instruction& extension, llvm::IRBuilder<>& builder) {
  llvm::Type* const type = extension.getType();
  return builder.CreateSelect(extension.getOperand(0), opaque(builder, llvm::Constant::getAllOnesValue(type)),
                              llvm::Constant::getNullValue(type));
}

// Every second element of some rows of a region.
struct Part {
  std::int64_t first_row, rows, first_column;
};

class Split {
public:
  Split(const llvm::CallInst& write, llvm::IRBuilder<>& builder)
      : write_(write), builder_(builder), region_(rows_of(write, vertical).value()) {
    const auto count = llvm::cast<llvm::FixedVectorType>(write.getArgOperand(written)->getType())->getNumElements();
    if (region_.columns == 1) // a single row, described as a column
      region_.columns = count, region_.columns_apart = region_.rows_apart;
    rows_ = count / region_.columns;
  }

  llvm::Value* run() {
    llvm::Value* result = write_.getArgOperand(old_vector);
    const std::int64_t rows_at_once = region_.columns % 2 == 0 ? rows_ : 1;
    for (std::int64_t row = 0; row < rows_; row += rows_at_once)
      for (const std::int64_t column : {0, 1})
        result = written_into(result, {row, rows_at_once, column});
    return result;
  }

private:
  llvm::Value* written_into(llvm::Value* into, const Part& part) {
    const std::int64_t columns = (region_.columns - part.first_column + 1) / 2;
    llvm::SmallVector<int> elements;
    for (std::int64_t row = 0; row < part.rows; ++row)
      for (std::int64_t column = 0; column < columns; ++column)
        elements.push_back(static_cast<int>((part.first_row + row) * region_.columns + part.first_column + 2 * column));
    return written_part(
        write_, builder_, into, elements,
        part.first_row * region_.rows_apart + part.first_column * region_.columns_apart,
        {.rows_apart = region_.rows_apart, .columns = columns, .columns_apart = 2 * region_.columns_apart});
  }

  const llvm::CallInst& write_;
  llvm::IRBuilder<>& builder_;
  Rows region_;
  std::int64_t rows_ = 0;
};

} // namespace

bool SplitIndexedConversions::change(llvm::Function& function) {
  return replace_instructions(function, [](llvm::Instruction& instruction, llvm::IRBuilder<>& builder) -> llvm::Value* {
    if (is_predicate_written_by_index(instruction))
      return chosen(instruction, builder);
    return writes_halves_by_index(instruction) ? Split(llvm::cast<llvm::CallInst>(instruction), builder).run()
                                               : nullptr;
  });
}

} // namespace xeforge::toolchain::lowering
