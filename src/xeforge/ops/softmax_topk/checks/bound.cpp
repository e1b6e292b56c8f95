#include "xeforge/ops/softmax_topk/checks/bound.hpp"

#include "xeforge/ops/checks/elements.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace xeforge::ops::softmax_topk {
namespace {

constexpr double float_unit = 0x1p-24;
constexpr double flushed_term = 0x1p-125;
constexpr double exp_range = 104.0;

bool is_masked(double score) { return std::isnan(score) || score == -std::numeric_limits<double>::infinity(); }

double largest_number(reference::Row scores) {
  double result = -std::numeric_limits<double>::infinity();
  for (const double score : scores)
    result = score > result ? score : result;
  return result;
}

// Relative errors in units of u, before the division by the sum.
double softmax_units(double score, double maximum) {
  return score == maximum ? 8.0 : 2.0 * std::min(maximum - score, exp_range) + 8.0;
}
double sigmoid_units(double score) { return 2.0 * std::min(std::fabs(std::min(score, 0.0)), exp_range) + 22.0; }

double softmax_sum_units(double terms) { return 2.0 * std::log(terms) + 8.0 + (terms - 1.0); }

// First-order units to a bound that holds with every higher order included.
double relative(double units) { return units * float_unit / (1.0 - units * float_unit); }

} // namespace

std::vector<double> weight_bounds(reference::Row scores, std::span<const std::int64_t> winners,
                                  std::span<const double> expected, const SoftmaxTopkOptions& options, DType output) {
  std::vector<double> of_winners;
  for (const std::int64_t winner : winners)
    of_winners.push_back(scores[winner]);
  const reference::Row whole = options.renormalize ? reference::Row(of_winners) : scores;
  const double maximum = largest_number(whole), terms = static_cast<double>(whole.size());

  double sum_units = 0.0;
  if (options.scoring == Scoring::softmax)
    sum_units = softmax_sum_units(terms);
  else if (options.renormalize)
    for (const double score : of_winners)
      sum_units = std::max(sum_units, is_masked(score) ? 0.0 : sigmoid_units(score) + terms - 1.0);

  const FloatLimits limits = limits_of(output);
  std::vector<double> result;
  for (std::size_t slot = 0; slot < winners.size(); ++slot) {
    const double score = of_winners[slot], weight = std::fabs(expected[slot]);
    if (is_masked(score)) {
      result.push_back(0.0);
      continue;
    }
    const double own = options.scoring == Scoring::softmax ? softmax_units(score, maximum) : sigmoid_units(score);
    const double computed =
        weight * relative(own + sum_units + 5.0) + std::fabs(options.routed_scaling_factor) * flushed_term;
    const double rounded = (weight + computed) * limits.unit + std::max(limits.smallest / 2.0, flushed_term);
    result.push_back(computed + rounded);
  }
  return result;
}

std::vector<double> selection_bounds(reference::Row scores, reference::Row selection,
                                     const SoftmaxTopkOptions& options) {
  std::vector<double> result(scores.size(), 0.0);
  if (options.correction_bias.data == nullptr)
    return result;
  const double maximum = largest_number(scores), sum_units = softmax_sum_units(static_cast<double>(scores.size()));
  for (std::size_t column = 0; column < scores.size(); ++column) {
    if (is_masked(scores[column]))
      continue;
    const double probability = std::fabs(selection[column] - options.correction_bias.data[column]);
    const double units = options.scoring == Scoring::softmax ? softmax_units(scores[column], maximum) + sum_units + 5.0
                                                             : sigmoid_units(scores[column]);
    const double of_probability = probability * relative(units) + flushed_term;
    result[column] = of_probability + (std::fabs(selection[column]) + of_probability) * float_unit;
  }
  return result;
}

std::vector<double> group_bounds(reference::Row groups, reference::Row bounds, const SoftmaxTopkOptions& options) {
  const std::size_t size = bounds.size() / groups.size();
  std::vector<double> result(groups.size(), 0.0);
  if (options.correction_bias.data == nullptr)
    return result;
  for (std::size_t group = 0; group < groups.size(); ++group) {
    const double largest = *std::ranges::max_element(bounds.subspan(group * size, size));
    if (!is_masked(groups[group])) // two members and their addition
      result[group] = 2.0 * largest + (std::fabs(groups[group]) + 2.0 * largest) * float_unit;
  }
  return result;
}

} // namespace xeforge::ops::softmax_topk
