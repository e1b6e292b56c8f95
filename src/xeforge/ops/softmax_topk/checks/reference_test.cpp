// The reference on rows small enough to be worked out by hand.
#include "xeforge/ops/softmax_topk/checks/reference.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace xeforge::ops::softmax_topk::reference {
namespace {

using Values = std::vector<double>;
using Columns = std::vector<std::int64_t>;

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

struct Outcome {
  Columns winners;
  Values weights;
};
Outcome outcome(const Values& scores, const SoftmaxTopkOptions& options) {
  const Columns winners = select(scores, options);
  return {winners, weights(scores, winners, options)};
}

SoftmaxTopkOptions best(std::int64_t k) {
  SoftmaxTopkOptions options;
  options.k = k;
  return options;
}
SoftmaxTopkOptions unnormalised(std::int64_t k) {
  SoftmaxTopkOptions options = best(k);
  options.renormalize = false;
  return options;
}
SoftmaxTopkOptions biased(SoftmaxTopkOptions options, const std::vector<float>& bias) {
  options.correction_bias = {bias.data(), static_cast<std::int64_t>(bias.size())};
  return options;
}
SoftmaxTopkOptions grouped(SoftmaxTopkOptions options, std::int64_t groups, std::int64_t kept) {
  options.num_expert_group = groups;
  options.topk_group = kept;
  return options;
}
SoftmaxTopkOptions sigmoid(SoftmaxTopkOptions options) {
  options.scoring = Scoring::sigmoid;
  return options;
}

void expect_near(const Values& got, const Values& expected) {
  ASSERT_EQ(got.size(), expected.size());
  for (std::size_t i = 0; i < got.size(); ++i)
    EXPECT_NEAR(got[i], expected[i], 1e-15) << "slot " << i;
}

TEST(Reference, winners_come_best_first_with_the_softmax_of_the_winners) {
  const Outcome got = outcome({std::log(1.0), std::log(4.0), std::log(2.0), std::log(3.0)}, best(3));
  EXPECT_EQ(got.winners, (Columns{1, 3, 2}));
  expect_near(got.weights, {4.0 / 9, 3.0 / 9, 2.0 / 9});
}

TEST(Reference, without_renormalisation_the_whole_row_is_the_denominator) {
  expect_near(outcome({std::log(1.0), std::log(4.0), std::log(2.0), std::log(3.0)}, unnormalised(3)).weights,
              {0.4, 0.3, 0.2});
}

TEST(Reference, equal_scores_go_to_the_lower_column_and_zeros_are_equal_whatever_their_sign) {
  EXPECT_EQ(select(Values{1, 2, 1, 2, 1}, best(4)), (Columns{1, 3, 0, 2}));
  EXPECT_EQ(select(Values{-0.0, 0.0, -0.0}, best(3)), (Columns{0, 1, 2}));
}

TEST(Reference, minus_infinity_ranks_below_every_number_and_nan_below_that) {
  const Outcome got = outcome({nan, -inf, -1e300, nan, -inf, 5}, best(6));
  EXPECT_EQ(got.winners, (Columns{5, 2, 1, 4, 0, 3}));
  expect_near(got.weights, {1, 0, 0, 0, 0, 0});
}

TEST(Reference, rows_without_a_number_select_the_first_columns_and_weigh_nothing) {
  for (const double nothing : {-inf, nan})
    for (const SoftmaxTopkOptions& options : {best(3), unnormalised(3), sigmoid(best(3)), sigmoid(unnormalised(3))}) {
      const Outcome got = outcome(Values(5, nothing), options);
      EXPECT_EQ(got.winners, (Columns{0, 1, 2}));
      EXPECT_EQ(got.weights, Values(3, 0.0));
    }
}

TEST(Reference, nan_elsewhere_in_the_row_does_not_touch_the_other_probabilities) {
  const Outcome got = outcome({nan, std::log(1.0), std::log(3.0), nan}, unnormalised(3));
  EXPECT_EQ(got.winners, (Columns{2, 1, 0}));
  expect_near(got.weights, {0.75, 0.25, 0});
}

TEST(Reference, plus_infinities_share_the_whole_softmax) {
  const Values scores{1, inf, nan, inf, 2, inf};
  expect_near(outcome(scores, best(4)).weights, {1.0 / 3, 1.0 / 3, 1.0 / 3, 0});
  expect_near(outcome(scores, best(2)).weights, {0.5, 0.5});                 // of the winners
  expect_near(outcome(scores, unnormalised(2)).weights, {1.0 / 3, 1.0 / 3}); // of the row
  EXPECT_EQ(outcome(scores, best(4)).winners, (Columns{1, 3, 5, 4}));
}

TEST(Reference, sigmoid_has_its_limits_at_the_infinities) {
  expect_near(outcome({-inf, 0, inf}, sigmoid(unnormalised(3))).weights, {1, 0.5, 0});
  expect_near(outcome({-inf, 0, inf}, sigmoid(best(3))).weights, {2.0 / 3, 1.0 / 3, 0});
}

TEST(Reference, sigmoids_too_small_for_a_double_still_have_their_ratio) {
  const double smaller = 1.0 / (1.0 + std::exp(1.0));
  expect_near(outcome({-2001, -2000, -5000}, sigmoid(best(2))).weights, {1.0 - smaller, smaller});
  expect_near(outcome({-2000, -2000}, sigmoid(unnormalised(2))).weights, {0, 0});
}

TEST(Reference, a_bias_decides_the_selection_and_stays_out_of_the_weights) {
  const std::vector<float> bias{0.0f, 0.0f, 1.0f, 0.0f};
  const Outcome got = outcome({std::log(1.0), std::log(4.0), std::log(2.0), std::log(3.0)}, biased(best(2), bias));
  EXPECT_EQ(got.winners, (Columns{2, 1}));
  expect_near(got.weights, {2.0 / 6, 4.0 / 6});
}

TEST(Reference, no_bias_lifts_a_masked_column_or_a_nan_above_a_number) {
  const std::vector<float> bias{9.0f, -9.0f, 5.0f, 9.0f};
  EXPECT_EQ(select(Values{-inf, 0, -inf, nan}, biased(best(4), bias)), (Columns{1, 0, 2, 3}));
  EXPECT_EQ(select(Values{-inf, 0, -inf, nan}, biased(sigmoid(best(4)), bias)), (Columns{1, 0, 2, 3}));
}

TEST(Reference, winners_beside_an_infinity_that_lost_to_a_bias_keep_their_own_ratio) {
  const std::vector<float> bias{-9.0f, 0.0f, 0.0f};
  const Values scores{inf, std::log(1.0), std::log(3.0)};
  expect_near(outcome(scores, biased(best(2), bias)).weights, {0.25, 0.75}); // both p are 0: the lower column first
  expect_near(outcome(scores, biased(unnormalised(2), bias)).weights, {0, 0});
}

TEST(Reference, groups_compete_by_their_best_member) {
  const Values scores{5, 0, 4, 4, 1, 6};
  EXPECT_EQ(group_scores(scores, grouped(best(2), 3, 2)), (Values{5, 4, 6}));
  EXPECT_EQ(select(scores, grouped(best(3), 3, 2)), (Columns{5, 0, 4}));
}

TEST(Reference, with_a_bias_groups_compete_by_the_sum_of_their_two_best) {
  const std::vector<float> bias{0.5f, 0.0f, 0.375f, 0.375f, 0.125f, 0.25f};
  const SoftmaxTopkOptions options = biased(sigmoid(grouped(best(2), 3, 1)), bias);
  EXPECT_EQ(select(Values(6, 0.0), options), (Columns{2, 3})); // 1.75 against 1.5 and 1.375
}

TEST(Reference, masked_members_join_no_group_sum) {
  const std::vector<float> bias{0.0f, 3.0f, -0.25f, -0.25f, 0.0f, 9.0f};
  const SoftmaxTopkOptions options = biased(sigmoid(grouped(best(1), 3, 1)), bias);
  const Values scores{0, -inf, 0, 0, -inf, -inf};
  EXPECT_EQ(group_scores(selection_scores(scores, options), options), (Values{0.5, 0.5, -inf}));
  EXPECT_EQ(select(scores, options), (Columns{0}));
}

TEST(Reference, equal_groups_go_to_the_lower_one_and_nan_groups_come_last) {
  EXPECT_EQ(select(Values{nan, nan, -inf, -inf, 2, 1, 2, 1}, grouped(best(4), 4, 2)), (Columns{4, 6, 5, 7}));
  EXPECT_EQ(select(Values{nan, nan, -inf, -inf, 2, 1}, grouped(best(4), 3, 2)), (Columns{4, 5, 2, 3}));
}

TEST(Reference, columns_of_other_groups_stay_out_even_when_the_kept_ones_are_exhausted) {
  const Outcome got = outcome({1, 1, 1, 9, -inf, nan}, grouped(best(3), 2, 1));
  EXPECT_EQ(got.winners, (Columns{3, 4, 5}));
  EXPECT_EQ(got.weights, (Values{1, 0, 0}));
}

TEST(Reference, the_scaling_factor_multiplies_the_final_weights) {
  SoftmaxTopkOptions options = best(2);
  options.routed_scaling_factor = 2.5f;
  expect_near(outcome({std::log(1.0), std::log(3.0)}, options).weights, {1.875, 0.625});
}

} // namespace
} // namespace xeforge::ops::softmax_topk::reference
