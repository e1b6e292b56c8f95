#include "xeforge/arrays/array.hpp"

#include "xeforge/arrays/refusal.hpp"

#include <cstdlib>
#include <limits>
#include <new>
#include <stdexcept>
#include <utility>

namespace xeforge::arrays {

namespace {

constexpr std::uint64_t most_bytes = std::numeric_limits<std::int64_t>::max();

// calloc rather than aligned_alloc and memset: fresh pages are zero already, so a large array costs nothing until it is
// written, and then its pages are touched first by the thread that uses them.
std::shared_ptr<std::byte> allocate_zeroed(std::uint64_t bytes) {
  if (bytes > most_bytes - Array::alignment)
    throw std::bad_alloc();
  void* block = std::calloc(bytes + Array::alignment, 1);
  if (!block)
    throw std::bad_alloc();
  const std::shared_ptr<void> owner(block, std::free);
  const auto address = reinterpret_cast<std::uintptr_t>(block);
  const auto gap = (Array::alignment - address % Array::alignment) % Array::alignment;
  return {owner, static_cast<std::byte*>(block) + gap};
}

std::uint64_t required_bytes(DType dtype, std::span<const std::int64_t> shape) {
  if (const auto bytes = byte_size(dtype, shape))
    return *bytes;
  throw Error("shape", shape_text(shape), "extents of at least 0 whose array is smaller than 2^63 bytes");
}

struct Extents {
  std::int64_t rows, columns;
};

Extents extents_of(const Shape& shape) {
  if (shape.empty())
    return {1, 1};
  std::int64_t rows = 1;
  for (std::size_t axis = 0; axis + 1 < shape.size(); ++axis)
    rows *= shape[axis]; // no overflow: byte_size has accepted the product of the extents that are not zero
  return {rows, shape.back()};
}

} // namespace

std::optional<std::uint64_t> byte_size(DType dtype, std::span<const std::int64_t> shape) {
  std::uint64_t product = size_of(dtype);
  bool empty = false;
  for (const std::int64_t extent : shape) {
    if (extent < 0)
      return std::nullopt;
    if (extent == 0)
      empty = true;
    else if (static_cast<std::uint64_t>(extent) > most_bytes / product)
      return std::nullopt;
    else
      product *= static_cast<std::uint64_t>(extent);
  }
  return empty ? 0 : product;
}

Array::Array(DType dtype, Shape shape)
    : dtype_(dtype), shape_(std::move(shape)), bytes_(required_bytes(dtype_, shape_)) {
  const auto elements = allocate_zeroed(bytes_);
  data_ = writable_ = elements.get();
  owner_ = elements;
}

Array::Array(DType dtype, Shape shape, const std::byte* data, std::shared_ptr<const void> owner)
    : dtype_(dtype), shape_(std::move(shape)), bytes_(required_bytes(dtype_, shape_)), owner_(std::move(owner)),
      data_(data) {}

std::span<std::byte> Array::mutable_bytes() {
  if (!writable_)
    throw std::logic_error("the elements of a mapped array are read-only");
  return {writable_, bytes_};
}

void Array::require(DType wanted) const {
  if (wanted != dtype_)
    throw std::logic_error("an array of " + std::string(name_of(dtype_)) + " was read as " +
                           std::string(name_of(wanted)));
}

ConstMatrixView rows_of(const Array& array) {
  const auto [rows, columns] = extents_of(array.shape());
  return {array.bytes().data(), array.dtype(), rows, columns, columns};
}

MatrixView mutable_rows_of(Array& array) {
  const auto [rows, columns] = extents_of(array.shape());
  return {array.mutable_bytes().data(), array.dtype(), rows, columns, columns};
}

} // namespace xeforge::arrays
