// What grid keys promise: sums that are far enough apart are in the order of their keys, and keys know their columns.
#include "xeforge/ops/tile/grid_keys.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace xeforge::tile {
namespace {

GridKey key_of(const Grid& grid, float first, float second, std::uint32_t column) {
  const auto on = on_grid<1>(grid, esimd::simd<float, 1>(second));
  return grid_keys<1>(grid, esimd::simd<float, 1>(first), on, column)[0];
}
std::int32_t step_of(GridKey key) { return grid_step_of<1>(esimd::simd<GridKey, 1>(key))[0]; }

struct Sum {
  float value;
  GridKey key;
};

// Of probabilities and summands from low to high.
std::vector<Sum> sums_of(const Grid& grid, float low, float high) {
  std::mt19937 random(7);
  std::uniform_real_distribution<float> first(0.0f, 1.0f), second(low, high);
  std::vector<Sum> sums;
  const auto add = [&](float a, float b) { sums.push_back({a + b, key_of(grid, a, b, sums.size() % grid_columns)}); };
  add(0.0f, low);
  add(1.0f, high);
  for (int i = 0; i < 20000; ++i) {
    const float a = first(random), b = second(random);
    add(a, b);
    const float near = std::nextafter(b, high);
    add(a, near); // one unit further
  }
  return sums;
}

TEST(Grid, keeps_the_order_of_sums_that_are_sure_steps_apart) {
  for (const auto& [low, high] :
       {std::pair(-0.4f, 0.4f), {0.0f, 0.0f}, {-40.0f, 25.0f}, {9.0f, 9.5f}, {-12.0f, -11.0f}}) {
    const Grid grid = grid_of(low, high + 1.0f);
    ASSERT_TRUE(grid.exists()) << low << " " << high;
    std::vector<Sum> sums = sums_of(grid, low, high);
    std::ranges::sort(sums, {}, &Sum::key);
    // Of all sums whose keys are at least that far below, the largest is smaller.
    std::size_t below = 0;
    float largest = -std::numeric_limits<float>::infinity();
    for (const Sum& sum : sums) {
      for (; step_of(sum.key) - step_of(sums[below].key) > grid.sure; ++below)
        largest = std::max(largest, sums[below].value);
      ASSERT_GT(sum.value, largest) << low << " " << high;
    }
  }
}

TEST(Grid, has_steps_enough) {
  const Grid grid = grid_of(-0.5f, 1.5f);
  EXPECT_LE(grid.sure, 6);
  EXPECT_GT(step_of(key_of(grid, 1.0f, 0.5f, 0)) - step_of(key_of(grid, 0.0f, -0.5f, 0)), 8000000);
}

TEST(Grid, orders_equal_sums_by_the_lower_column) {
  const Grid grid = grid_of(0.0f, 1.0f);
  for (std::uint32_t column = 1; column < grid_columns; ++column) {
    EXPECT_GT(key_of(grid, 0.25f, 0.0f, column - 1), key_of(grid, 0.25f, 0.0f, column));
    EXPECT_EQ(grid_column_of<1>(esimd::simd<GridKey, 1>(key_of(grid, 0.75f, 0.0f, column)))[0],
              static_cast<std::int32_t>(column));
  }
}

TEST(Grid, does_not_exist_where_sums_are_far_from_zero_or_endless) {
  EXPECT_FALSE(grid_of(100.0f, 101.0f).exists());
  EXPECT_FALSE(grid_of(-1001.0f, -1000.0f).exists());
  EXPECT_FALSE(grid_of(-3e38f, 3e38f).exists());
  EXPECT_TRUE(grid_of(-1000.0f, 1000.0f).exists());
}

} // namespace
} // namespace xeforge::tile
