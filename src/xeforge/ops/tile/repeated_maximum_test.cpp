#include "xeforge/ops/tile/repeated_maximum.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

namespace xeforge::tile {
namespace {

constexpr int n = 64, k = 8;
using Keys = ShortKeys<sycl::half, n>;
using Orders = std::vector<std::int16_t>;

// Columns of the k largest, the lower column first among equal ones.
std::vector<int> expected_columns(const Orders& orders) {
  std::vector<int> columns(n);
  std::iota(columns.begin(), columns.end(), 0);
  std::ranges::stable_sort(columns, [&](int a, int b) { return orders[a] > orders[b]; });
  columns.resize(k);
  return columns;
}

void expect_sorted(const Orders& orders, const char* what) {
  esimd::simd<std::int16_t, n> values;
  values.copy_from(orders.data());
  const esimd::simd<std::uint32_t, k> best = Keys::largest<k>(Keys::of(values));
  const esimd::simd<std::int16_t, k> order = Keys::order_of<k>(best);
  const esimd::simd<std::int32_t, k> column = Keys::column_of<k>(best);
  const std::vector<int> expected = expected_columns(orders);
  for (int rank = 0; rank < k; ++rank) {
    EXPECT_EQ(column[rank], expected[rank]) << what << ", rank " << rank;
    EXPECT_EQ(order[rank], orders[expected[rank]]) << what << ", rank " << rank;
  }
}

TEST(RepeatedMaximum, finds_the_largest_in_order_wherever_they_stand) {
  Orders orders(n);
  std::iota(orders.begin(), orders.end(), std::int16_t(-20));
  expect_sorted(orders, "ascending");
  std::ranges::reverse(orders);
  expect_sorted(orders, "descending");
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    std::uniform_int_distribution<int> any(-32768, 32767), few(-3, 3);
    for (std::int16_t& order : orders)
      order = static_cast<std::int16_t>(round % 2 ? any(random) : few(random));
    expect_sorted(orders, round % 2 ? "random" : "with many ties");
  }
}

// Where what has been taken comes round to the upper half, or what is left falls out of it.
TEST(RepeatedMaximum, keeps_apart_the_extremes_of_the_order) {
  expect_sorted(Orders(n, 32767), "all largest");
  expect_sorted(Orders(n, -32768), "all smallest");
  Orders orders(n, -32768);
  orders[0] = orders[n - 1] = 32767;
  expect_sorted(orders, "two largest among the smallest");
  orders[5] = -1;
  orders[6] = 0;
  expect_sorted(orders, "both signs");
}

} // namespace
} // namespace xeforge::tile
