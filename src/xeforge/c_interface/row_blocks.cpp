#include "xeforge/c_interface/row_blocks.hpp"

#include "xeforge/c_interface/tensors.hpp"

#include <algorithm>

namespace xeforge::c_interface {
namespace {

ops::Footprint footprint_of(const Rows& rows) {
  return {rows.tensor.data, dtype_of(rows.tensor), shape_of(rows.tensor), strides_of(rows.tensor)};
}

enum class Direction { gather, scatter };

template <class Element, Direction direction>
void move_row(Element* dense, Element* strided, std::int64_t stride, std::int64_t length) {
  for (std::int64_t i = 0; i < length; ++i)
    if constexpr (direction == Direction::gather)
      dense[i] = strided[i * stride];
    else
      strided[i * stride] = dense[i];
}

// Between count rows of a tensor and adjacent memory, by the size of an element.
template <Direction direction>
void move_rows(const Rows& rows, RowOffsets& offsets, std::byte* dense, std::int64_t count) {
  const std::int64_t stride = rows.tensor.strides[rows.tensor.rank - 1];
  const auto move = [&]<class Element>(Element) {
    auto* const place = reinterpret_cast<Element*>(dense);
    for (std::int64_t row = 0; row < count; ++row)
      move_row<Element, direction>(place + row * rows.length, static_cast<Element*>(rows.tensor.data) + offsets.next(),
                                   stride, rows.length);
  };
  switch (size_of(dtype_of(rows.tensor))) {
  case 2:
    return move(std::uint16_t{});
  case 4:
    return move(std::uint32_t{});
  default:
    return move(std::uint64_t{});
  }
}

} // namespace

void expect_memory(const Named& array) {
  const xeforge_tensor& tensor = array.rows.tensor;
  const std::string name = array.name;
  if (tensor.data == nullptr)
    throw Error(name, "a null pointer", "an array of shape " + shape_text(shape_of(tensor)));
  if (reinterpret_cast<std::uintptr_t>(tensor.data) % size_of(dtype_of(tensor)) != 0)
    throw Error(name, "an address that is no multiple of the element's size",
                "a multiple of " + std::to_string(size_of(dtype_of(tensor))));
  if (!ops::byte_range(shape_of(tensor), strides_of(tensor), dtype_of(tensor)))
    throw Error(name + " strides", shape_text(strides_of(tensor)), "strides with which the array fits into memory");
}

void expect_elements_apart(const Named& output) {
  const xeforge_tensor& tensor = output.rows.tensor;
  if (!ops::elements_are_apart(shape_of(tensor), strides_of(tensor)))
    throw Error(std::string(output.name) + " strides", shape_text(strides_of(tensor)),
                "strides that keep elements apart");
}

void expect_disjoint(const Named& output, const Named& other) {
  if (!ops::are_disjoint(footprint_of(output.rows), footprint_of(other.rows)))
    throw Error(output.name, std::string("bytes that overlap those of ") + other.name, "memory of its own");
}

std::int64_t rows_of_a_block(const Rows& rows) {
  constexpr std::int64_t elements_of_a_block = 1 << 19;
  return std::clamp<std::int64_t>(elements_of_a_block / rows.length, 1, rows.count);
}

RowBlock::RowBlock(const Rows& rows, std::int64_t block)
    : rows_(rows), offsets_(rows.tensor),
      memory_(std::make_unique<std::byte[]>(static_cast<std::size_t>(block * rows.length) *
                                            size_of(dtype_of(rows.tensor)))) {}

MatrixView RowBlock::dense(std::int64_t count) {
  return {memory_.get(), dtype_of(rows_.tensor), count, rows_.length, rows_.length};
}

MatrixView RowBlock::gather(std::int64_t count) {
  move_rows<Direction::gather>(rows_, offsets_, memory_.get(), count);
  return dense(count);
}

void RowBlock::scatter(std::int64_t count) { move_rows<Direction::scatter>(rows_, offsets_, memory_.get(), count); }

} // namespace xeforge::c_interface
