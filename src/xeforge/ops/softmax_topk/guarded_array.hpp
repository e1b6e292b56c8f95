// A matrix in memory of its own that shows every access outside its elements: the bytes before the first row, between
// the rows and after the last hold a pattern, and the page behind that cannot be touched. Pages are taken only when
// written, so strides may be large enough to overflow 32-bit offsets.
#pragma once

#include "xeforge/base/tensor_view.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace xeforge::ops::softmax_topk {

struct MatrixLayout {
  DType dtype;
  std::int64_t rows, columns, row_stride;
};

class GuardedArray {
public:
  // Elements that are watched (at most) on either side of a row.
  static constexpr std::int64_t watched = 64;

  explicit GuardedArray(const MatrixLayout& layout);
  ~GuardedArray();
  GuardedArray(GuardedArray&& other) noexcept;
  GuardedArray& operator=(GuardedArray&&) = delete;

  MatrixView view() const;
  // Writes value into every watched element outside the matrix.
  void set_surroundings(double value);
  // Fills the watched surroundings and the rows themselves with the pattern that damage() expects.
  void set_pattern();
  // Where the surroundings no longer hold the pattern, in words; empty where they do.
  std::optional<std::string> damage() const;

private:
  template <class Visit>
  void for_each_surrounding(Visit visit) const;

  MatrixLayout layout_;
  std::byte* mapping_ = nullptr;
  std::size_t mapped_bytes_ = 0;
  std::byte* first_ = nullptr; // element (0, 0)
};

// Whether the elements of two matrices of one layout hold the same bits.
std::optional<std::string> first_difference(const MatrixView& a, const MatrixView& b);

} // namespace xeforge::ops::softmax_topk
