#include "xeforge/pages/label_placement.hpp"

#include <gtest/gtest.h>

#include <random>

namespace xeforge::pages {
namespace {

TEST(LabelPlacement, a_lonely_label_stands_right_beside_its_mark) {
  LabelPlacement labels({0, 0, 500, 500});
  const auto placed = labels.place({100, 100, 5}, 60, 16);
  ASSERT_TRUE(placed);
  EXPECT_GT(placed->box.left, 105);
  EXPECT_LT(placed->box.left, 120);
  EXPECT_NEAR((placed->box.top + placed->box.bottom) / 2, 100, 1e-9);
  EXPECT_FALSE(placed->leader);
}

TEST(LabelPlacement, at_the_right_edge_it_goes_elsewhere) {
  LabelPlacement labels({0, 0, 500, 500});
  const auto placed = labels.place({495, 100, 5}, 60, 16);
  ASSERT_TRUE(placed);
  EXPECT_LE(placed->box.right, 500);
}

TEST(LabelPlacement, no_label_touches_another_a_mark_or_a_line) {
  std::mt19937 random(7);
  const auto within = [&](double least, double most) {
    return least + (most - least) * static_cast<double>(random()) / static_cast<double>(std::mt19937::max());
  };
  for (int round = 0; round < 20; ++round) {
    LabelPlacement labels({0, 0, 600, 400});
    std::vector<Box> boxes;
    std::vector<Line> leaders;
    const Line roof{0, 300, 300, 100};
    labels.keep_free(roof);
    std::vector<std::pair<double, double>> marks;
    for (int mark = 0; mark < 15; ++mark) {
      marks.emplace_back(within(250, 350), within(150, 250));
      const auto [x, y] = marks.back();
      boxes.push_back({x - 5, y - 5, x + 5, y + 5});
      labels.keep_free(Mark{x, y, 5});
    }
    int count = 0;
    for (const auto& [x, y] : marks) {
      const auto placed = labels.place({x, y, 5}, within(30, 120), 16);
      if (!placed)
        continue;
      ++count;
      for (const Box& other : boxes)
        EXPECT_FALSE(other.touches(placed->box));
      EXPECT_FALSE(crosses(roof, placed->box));
      for (const Line& leader : leaders)
        EXPECT_FALSE(crosses(leader, placed->box));
      boxes.push_back(placed->box);
      if (placed->leader)
        leaders.push_back(*placed->leader);
    }
    EXPECT_GE(count, 11) << "most find room";
  }
}

TEST(LabelPlacement, a_label_is_on_its_marks_side_of_a_line_where_there_is_room) {
  LabelPlacement labels({0, 0, 500, 500});
  labels.keep_free(Line{0, 90, 500, 90});
  labels.keep_free(Mark{150, 104, 5});
  const auto placed = labels.place({150, 104, 5}, 60, 16);
  ASSERT_TRUE(placed);
  EXPECT_GT(placed->box.top, 90);
}

TEST(LabelPlacement, without_room_there_is_no_place) {
  LabelPlacement labels({0, 0, 50, 50});
  EXPECT_FALSE(labels.place({25, 25, 5}, 80, 16));
}

TEST(Stacked, boxes_keep_their_order_and_do_not_touch) {
  const std::vector<double> tops = stacked({100, 90, 95, 300}, 20, 0, 320);
  EXPECT_EQ(tops, (std::vector<double>{130, 90, 110, 300}));
  const std::vector<double> low = stacked({300, 300}, 20, 0, 320);
  EXPECT_EQ(low, (std::vector<double>{280, 300}));
}

} // namespace
} // namespace xeforge::pages
