#include "xeforge/c_interface/rows.hpp"

#include "xeforge/c_interface/tensors.hpp"

namespace xeforge::c_interface {

Rows rows_of(const xeforge_tensor* tensor, const char* name) {
  Rows rows{checked(tensor, name), 1, 0};
  if (rows.tensor.rank < 1)
    throw Error(std::string(name) + " shape", "()", "at least one dimension, the last of which is a row");
  for (int axis = 0; axis + 1 < rows.tensor.rank; ++axis)
    if (__builtin_mul_overflow(rows.count, rows.tensor.shape[axis], &rows.count))
      throw Error(std::string(name) + " shape", shape_text(shape_of(rows.tensor)), "rows that 64 bits can count");
  rows.length = rows.tensor.shape[rows.tensor.rank - 1];
  return rows;
}

std::optional<MatrixView> matrix_of(const Rows& rows) {
  const xeforge_tensor& tensor = rows.tensor;
  const int last = tensor.rank - 1;
  if (tensor.strides[last] != 1 && rows.length != 1)
    return std::nullopt;
  std::int64_t row_stride = rows.length, extent = 1; // of the dimensions taken together so far
  for (int axis = last - 1; axis >= 0; --axis) {
    if (tensor.shape[axis] == 1)
      continue;
    std::int64_t reach = 0;
    if (extent == 1)
      row_stride = tensor.strides[axis];
    else if (__builtin_mul_overflow(row_stride, extent, &reach) || reach != tensor.strides[axis])
      return std::nullopt;
    extent *= tensor.shape[axis];
  }
  if (row_stride < rows.length)
    return std::nullopt;
  return MatrixView{tensor.data, dtype_of(tensor), rows.count, rows.length, row_stride};
}

RowOffsets::RowOffsets(const xeforge_tensor& tensor) : tensor_(tensor) {}

std::int64_t RowOffsets::next() {
  const std::int64_t here = offset_;
  for (int axis = tensor_.rank - 2; axis >= 0; --axis) {
    offset_ += tensor_.strides[axis];
    if (++index_[axis] < tensor_.shape[axis])
      break;
    offset_ -= tensor_.strides[axis] * tensor_.shape[axis];
    index_[axis] = 0;
  }
  return here;
}

} // namespace xeforge::c_interface
