// The operator in its textbook form: one row, scalar, in double. Slow, and shares nothing with the kernels.
//
// Selection. Every column has a selection score, and columns are ranked by it, best first, equal ones by column:
//   no correction bias: the raw score, for softmax and sigmoid alike (both grow with it);
//   correction bias:    p + bias, where p is the probability in the whole row.
// A score of -inf is a masked column: its selection score is -inf whatever its bias, so it is never taken before an
// unmasked one. NaN ranks below -inf. +0 and -0 are equal.
// Groups: a group scores its best member or, with a bias, the sum of its two best; masked and NaN members join no sum,
// so a group of one unmasked member scores that member, and a group without any ranks below all others (a group of
// NaN below a masked one). Equal groups: the lower first. Columns of groups that are not kept are never taken, even if
// the kept ones run out of unmasked columns.
//
// Probabilities over a set of columns. softmax: NaN counts as masked; +inf columns share the whole weight equally;
// where all are masked, all are 0. sigmoid: NaN is 0, -inf is 0, +inf is 1.
//
// Weights. Without renormalisation the probability in the whole row. With it, probability divided by the sum over the
// winners in exact arithmetic: for softmax that is the softmax of the winners alone; for sigmoid a common factor is
// taken out first, so that scores of -1000 have weights as exact as scores of 0. Winners that are all masked or NaN
// weigh 0. The scaling factor comes last.
#pragma once

#include "xeforge/softmax_topk.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace xeforge::ops::softmax_topk::reference {

using Row = std::span<const double>;

std::vector<double> selection_scores(Row scores, const SoftmaxTopkOptions& options);
// One per group, from selection_scores().
std::vector<double> group_scores(Row selection, const SoftmaxTopkOptions& options);
// The k winners, best first.
std::vector<std::int64_t> select(Row scores, const SoftmaxTopkOptions& options);
// The weight of each winner, for any list of winners.
std::vector<double> weights(Row scores, std::span<const std::int64_t> winners, const SoftmaxTopkOptions& options);

} // namespace xeforge::ops::softmax_topk::reference
