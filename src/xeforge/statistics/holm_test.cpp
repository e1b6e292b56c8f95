#include "xeforge/statistics/holm.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace xeforge::statistics {
namespace {

// By hand: sorted 0.005 x 4, 0.01 x 3, 0.03 x 2, 0.04 x 1, none less than the one before.
TEST(holm, each_probability_is_multiplied_by_the_number_of_tests_not_yet_decided) {
  const std::vector<double> adjusted = holm(std::vector<double>{0.01, 0.04, 0.03, 0.005});
  const double expected[] = {0.03, 0.06, 0.06, 0.02};
  for (std::size_t test = 0; test < 4; ++test)
    EXPECT_NEAR(adjusted[test], expected[test], 1e-15);
}

TEST(holm, one_test_stays_as_it_is_and_none_is_above_one) {
  EXPECT_EQ(holm(std::vector<double>{0.2}), std::vector<double>{0.2});
  EXPECT_EQ(holm(std::vector<double>{0.9, 0.8}), (std::vector<double>{1, 1}));
  EXPECT_TRUE(holm({}).empty());
}

// With nothing to find, one finding or more in at most 5% of the comparisons of 20 cases; uncorrected it would be 64%.
TEST(holm, many_tests_find_something_no_more_often_than_one) {
  std::mt19937 random(9);
  std::uniform_real_distribution<double> uniform(0, 1);
  int found = 0;
  constexpr int tries = 4000;
  for (int trial = 0; trial < tries; ++trial) {
    std::vector<double> p(20);
    for (double& one : p)
      one = uniform(random);
    const std::vector<double> adjusted = holm(p);
    found += *std::ranges::min_element(adjusted) <= 0.05;
  }
  EXPECT_NEAR(found / static_cast<double>(tries), 0.049, 0.014);
}

} // namespace
} // namespace xeforge::statistics
