#include "xeforge/ops/softmax_topk/checks/reference.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace xeforge::ops::softmax_topk::reference {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// The largest of the scores that are numbers; -inf when there is none.
double largest(Row scores) {
  double result = -infinity;
  for (const double score : scores)
    if (score > result)
      result = score;
  return result;
}

// exp(score - maximum), where +inf is the limit in which it outgrows every finite score. 0 for NaN.
double softmax_term(double score, double maximum) {
  if (std::isnan(score) || maximum == -infinity)
    return 0.0;
  return score == maximum ? 1.0 : std::exp(score - maximum);
}

// sigmoid(score) * exp(-min(maximum, 0)): the factor cancels in a ratio and keeps it from being 0 / 0.
double sigmoid_term(double score, double maximum) {
  if (std::isnan(score) || score == -infinity)
    return 0.0;
  return std::exp(std::min(score, 0.0) - std::min(maximum, 0.0)) / (1.0 + std::exp(-std::fabs(score)));
}

double sum_of_softmax_terms(Row scores, double maximum) {
  double sum = 0.0;
  for (const double score : scores)
    sum += softmax_term(score, maximum);
  return sum;
}

double quotient_or_zero(double part, double whole) { return whole > 0.0 ? part / whole : 0.0; }

// Best first; NaN last; equal ones in order of their number.
std::vector<std::int64_t> ranking(Row values) {
  std::vector<std::int64_t> order(values.size());
  std::iota(order.begin(), order.end(), std::int64_t{0});
  std::ranges::sort(order, [&](std::int64_t a, std::int64_t b) {
    if (values[a] == values[b] || (std::isnan(values[a]) && std::isnan(values[b])))
      return a < b;
    return values[a] > values[b] || std::isnan(values[b]);
  });
  return order;
}

} // namespace

std::vector<double> selection_scores(Row scores, const SoftmaxTopkOptions& options) {
  std::vector<double> result(scores.begin(), scores.end());
  if (options.correction_bias.data == nullptr)
    return result;
  const double maximum = largest(scores), sum = sum_of_softmax_terms(scores, maximum);
  for (std::size_t column = 0; column < scores.size(); ++column) {
    if (std::isnan(scores[column]) || scores[column] == -infinity)
      continue;
    const double probability = options.scoring == Scoring::softmax
                                   ? quotient_or_zero(softmax_term(scores[column], maximum), sum)
                                   : sigmoid_term(scores[column], 0.0);
    result[column] = probability + options.correction_bias.data[column];
  }
  return result;
}

std::vector<double> group_scores(Row selection, const SoftmaxTopkOptions& options) {
  const std::size_t size = selection.size() / options.num_expert_group;
  std::vector<double> result;
  for (std::size_t first = 0; first < selection.size(); first += size) {
    const Row group = selection.subspan(first, size);
    const std::vector<std::int64_t> order = ranking(group);
    result.push_back(group[order[0]]);
    if (options.correction_bias.data != nullptr && size > 1 && group[order[1]] > -infinity)
      result.back() += group[order[1]];
  }
  return result;
}

std::vector<std::int64_t> select(Row scores, const SoftmaxTopkOptions& options) {
  const std::vector<double> selection = selection_scores(scores, options);
  std::vector<std::int64_t> order = ranking(selection);
  if (options.num_expert_group > 1) {
    const std::vector<std::int64_t> groups = ranking(group_scores(selection, options));
    const std::span kept(groups.data(), options.topk_group);
    const std::int64_t size = static_cast<std::int64_t>(scores.size()) / options.num_expert_group;
    std::erase_if(order, [&](std::int64_t column) { return std::ranges::find(kept, column / size) == kept.end(); });
  }
  order.resize(options.k);
  return order;
}

std::vector<double> weights(Row scores, std::span<const std::int64_t> winners, const SoftmaxTopkOptions& options) {
  const bool is_softmax = options.scoring == Scoring::softmax;
  std::vector<double> of_winners;
  for (const std::int64_t winner : winners)
    of_winners.push_back(scores[winner]);

  // Renormalised, the winners are the whole; otherwise a softmax is over the row, and a sigmoid stands for itself.
  const Row whole = options.renormalize ? Row(of_winners) : scores;
  const double maximum = is_softmax || options.renormalize ? largest(whole) : 0.0;
  double sum = 1.0;
  if (is_softmax)
    sum = sum_of_softmax_terms(whole, maximum);
  else if (options.renormalize)
    sum = std::accumulate(whole.begin(), whole.end(), 0.0,
                          [&](double so_far, double score) { return so_far + sigmoid_term(score, maximum); });

  std::vector<double> result;
  for (const double score : of_winners) {
    const double term = is_softmax ? softmax_term(score, maximum) : sigmoid_term(score, maximum);
    result.push_back(quotient_or_zero(term, sum) * options.routed_scaling_factor);
  }
  return result;
}

} // namespace xeforge::ops::softmax_topk::reference
