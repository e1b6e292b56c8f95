// Which bytes a strided array covers, and whether two arrays share any.
#pragma once

#include "xeforge/base/tensor_view.hpp"

#include <cstdint>
#include <optional>
#include <span>

namespace xeforge::ops {

// The lowest and the highest byte offset of any element from the first, the last byte included; nothing where one of
// them, or the distance between them, leaves int64. Extents of at least 1.
struct ByteRange {
  std::int64_t lowest, highest;
};
std::optional<ByteRange> byte_range(std::span<const std::int64_t> shape, std::span<const std::int64_t> strides,
                                    DType dtype);

// Whether no two elements share an address. True only if it can be proven: sorted by size, every stride is larger than
// the range that the smaller strides cover.
bool elements_are_apart(std::span<const std::int64_t> shape, std::span<const std::int64_t> strides);

// An array in memory. Refers to the shape and the strides it was made of.
struct Footprint {
  const void* first;
  DType dtype;
  std::span<const std::int64_t> shape, strides;
};
template <class Byte, int Rank>
Footprint footprint(const BasicTensorView<Byte, Rank>& view) {
  return {view.data, view.dtype, view.shape, view.strides};
}

// True only if it can be proven: the ranges are disjoint, or the arrays are interleaved with a common pitch, like
// columns of one wide array. Precondition: byte_range() of both exists.
bool are_disjoint(const Footprint& a, const Footprint& b);

} // namespace xeforge::ops
