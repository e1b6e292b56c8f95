#include "xeforge/toolchain/nvidia/layout.hpp"

#include <gtest/gtest.h>

#include <set>

namespace xeforge::toolchain::nvidia {
namespace {

void expect_each_location_once(const Layout& layout) {
  std::set<std::pair<int, int>> taken;
  for (int element = 0; element < layout.size(); ++element) {
    const Location location = layout.location(element);
    EXPECT_TRUE(taken.emplace(location.slot, location.lane).second) << element;
    EXPECT_EQ(layout.elements(location.slot)[static_cast<std::size_t>(location.lane)], element);
  }
}

TEST(Layout, PutsElementsIntoOneLaneAfterAnother) {
  Layouts layouts;
  const Layout* const layout = layouts.cyclic(70);
  EXPECT_EQ(layout->slots(), 3);
  EXPECT_EQ(layout->location(0), (Location{0, 0}));
  EXPECT_EQ(layout->location(33), (Location{1, 1}));
  EXPECT_EQ(layout->elements(2)[5], 69);
  EXPECT_EQ(layout->elements(2)[6], no_element);
  expect_each_location_once(*layout);
}

TEST(Layout, OfEqualPlacesIsOneObject) {
  Layouts layouts;
  EXPECT_EQ(layouts.cyclic(64, 2), layouts.split(layouts.cyclic(32), 2));
  EXPECT_EQ(layouts.joined(layouts.cyclic(64, 2), 2), layouts.cyclic(32));
  EXPECT_EQ(layouts.joined(layouts.cyclic(64), 2), nullptr); // neighbours lie in two lanes
  EXPECT_EQ(layouts.split(layouts.replicated(1), 4), layouts.replicated(4));
}

// The rows, columns and pairs that the documentation of mma.sync.m16n8k16 gives to the registers of a lane.
TEST(Layout, OfMatricesIsThatOfTheInstruction) {
  Layouts layouts;
  const Layout& b = *layouts.matrix_b();
  const Layout& a = *layouts.matrix_a(8);
  const Layout& c = *layouts.matrix_result(8);
  for (const Layout* layout : {&a, &b, &c})
    expect_each_location_once(*layout);
  EXPECT_EQ(a.slots(), 2);
  EXPECT_EQ(b.slots(), 4);
  EXPECT_EQ(c.slots(), 4);
  for (int lane = 0; lane < warp_lanes; ++lane) {
    const auto at = static_cast<std::size_t>(lane);
    const int group = lane / 4, in_group = lane % 4;
    for (int i = 0; i < 4; ++i) { // left operand, transposed B: row group or group + 8, columns from 2 * in_group on
      const int row = group + i % 2 * 8, pair = in_group + i / 2 * 4;
      EXPECT_EQ(b.elements(i)[at], pair * 16 + row);
    }
    for (int i = 0; i < 2; ++i) // right operand, transposed A: rows from 2 * in_group on, column group
      EXPECT_EQ(a.elements(i)[at], group * 8 + in_group + i * 4);
    for (int i = 0; i < 4; ++i) { // result: row group or group + 8, column 2 * in_group or the next
      const int row = group + i / 2 * 8, column = in_group * 2 + i % 2;
      EXPECT_EQ(c.elements(i)[at], column * 16 + row);
    }
  }
}

// The rows and columns that the documentation of wgmma gives to the registers of a lane of a result and, pairwise, of a
// left operand.
TEST(Layout, OfATileIsThatOfTheInstruction) {
  Layouts layouts;
  const Layout& tile = *layouts.tile(128, ColumnOrder::plain);
  expect_each_location_once(tile);
  EXPECT_EQ(tile.slots(), 64);
  for (int lane = 0; lane < warp_lanes; ++lane)
    for (int i = 0; i < 64; ++i) {
      const int row = lane / 4 + i / 2 % 2 * 8, column = i / 4 * 8 + lane % 4 * 2 + i % 2;
      EXPECT_EQ(tile.elements(i)[static_cast<std::size_t>(lane)], row * 128 + column);
    }
  const Layout* const pairs = layouts.joined(&tile, 2);
  ASSERT_NE(pairs, nullptr);
  for (int lane = 0; lane < warp_lanes; ++lane)
    for (int i = 0; i < 4; ++i) { // of the second 16 columns
      const int row = lane / 4 + i % 2 * 8, column = 16 + i / 2 * 8 + lane % 4 * 2;
      EXPECT_EQ(pairs->elements(4 + i)[static_cast<std::size_t>(lane)], (row * 128 + column) / 2);
    }
}

TEST(Layout, OfAnInterleavedTileGivesEachLaneEightNeighboursOfEach32) {
  Layouts layouts;
  const Layout& tile = *layouts.tile(64, ColumnOrder::interleaved);
  expect_each_location_once(tile);
  for (int row = 0; row < tile_height; ++row)
    for (int column = 0; column < 64; ++column)
      EXPECT_EQ(tile.location(row * 64 + column).lane, row % 8 * 4 + column / 8 % 4);
  EXPECT_NE(layouts.joined(&tile, 2), nullptr);
}

TEST(Layout, OfRowNumbersHasEachInFourLanes) {
  Layouts layouts;
  const Layout& rows = *layouts.tile_rows();
  for (int lane = 0; lane < warp_lanes; ++lane)
    for (int slot = 0; slot < 2; ++slot) {
      const int row = rows.elements(slot)[static_cast<std::size_t>(lane)];
      EXPECT_EQ(row, lane / 4 + 8 * slot);
      EXPECT_EQ(rows.nearest_lane(rows.location(row), lane), lane);
    }
  EXPECT_EQ(rows.nearest_lane(rows.location(0), 4), 0); // another row's lane has it from the first
}

TEST(Layout, OfSeveralVectorsKeepsEach) {
  Layouts layouts;
  const Layout* const two = layouts.stacked(layouts.matrix_result(8), 2);
  EXPECT_EQ(two->slots(), 8);
  EXPECT_EQ(two->location(128), (Location{4, two->location(0).lane}));
  expect_each_location_once(*two);
}

} // namespace
} // namespace xeforge::toolchain::nvidia
