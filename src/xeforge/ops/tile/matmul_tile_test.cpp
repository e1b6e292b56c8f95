// Products of packed panels against sums of products, one by one. Operands are small integers, so every sum is exact.
#include "xeforge/ops/tile/matmul_tile.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace xeforge::tile {
namespace {

using sycl::ext::oneapi::bfloat16;

float small_integer(int seed) { return static_cast<float>(seed * 37 % 13 - 6); }

template <class Packed>
std::vector<Packed> panel_of(int size, int seed) {
  std::vector<Packed> panel(static_cast<std::size_t>(size));
  for (int i = 0; i < size; ++i)
    panel[static_cast<std::size_t>(i)] = Packed(small_integer(i + seed));
  return panel;
}

// A panel of Rows rows and B panels of Vectors * Lanes columns, blocks deep, by their layouts in matmul_tile.hpp.
template <class Packed, int Rows, int Lanes, int Vectors>
struct Operands {
  static constexpr int step = per_step<Packed>;
  explicit Operands(int blocks)
      : blocks(blocks), stride(blocks * block_steps * Lanes * step + 16),
        a(panel_of<Packed>(blocks * Rows * block_steps * step, 1)), b(panel_of<Packed>(stride * Vectors, 5)) {}

  float product(int row, int column) const {
    float sum = 0.0f;
    for (int k = 0; k < blocks * block_steps * step; ++k) {
      const int in_block = k % (block_steps * step);
      const int of_a = (k / (block_steps * step) * Rows + row) * block_steps * step + in_block;
      const int of_b = column / Lanes * stride + (k / step * Lanes + column % Lanes) * step + k % step;
      sum +=
          static_cast<float>(a[static_cast<std::size_t>(of_a)]) * static_cast<float>(b[static_cast<std::size_t>(of_b)]);
    }
    return sum;
  }

  int blocks, stride;
  std::vector<Packed> a, b;
};

template <class Packed, int Rows, int Lanes, int Vectors>
void expect_products(int blocks) {
  constexpr int columns = Lanes * Vectors, stride = columns + 3;
  const Operands<Packed, Rows, Lanes, Vectors> operands(blocks);
  std::vector<float> rows(Rows * stride), factors(Rows);
  for (int r = 0; r < Rows; ++r) {
    factors[static_cast<std::size_t>(r)] = static_cast<float>(r % 3);
    for (int c = 0; c < stride; ++c)
      rows[static_cast<std::size_t>(r * stride + c)] = small_integer(r + c);
  }
  const std::vector<float> before = rows;

  RegisterTile<Packed, Rows, Lanes, Vectors> tile;
  load_scaled(tile, rows.data(), stride, factors.data());
  matmul_tile(tile, operands.a.data(), operands.b.data(), operands.stride, blocks);
  store_tile(tile, rows.data(), stride);

  for (int r = 0; r < Rows; ++r)
    for (int c = 0; c < stride; ++c) {
      const auto at = static_cast<std::size_t>(r * stride + c);
      const float expected =
          c < columns ? before[at] * factors[static_cast<std::size_t>(r)] + operands.product(r, c) : before[at];
      ASSERT_EQ(rows[at], expected) << "row " << r << ", column " << c;
    }
}

TEST(MatmulTile, adds_products_of_floats_to_scaled_rows) {
  expect_products<float, 6, 8, 2>(3);
  expect_products<float, 6, 8, 1>(1);
  expect_products<float, 8, 16, 2>(2);
  expect_products<float, 8, 16, 3>(2);
}

TEST(MatmulTile, adds_products_of_pairs_of_bfloat16) {
  expect_products<bfloat16, 8, 16, 1>(1);
  expect_products<bfloat16, 8, 16, 2>(3);
  expect_products<bfloat16, 8, 16, 3>(2);
}

TEST(MatmulTile, starts_from_zero_when_cleared) {
  RegisterTile<float, 6, 8, 2> tile;
  clear(tile);
  const Operands<float, 6, 8, 2> operands(2);
  matmul_tile(tile, operands.a.data(), operands.b.data(), operands.stride, 2);
  std::vector<float> rows(6 * 16);
  store_tile(tile, rows.data(), 16);
  for (int r = 0; r < 6; ++r)
    for (int c = 0; c < 16; ++c)
      ASSERT_EQ(rows[static_cast<std::size_t>(r * 16 + c)], operands.product(r, c));
}

} // namespace
} // namespace xeforge::tile
