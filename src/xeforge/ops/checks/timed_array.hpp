// Arrays for timing: as others lie, but in memory that is aligned and in large pages.
#pragma once

#include "xeforge/base/tensor_view.hpp"
#include "xeforge/ops/checks/buffer.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace xeforge::ops {

// Strides of any sign.
template <int Rank>
class TimedArray {
public:
  // Zeros; not given where the other array is not.
  explicit TimedArray(const ConstTensorView<Rank>& like)
      : extent_(extent_of(like)), memory_(extent_.bytes),
        view_{memory_.data() + extent_.before_first, like.dtype, like.shape, like.strides} {
    if (like.data == nullptr)
      view_ = {};
  }
  TensorView<Rank> view() const { return view_; }

  // The same elements, and what lies between them.
  static TimedArray copy_of(const ConstTensorView<Rank>& other) {
    TimedArray copy(other);
    if (other.data != nullptr)
      std::memcpy(copy.memory_.data(), static_cast<const std::byte*>(other.data) - copy.extent_.before_first,
                  copy.memory_.bytes());
    return copy;
  }

private:
  struct Extent {
    std::size_t bytes = 0, before_first = 0; // of the element (0, 0, ...)
  };
  static Extent extent_of(const ConstTensorView<Rank>& view) {
    if (view.data == nullptr)
      return {};
    std::int64_t lowest = 0, highest = 0;
    for (std::size_t axis = 0; axis < Rank; ++axis) {
      const std::int64_t reach = std::max<std::int64_t>(view.shape[axis] - 1, 0) * view.strides[axis];
      (reach < 0 ? lowest : highest) += reach;
    }
    return {static_cast<std::size_t>(highest - lowest + 1) * size_of(view.dtype),
            static_cast<std::size_t>(-lowest) * size_of(view.dtype)};
  }

  Extent extent_;
  Buffer memory_;
  TensorView<Rank> view_;
};

inline ConstMatrixView const_view_of(const MatrixView& view) {
  return {view.data, view.dtype, view.rows, view.columns, view.row_stride};
}

// The same of a matrix.
class TimedMatrix {
public:
  explicit TimedMatrix(const ConstMatrixView& like) : array_(tensor_of(like)) {}
  static TimedMatrix copy_of(const ConstMatrixView& other) {
    return TimedMatrix(TimedArray<2>::copy_of(tensor_of(other)));
  }
  MatrixView view() const {
    const TensorView<2> view = array_.view();
    return {view.data, view.dtype, view.shape[0], view.shape[1], view.strides[0]};
  }
  ConstMatrixView const_view() const { return const_view_of(view()); }

private:
  explicit TimedMatrix(TimedArray<2> array) : array_(std::move(array)) {}
  static ConstTensorView<2> tensor_of(const ConstMatrixView& view) {
    return {view.data, view.dtype, {view.rows, view.columns}, {view.row_stride, 1}};
  }

  TimedArray<2> array_;
};

} // namespace xeforge::ops
