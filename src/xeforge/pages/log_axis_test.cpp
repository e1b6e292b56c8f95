#include "xeforge/pages/log_axis.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace xeforge::pages {
namespace {

std::vector<double> labelled(const LogAxis& axis) {
  std::vector<double> values;
  for (const Tick& tick : axis.ticks())
    if (tick.rank == Tick::Rank::labelled)
      values.push_back(tick.value);
  return values;
}

TEST(LogAxis, ends_are_widened_to_round_numbers) {
  const LogAxis axis(0.3, 70, 0, 100);
  EXPECT_DOUBLE_EQ(axis.least(), 0.2);
  EXPECT_DOUBLE_EQ(axis.most(), 100);
  const LogAxis exact(1e9, 1e12, 0, 100);
  EXPECT_DOUBLE_EQ(exact.least(), 1e9);
  EXPECT_DOUBLE_EQ(exact.most(), 1e12);
}

TEST(LogAxis, equal_factors_are_equal_distances_in_either_direction) {
  const LogAxis up(1, 100, 400, 0);
  EXPECT_DOUBLE_EQ(up.at(1), 400);
  EXPECT_DOUBLE_EQ(up.at(10), 200);
  EXPECT_NEAR(up.at(100), 0, 1e-9);
}

TEST(LogAxis, a_short_axis_labels_1_2_5_and_a_long_one_powers_of_ten) {
  EXPECT_EQ(labelled(LogAxis(1, 10, 0, 1)), (std::vector<double>{1, 2, 5, 10}));
  EXPECT_EQ(labelled(LogAxis(1, 1e5, 0, 1)), (std::vector<double>{1, 10, 100, 1000, 1e4, 1e5}));
}

TEST(LogAxis, ticks_ascend_within_the_axis_and_are_few_enough_to_read) {
  for (const double least : {1e-6, 0.017, 1.0, 3e8})
    for (const double factor : {1.0, 1.5, 40.0, 1e3, 1e4, 1e12}) {
      const LogAxis axis(least, least * factor, 0, 100);
      const std::vector<double> labels = labelled(axis);
      EXPECT_GE(labels.size(), 2u) << least << " " << factor;
      EXPECT_LE(labels.size(), 16u) << least << " " << factor;
      double before = 0;
      for (const Tick& tick : axis.ticks()) {
        EXPECT_GT(tick.value, before);
        EXPECT_GE(tick.value, axis.least() * (1 - 1e-9));
        EXPECT_LE(tick.value, axis.most() * (1 + 1e-9));
        before = tick.value;
      }
    }
}

TEST(LogAxis, labels_without_room_are_left_out_powers_of_ten_last) {
  const LogAxis axis(1, 100, 0, 100); // 50 pixels a decade
  const auto kept = [&](double length) { return labels_with_room(axis, [=](double) { return length; }); };
  EXPECT_EQ(kept(10), (std::vector<double>{1, 10, 100, 2, 5, 20, 50}));
  EXPECT_EQ(kept(17), (std::vector<double>{1, 10, 100})) << "log10(2) is 0.30 of a decade";
  EXPECT_EQ(kept(60), (std::vector<double>{1, 100}));
}

} // namespace
} // namespace xeforge::pages
