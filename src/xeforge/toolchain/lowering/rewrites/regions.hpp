// The vector compiler's reads and writes of regions: element (row, column) is vertical * row + horizontal * column
// elements after the offset, which is in bytes.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <optional>

namespace xeforge::toolchain::lowering {

// Operands of llvm.genx.rdregion* and llvm.genx.wrregion*.
namespace rdregion {
enum : unsigned { source, vertical, width, horizontal, offset, parent_width };
}
namespace wrregion {
enum : unsigned { old_vector, written, vertical, width, horizontal, offset, parent_width, mask };
}

struct Rows {
  std::int64_t rows_apart, columns, columns_apart;

  std::int64_t index_of(std::int64_t element) const {
    return element / columns * rows_apart + element % columns * columns_apart;
  }
};
// The rows of a read or write whose operand `vertical` is given; nothing if they are known only at run time.
std::optional<Rows> rows_of(const llvm::CallBase& call, unsigned vertical);

bool is_read(const llvm::Value& value);
bool is_write(const llvm::Value& value);
// The elements of its vector that a read returns or a write changes; nothing if they are known only at run time, or for
// other values.
std::optional<llvm::SmallVector<int>> elements_of(const llvm::Value& region);

// `count` elements from `first` on.
llvm::Value* read_elements(llvm::IRBuilder<>& builder, llvm::Value* vector, unsigned first, unsigned count);

// The vector with `elements` replacing its own from `first` on.
llvm::Value* write_elements(llvm::IRBuilder<>& builder, llvm::Value* vector, llvm::Value* elements, unsigned first);

// A write like `write` into another vector, of some of its elements, `distance` elements after its position. A mask of
// lanes is reduced to these elements.
llvm::Value* written_part(const llvm::CallInst& write, llvm::IRBuilder<>& builder, llvm::Value* into,
                          llvm::ArrayRef<int> elements, std::int64_t distance, const Rows& rows);

} // namespace xeforge::toolchain::lowering
