#include "xeforge/toolchain/lowering/fence.hpp"
#include "xeforge/toolchain/lowering/passes.hpp"
#include "xeforge/toolchain/lowering/rewrites/regions.hpp"
#include "xeforge/toolchain/lowering/rewrites/replace_instructions.hpp"
#include "xeforge/toolchain/lowering/symbols.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>

namespace xeforge::toolchain::lowering {
namespace {

using llvm::Value;

// A read of several rows that do not continue one another.
bool reads_rows(const llvm::Instruction& instruction) {
  if (!name_of_call(&instruction).starts_with("llvm.genx.rdregion"))
    return false;
  const auto& read = llvm::cast<llvm::CallInst>(instruction);
  const auto* const result = llvm::dyn_cast<llvm::FixedVectorType>(read.getType());
  const auto rows_apart = constant_argument(read, rdregion::vertical), columns = constant_argument(read, rdregion::width),
             columns_apart = constant_argument(read, rdregion::horizontal);
  return result != nullptr && rows_apart && columns && columns_apart && *columns > 1 &&
         result->getNumElements() > *columns && *rows_apart != *columns * *columns_apart;
}

bool takes_elements(const llvm::User* user) {
  return llvm::isa<llvm::ShuffleVectorInst, llvm::ExtractElementInst>(user) ||
         name_of_call(user).starts_with("llvm.genx.rdregion");
}

// Reads of rows whose elements are read again are fenced for these readers.
bool fence_rows(llvm::Function& function) {
  llvm::SmallVector<llvm::Instruction*> rows;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (reads_rows(instruction) && llvm::any_of(instruction.users(), takes_elements))
      rows.push_back(&instruction);
  for (llvm::Instruction* const read : rows) {
    llvm::IRBuilder<> builder(read->getNextNode());
    builder.SetCurrentDebugLocation(read->getDebugLoc());
    Value* const kept = fenced(builder, read);
    read->replaceUsesWithIf(kept, [&](const llvm::Use& use) {
      return use.getUser() != kept && takes_elements(use.getUser());
    });
  }
  return !rows.empty();
}

// A write of elements of 64 bits that lie four apart.
bool writes_far_apart(const llvm::Instruction& instruction) {
  if (!name_of_call(&instruction).starts_with("llvm.genx.wrregion"))
    return false;
  const auto& write = llvm::cast<llvm::CallInst>(instruction);
  const auto* const values = llvm::dyn_cast<llvm::FixedVectorType>(write.getArgOperand(wrregion::written)->getType());
  const auto rows_apart = constant_argument(write, wrregion::vertical), columns = constant_argument(write, wrregion::width),
             columns_apart = constant_argument(write, wrregion::horizontal);
  constexpr long long distance = 4;
  return values != nullptr && values->getNumElements() > 1 && values->getScalarSizeInBits() == 64 && rows_apart &&
         columns && columns_apart && (*columns == 1 ? *rows_apart : *columns_apart) == distance;
}

// The same write, element by element.
Value* written_one_by_one(const llvm::CallInst& write, llvm::IRBuilder<>& builder) {
  const Value* const values = write.getArgOperand(wrregion::written);
  const auto count = llvm::cast<llvm::FixedVectorType>(values->getType())->getNumElements();
  const auto rows_apart = *constant_argument(write, wrregion::vertical), columns = *constant_argument(write, wrregion::width),
             columns_apart = *constant_argument(write, wrregion::horizontal);
  Value* result = write.getArgOperand(wrregion::old_vector);
  for (int i = 0; i < static_cast<int>(count); ++i)
    result = written_part(write, builder, result, {i}, i / columns * rows_apart + i % columns * columns_apart,
                          {.rows_apart = 1, .columns = 1, .columns_apart = 1});
  return result;
}

} // namespace

bool KeepRegions::change(llvm::Function& function) {
  const bool has_rows = fence_rows(function);
  const bool has_writes = replace_instructions(function, [](llvm::Instruction& instruction, llvm::IRBuilder<>& builder) {
    return writes_far_apart(instruction) ? written_one_by_one(llvm::cast<llvm::CallInst>(instruction), builder) : nullptr;
  });
  return has_rows || has_writes;
}

} // namespace xeforge::toolchain::lowering
