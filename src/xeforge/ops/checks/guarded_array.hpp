// An array in memory of its own that shows every access outside its elements: the bytes before the first element,
// between the elements and after the last hold a pattern, and the page behind that cannot be touched. Pages are taken
// only when written, so strides may be large enough to overflow 32-bit offsets.
#pragma once

#include "xeforge/base/tensor_view.hpp"
#include "xeforge/ops/checks/known_memory.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace xeforge::ops {

struct MatrixLayout {
  DType dtype;
  std::int64_t rows, columns, row_stride;
};

// Strides in elements, of any size and sign; elements may coincide (stride 0).
struct TensorLayout {
  DType dtype;
  std::vector<std::int64_t> shape, strides;
};

class GuardedArray {
public:
  // Elements that are watched (at most) on either side of a run of elements.
  static constexpr std::int64_t watched = 64;

  // Where the forbidden page begins: behind the watched elements, or with the first byte behind the last element. The
  // one shows what is written there, the other stops who reads there.
  enum class Behind { watched, forbidden };

  explicit GuardedArray(const MatrixLayout& layout);
  explicit GuardedArray(const TensorLayout& layout, Behind behind = Behind::watched);
  ~GuardedArray();
  GuardedArray(GuardedArray&& other) noexcept;
  GuardedArray& operator=(GuardedArray&&) = delete;

  // Of an array of two dimensions whose last stride is 1.
  MatrixView view() const;
  // Of an array of that many dimensions.
  template <int Rank>
  TensorView<Rank> tensor() const {
    TensorView<Rank> result{first_, layout_.dtype, {}, {}};
    for (std::size_t axis = 0; axis < Rank; ++axis) {
      result.shape[axis] = layout_.shape.at(axis);
      result.strides[axis] = layout_.strides.at(axis);
    }
    return result;
  }

  // Writes value into every watched element outside the array.
  void set_surroundings(double value);
  // Fills the watched surroundings and the elements themselves with the pattern that damage() expects.
  void set_pattern();
  // Where the surroundings no longer hold the pattern, in words; empty where they do.
  std::optional<std::string> damage() const;

private:
  template <class Visit>
  void for_each_surrounding(Visit visit) const;

  TensorLayout layout_;
  // The array as it lies in memory: runs of run_length_ elements next to each other, in ascending order, numbered from
  // element (0, 0, ...).
  std::vector<std::int64_t> run_starts_;
  std::int64_t run_length_ = 1;
  std::int64_t watched_behind_ = watched;

  std::byte* mapping_ = nullptr;
  std::size_t mapped_bytes_ = 0;
  std::byte* first_ = nullptr; // element (0, 0, ...)
  KnownMemory known_;
};

// Whether the elements of two arrays of one layout hold the same bits.
std::optional<std::string> first_difference(const MatrixView& a, const MatrixView& b);
template <int Rank>
std::optional<std::string> first_difference(const TensorView<Rank>& a, const TensorView<Rank>& b);

} // namespace xeforge::ops
