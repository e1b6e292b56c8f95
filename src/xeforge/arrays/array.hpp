// An array of the command line: an element type, a shape, and the elements, first index slowest, without gaps.
#pragma once

#include "xeforge/base/dtype.hpp"
#include "xeforge/base/tensor_view.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace xeforge::arrays {

using Shape = std::vector<std::int64_t>;

// Bytes of an array without gaps; nothing for a negative extent and for a product beyond 2^63 - 1 (where an extent is
// zero, the product of the others counts).
std::optional<std::uint64_t> byte_size(DType dtype, std::span<const std::int64_t> shape);

// Moves, never copies. Either owns its elements (64-byte aligned, zero at first, writable) or shows those of somebody
// else, a mapped file (read-only, aligned to the element).
class Array {
public:
  static constexpr std::size_t alignment = 64; // bytes; of owned elements

  // Throws xeforge::Error on a shape that byte_size refuses, std::bad_alloc where there is no memory.
  Array(DType dtype, Shape shape);

  // Shows the elements at `data`, which `owner` keeps alive. data: byte_size(dtype, shape) bytes, element-aligned.
  Array(DType dtype, Shape shape, const std::byte* data, std::shared_ptr<const void> owner);

  Array(Array&&) noexcept = default;
  Array& operator=(Array&&) noexcept = default;

  DType dtype() const { return dtype_; }
  const Shape& shape() const { return shape_; }
  std::int64_t size() const { return static_cast<std::int64_t>(bytes_ / size_of(dtype_)); } // elements
  std::span<const std::byte> bytes() const { return {data_, bytes_}; }

  bool owns_elements() const { return writable_ != nullptr; }
  std::span<std::byte> mutable_bytes(); // std::logic_error unless owns_elements()

  template <class T>
  std::span<const T> values() const { // std::logic_error on another type than dtype()
    require(dtype_of<T>());
    return {reinterpret_cast<const T*>(data_), bytes_ / sizeof(T)};
  }
  template <class T>
  std::span<T> mutable_values() {
    require(dtype_of<T>());
    const auto bytes = mutable_bytes();
    return {reinterpret_cast<T*>(bytes.data()), bytes.size() / sizeof(T)};
  }

private:
  void require(DType wanted) const;

  DType dtype_;
  Shape shape_;
  std::size_t bytes_ = 0;
  std::shared_ptr<const void> owner_;
  const std::byte* data_ = nullptr;
  std::byte* writable_ = nullptr; // data_, or null where the elements are somebody else's
};

// The array as a matrix: the last extent is the columns, all before it together the rows. 0-d is 1 x 1.
ConstMatrixView rows_of(const Array& array);
MatrixView mutable_rows_of(Array& array); // std::logic_error unless owns_elements()

} // namespace xeforge::arrays
