// Arrays whose rows the operators do not take as they are, because their elements are not adjacent: some rows at a time
// go through memory of the call.
#pragma once

#include "xeforge/c_interface/rows.hpp"
#include "xeforge/ops/footprint.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace xeforge::c_interface {

struct Named {
  const char* name;
  const Rows& rows;
};

// Throw what the operator would say of a matrix: no memory, a crooked address, strides beyond all memory; an output whose
// elements share places, or that shares bytes with the other array.
void expect_memory(const Named& array);
void expect_elements_apart(const Named& output);
void expect_disjoint(const Named& output, const Named& other);

// How many rows of length elements go through memory at a time: enough for all threads, little enough for their caches.
std::int64_t rows_of_a_block(const Rows& rows);

// The memory for one block of an array's rows, and where in the array it stands.
class RowBlock {
public:
  RowBlock(const Rows& rows, std::int64_t block);
  RowBlock(const RowBlock&) = delete;
  RowBlock& operator=(const RowBlock&) = delete;

  // The next count rows: from the array into memory, or back. An object is used for one of the two.
  MatrixView gather(std::int64_t count);
  MatrixView dense(std::int64_t count);
  void scatter(std::int64_t count);

private:
  const Rows& rows_;
  RowOffsets offsets_;
  std::unique_ptr<std::byte[]> memory_;
};

inline ConstMatrixView read_view(const MatrixView& view) {
  return {view.data, view.dtype, view.rows, view.columns, view.row_stride};
}

} // namespace xeforge::c_interface
