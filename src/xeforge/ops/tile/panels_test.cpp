// Where packing puts each element, and what it leaves alone. Arrays end with their last element, so that the address
// sanitizer sees a read behind a row.
#include "xeforge/ops/tile/panels.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace xeforge::tile {
namespace {

using sycl::half;
using sycl::ext::oneapi::bfloat16;

// Exact in every type.
float element_of(int row, int column) { return static_cast<float>((row * 7 + column) % 251); }
constexpr float untouched = -1.0f;

template <class Element>
struct Rows {
  Rows(int rows, int columns) : columns(columns), data(new Element[static_cast<std::size_t>(rows * columns)]) {
    for (int i = 0; i < rows * columns; ++i)
      data[static_cast<std::size_t>(i)] = Element(element_of(i / columns, i % columns));
  }
  const Element* operator[](int row) const { return data.get() + row * columns; }
  int columns;
  std::unique_ptr<Element[]> data;
};

template <class Packed>
std::vector<Packed> empty_panel(int size) {
  return std::vector<Packed>(static_cast<std::size_t>(size), Packed(untouched));
}
template <class Packed>
float at(const std::vector<Packed>& panel, int index) {
  return static_cast<float>(panel[static_cast<std::size_t>(index)]);
}

template <class Element, class Packed>
void expect_packed_row(int depth) {
  constexpr int rows = 6, size = block_steps * per_step<Packed>;
  const int blocks = (depth + size - 1) / size;
  const Rows<Element> array(rows, depth);
  auto panel = empty_panel<Packed>(blocks * rows * size);
  for (int row = 0; row < rows - 1; ++row)
    pack_row<rows>(panel.data(), row, array[row], depth, blocks);
  for (int block = 0; block < blocks; ++block)
    for (int row = 0; row < rows; ++row)
      for (int i = 0; i < size; ++i) {
        const int k = block * size + i;
        ASSERT_EQ(at(panel, (block * rows + row) * size + i), row == rows - 1 ? untouched
                                                              : k < depth     ? element_of(row, k)
                                                                              : 0.0f)
            << "depth " << depth << ", row " << row << ", element " << k;
      }
}

TEST(PackRow, puts_each_row_in_its_place_and_zeros_behind_it) {
  for (const int depth : {1, 7, 8, 16, 33, 80}) {
    expect_packed_row<float, float>(depth);
    expect_packed_row<half, float>(depth);
    expect_packed_row<bfloat16, float>(depth);
    expect_packed_row<bfloat16, bfloat16>(depth);
  }
}

template <int Lanes, class Element, class Packed>
void expect_packed_columns(int depth) {
  constexpr int step = per_step<Packed>;
  const int blocks = (depth + block_steps * step - 1) / (block_steps * step);
  const int size = blocks * block_steps * Lanes * step;
  const Rows<Element> array(Lanes, depth);
  auto panel = empty_panel<Packed>(size + (Lanes + 1) * Lanes * step);
  pack_columns<Lanes>(panel.data(), depth, blocks, [&](int i) { return array[i]; });
  for (int i = 0; i < size; ++i) {
    const int k = i / (Lanes * step) * step + i % step, lane = i / step % Lanes;
    ASSERT_EQ(at(panel, i), k < depth ? element_of(lane, k) : 0.0f)
        << "depth " << depth << ", lane " << lane << ", element " << k;
  }
  for (int i = size + Lanes * Lanes * step; i < static_cast<int>(panel.size()); ++i)
    ASSERT_EQ(at(panel, i), untouched);
}

TEST(PackColumns, turns_rows_into_registers_for_each_step) {
  for (const int depth : {1, 2, 8, 15, 16, 17, 31, 32, 33, 40, 72, 80, 88, 96, 128}) {
    expect_packed_columns<16, float, float>(depth);
    expect_packed_columns<8, half, float>(depth);
    expect_packed_columns<8, bfloat16, float>(depth);
    expect_packed_columns<16, bfloat16, bfloat16>(depth);
  }
}

template <int Lanes, class Element, class Packed>
void expect_packed_step(int columns) {
  constexpr int step = per_step<Packed>, size = Lanes * step, place = 2;
  const int vectors = (columns + Lanes - 1) / Lanes, stride = 4 * size + 16;
  const Rows<Element> array(step, columns);
  auto panels = empty_panel<Packed>(vectors * stride);
  pack_step<Lanes>(panels.data(), stride, place, columns, [&](int i) { return array[i]; });
  for (int v = 0; v < vectors; ++v)
    for (int i = 0; i < stride; ++i) {
      const int inside = i - place * size;
      const int column = vector_begin<Lanes>(v * Lanes, columns) + inside / step;
      const float expected = inside < 0 || inside >= size ? untouched
                             : column < columns           ? element_of(inside % step, column)
                                                          : 0.0f;
      ASSERT_EQ(at(panels, v * stride + i), expected) << "columns " << columns << ", vector " << v << ", element " << i;
    }
}

TEST(PackStep, lays_columns_across_the_lanes_and_repeats_some_in_a_last_vector_that_is_not_full) {
  for (const int columns : {1, 7, 8, 16, 17, 24, 40, 72, 80, 88}) {
    expect_packed_step<16, float, float>(columns);
    expect_packed_step<8, half, float>(columns);
    expect_packed_step<8, bfloat16, float>(columns);
    expect_packed_step<16, bfloat16, bfloat16>(columns);
  }
}

TEST(VectorBegin, keeps_the_last_vector_inside_the_row) {
  EXPECT_EQ(vector_begin<16>(0, 40), 0);
  EXPECT_EQ(vector_begin<16>(16, 40), 16);
  EXPECT_EQ(vector_begin<16>(32, 40), 24);
  EXPECT_EQ(vector_begin<16>(0, 7), 0);
}

} // namespace
} // namespace xeforge::tile
