// Non-owning views of arrays: a pointer, a run-time element type, a shape, strides in elements.
#pragma once

#include "xeforge/base/dtype.hpp"

#include <array>
#include <cstdint>
#include <type_traits>

namespace xeforge {

// rows x columns elements; row r starts row_stride elements after row r - 1, the elements of a row are adjacent.
template <class Byte>
struct BasicMatrixView {
  Byte* data = nullptr;
  DType dtype = DType::f32;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::int64_t row_stride = 0;
};
using MatrixView = BasicMatrixView<void>;
using ConstMatrixView = BasicMatrixView<const void>;

// size adjacent floats; data == nullptr means "not given".
struct ConstVectorView {
  const float* data = nullptr;
  std::int64_t size = 0;
};

// A matrix of T without gaps between its rows.
template <class T>
MatrixView matrix_view(T* data, std::int64_t rows, std::int64_t columns) {
  return {data, dtype_of<T>(), rows, columns, columns};
}
template <class T>
ConstMatrixView matrix_view(const T* data, std::int64_t rows, std::int64_t columns) {
  return {data, dtype_of<T>(), rows, columns, columns};
}

// An array of Rank dimensions; element (i, j, ...) is i * strides[0] + j * strides[1] + ... elements after data.
// data == nullptr means "not given" if the array is optional.
template <class Byte, int Rank>
struct BasicTensorView {
  Byte* data = nullptr;
  DType dtype = DType::f32;
  std::array<std::int64_t, Rank> shape{};
  std::array<std::int64_t, Rank> strides{};

  // A mutable view converts to a const view.
  operator BasicTensorView<const void, Rank>() const
    requires(!std::is_const_v<Byte>)
  {
    return {data, dtype, shape, strides};
  }
};
template <int Rank>
using TensorView = BasicTensorView<void, Rank>;
template <int Rank>
using ConstTensorView = BasicTensorView<const void, Rank>;

} // namespace xeforge
