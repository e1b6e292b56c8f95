// A tensor (..., n) as rows: the dimensions before the last, taken together, count the rows.
#pragma once

#include "xeforge/base/tensor_view.hpp"
#include "xeforge/xeforge.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace xeforge::c_interface {

struct Rows {
  xeforge_tensor tensor; // checked
  std::int64_t count;    // 0 where an extent before the last is 0
  std::int64_t length;   // of each
};

// Throws Error for a tensor without dimensions, or with more rows than 64 bits count.
Rows rows_of(const xeforge_tensor* tensor, const char* name);

// The rows as a matrix for the operator: where their elements are adjacent and one stride leads from row to row, far
// enough that rows do not overlap.
std::optional<MatrixView> matrix_of(const Rows& rows);

// Offsets of rows in elements, one after another, without a division for each.
class RowOffsets {
public:
  explicit RowOffsets(const xeforge_tensor& tensor);
  std::int64_t next(); // the offset of this row; steps to the following

private:
  const xeforge_tensor& tensor_;
  std::int64_t index_[XEFORGE_MAX_RANK] = {};
  std::int64_t offset_ = 0;
};

} // namespace xeforge::c_interface
