#include "xeforge/statistics/sample.hpp"

#include "xeforge/base/error.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace xeforge::statistics {
namespace {

std::vector<double> sorted(std::span<const double> samples) {
  if (samples.empty())
    throw Error("samples", "none", "at least one number");
  if (std::ranges::any_of(samples, [](double value) { return std::isnan(value); }))
    throw Error("samples", "a value that is not a number", "numbers");
  std::vector<double> copy(samples.begin(), samples.end());
  std::ranges::sort(copy);
  return copy;
}

double quantile_of_sorted(std::span<const double> values, double fraction) {
  const double rank = fraction * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(rank);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  const double share = rank - static_cast<double>(below);
  return share == 0 ? values[below] : values[below] + share * (values[above] - values[below]);
}

// The probability of exactly this many heads in count tosses.
double heads(std::size_t count, std::size_t exactly) {
  const auto n = static_cast<double>(count), k = static_cast<double>(exactly);
  return std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1) - n * std::numbers::ln2);
}

} // namespace

double median(std::span<const double> samples) { return quantile(samples, 0.5); }

double quantile(std::span<const double> samples, double fraction) {
  if (!(fraction >= 0 && fraction <= 1))
    throw Error("fraction", "a value outside of 0 to 1", "0 to 1");
  return quantile_of_sorted(sorted(samples), fraction);
}

double relative_spread(std::span<const double> samples) {
  const std::vector<double> values = sorted(samples);
  const double distance = quantile_of_sorted(values, 0.75) - quantile_of_sorted(values, 0.25);
  const double middle = quantile_of_sorted(values, 0.5);
  return distance == 0 ? 0 : distance / std::fabs(middle);
}

IntervalRanks median_interval_ranks(std::size_t count, double confidence) {
  // Leaving out `from_end` samples at either end misses the median if at most that many lie on one side of it.
  double missed = 2 * heads(count, 0);
  IntervalRanks ranks{0, count > 1 ? 1 - missed : 0};
  for (std::size_t from_end = 1; from_end < count / 2; ++from_end) {
    missed += 2 * heads(count, from_end);
    if (1 - missed < confidence)
      break;
    ranks = {from_end, 1 - missed};
  }
  return ranks;
}

MedianInterval median_interval(std::span<const double> samples, double confidence) {
  const std::vector<double> values = sorted(samples);
  const IntervalRanks ranks = median_interval_ranks(values.size(), confidence);
  return {{values[ranks.from_end], values[values.size() - 1 - ranks.from_end]}, ranks.confidence};
}

} // namespace xeforge::statistics
