// Arrays without gaps that this library keeps, and copies between them and arrays in any strides.
#pragma once

#include "xeforge/base/tensor_view.hpp"

#include <array>
#include <cstddef>
#include <memory>

namespace xeforge::distributed {

// Bytes, aligned to a line of the cache.
class Bytes {
public:
  Bytes() = default;
  explicit Bytes(std::int64_t size); // zeros; throws std::bad_alloc
  std::byte* data() { return data_.get(); }
  const std::byte* data() const { return data_.get(); }
  std::int64_t size() const { return size_; }
  void swap(Bytes& other) noexcept;

private:
  struct Free {
    void operator()(std::byte* data) const;
  };
  std::unique_ptr<std::byte, Free> data_;
  std::int64_t size_ = 0;
};

using Shape4 = std::array<std::int64_t, 4>;

inline std::int64_t count_of(const Shape4& shape) { return shape[0] * shape[1] * shape[2] * shape[3]; }
inline TensorView<4> dense_view(void* data, DType dtype, const Shape4& shape) {
  return {data, dtype, shape, {shape[1] * shape[2] * shape[3], shape[2] * shape[3], shape[3], 1}};
}
inline TensorView<3> dense_view(float* data, const std::array<std::int64_t, 3>& shape) {
  return {data, DType::f32, shape, {shape[1] * shape[2], shape[2], 1}};
}

// Part of a dimension: extent `count` from `first` on.
template <class Byte, std::size_t Rank>
auto part_of(std::array<std::int64_t, Rank> shape, const std::array<std::int64_t, Rank>& strides, Byte* data,
             DType dtype, std::size_t axis, std::int64_t first, std::int64_t count) {
  using Char = std::conditional_t<std::is_const_v<Byte>, const std::byte, std::byte>;
  shape[axis] = count;
  return BasicTensorView<Byte, static_cast<int>(Rank)>{
      static_cast<Char*>(data) + first * strides[axis] * static_cast<std::int64_t>(size_of(dtype)), dtype, shape,
      strides};
}
template <class Byte, int Rank>
BasicTensorView<Byte, Rank> part_of(const BasicTensorView<Byte, Rank>& view, std::size_t axis, std::int64_t first,
                                    std::int64_t count) {
  return part_of<Byte, static_cast<std::size_t>(Rank)>(view.shape, view.strides, view.data, view.dtype, axis, first,
                                                       count);
}

// Of one shape and element type.
void copy(const ConstTensorView<4>& from, const TensorView<4>& to);

} // namespace xeforge::distributed
