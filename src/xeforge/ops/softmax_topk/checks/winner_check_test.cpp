// What the check of winners lets pass and what it does not.
#include "xeforge/ops/softmax_topk/checks/winner_check.hpp"

#include <gtest/gtest.h>

namespace xeforge::ops::softmax_topk {
namespace {

using Values = std::vector<double>;
using Columns = std::vector<std::int64_t>;

constexpr double inf = std::numeric_limits<double>::infinity();

struct Row {
  Values scores;
  std::vector<float> bias;
  SoftmaxTopkOptions options;

  bool accepts(const Columns& winners) {
    if (!bias.empty())
      options.correction_bias = {bias.data(), static_cast<std::int64_t>(bias.size())};
    options.k = static_cast<std::int64_t>(winners.size());
    const Columns expected = reference::select(scores, options);
    return winners == expected || !winner_complaint(scores, winners, expected, options);
  }
};

Row sigmoid_row(Values scores, std::vector<float> bias) {
  Row row{std::move(scores), std::move(bias), {}};
  row.options.scoring = Scoring::sigmoid;
  return row;
}

TEST(WinnerCheck, without_a_bias_nothing_but_the_reference_passes) {
  Row row{{1.0, 1.0 + 1e-15, 0.0}, {}, {}};
  EXPECT_TRUE(row.accepts({1, 0}));
  EXPECT_FALSE(row.accepts({0, 1}));
}

TEST(WinnerCheck, biased_scores_too_close_for_a_float_may_change_places) {
  Row row = sigmoid_row({0.0, 1e-9, 0.0, 0.1}, {1.0f, 1.0f, -3.0f, -3.0f});
  EXPECT_TRUE(row.accepts({1, 0}));
  EXPECT_TRUE(row.accepts({0, 1}));
  EXPECT_TRUE(row.accepts({0, 1, 3}));
  EXPECT_FALSE(row.accepts({0, 1, 2})); // 3 is better by far more than the bound
}

TEST(WinnerCheck, the_last_place_may_go_to_either_of_two_that_are_too_close) {
  Row row = sigmoid_row({0.0, 1e-9, 5.0}, {1.0f, 1.0f, 1.0f});
  EXPECT_TRUE(row.accepts({2, 0}));
  EXPECT_TRUE(row.accepts({2, 1}));
  EXPECT_FALSE(row.accepts({0, 1}));
}

TEST(WinnerCheck, columns_of_one_score_and_one_bias_keep_their_order_and_the_lower_wins) {
  Row row = sigmoid_row({0.0, 0.0, 1e-9}, {1.0f, 1.0f, 1.0f});
  EXPECT_TRUE(row.accepts({0, 2, 1}));
  EXPECT_FALSE(row.accepts({1, 2, 0}));
  EXPECT_FALSE(row.accepts({2, 1}));
}

TEST(WinnerCheck, repeated_and_impossible_columns_never_pass) {
  Row row = sigmoid_row({0.0, 1e-9, 5.0}, {1.0f, 1.0f, 1.0f});
  EXPECT_FALSE(row.accepts({2, 2}));
  EXPECT_FALSE(row.accepts({2, 3}));
  EXPECT_FALSE(row.accepts({2, -1}));
}

TEST(WinnerCheck, masked_columns_gain_nothing_from_the_bound) {
  Row row = sigmoid_row({-inf, -inf, 0.0}, {0.0f, 1.0f, 0.0f});
  EXPECT_TRUE(row.accepts({2, 0, 1}));
  EXPECT_FALSE(row.accepts({2, 1, 0}));
  EXPECT_FALSE(row.accepts({0, 2, 1}));
}

TEST(WinnerCheck, groups_too_close_to_tell_apart_may_replace_each_other_and_no_others) {
  Row row = sigmoid_row({0.0, 0.0, 1e-9, 0.0, -1.0, -1.0}, {1.0f, 1.0f, 1.0f, 1.0f, 1.0f, 1.0f});
  row.options.num_expert_group = 3;
  row.options.topk_group = 1;
  EXPECT_TRUE(row.accepts({2, 3}));
  EXPECT_TRUE(row.accepts({0, 1}));
  EXPECT_FALSE(row.accepts({0, 2})); // two groups
  EXPECT_FALSE(row.accepts({4, 5}));
}

} // namespace
} // namespace xeforge::ops::softmax_topk
