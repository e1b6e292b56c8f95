#include "xeforge/statistics/drift.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/statistics/normal.hpp"
#include "xeforge/statistics/sample.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace xeforge::statistics {
namespace {

std::vector<double> medians_of_stretches(std::span<const double> samples, std::size_t stretches) {
  if (samples.size() <= stretches)
    return {samples.begin(), samples.end()};
  std::vector<double> medians;
  for (std::size_t stretch = 0; stretch < stretches; ++stretch) {
    const std::size_t begin = stretch * samples.size() / stretches, end = (stretch + 1) * samples.size() / stretches;
    medians.push_back(median(samples.subspan(begin, end - begin)));
  }
  return medians;
}

// Of tau's numerator, where values that are equal are as many as they are and no two times are.
double variance_of_order(const std::vector<double>& values) {
  std::map<double, double> counts;
  for (const double value : values)
    ++counts[value];
  const auto formula = [](double count) { return count * (count - 1) * (2 * count + 5); };
  double variance = formula(static_cast<double>(values.size()));
  for (const auto& [value, count] : counts)
    variance -= formula(count);
  return variance / 18;
}

// Mean ranks from 1 on.
std::vector<double> ranks_of(std::span<const double> samples) {
  std::vector<std::size_t> order(samples.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, {}, [&](std::size_t place) { return samples[place]; });
  std::vector<double> ranks(samples.size());
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin;
    while (end < order.size() && samples[order[end]] == samples[order[begin]])
      ++end;
    const double mean = 0.5 * static_cast<double>(begin + 1 + end);
    for (; begin < end; ++begin)
      ranks[order[begin]] = mean;
  }
  return ranks;
}

} // namespace

Drift drift_of(std::span<const double> samples) {
  constexpr std::size_t most = 64;
  if (samples.size() < 3)
    throw Error("samples", std::to_string(samples.size()), "at least three numbers");
  const double middle = median(samples); // refuses what is not a number
  const std::vector<double> values = medians_of_stretches(samples, most);
  std::vector<double> slopes;
  double rising = 0, tied = 0;
  for (std::size_t later = 1; later < values.size(); ++later)
    for (std::size_t earlier = 0; earlier < later; ++earlier) {
      const double step = values[later] - values[earlier];
      slopes.push_back(step / static_cast<double>(later - earlier));
      rising += step > 0 ? 1 : step < 0 ? -1 : 0;
      tied += step == 0;
    }
  const auto pairs = static_cast<double>(slopes.size());
  if (tied == pairs)
    return {};
  const double slope = median(slopes);
  return {slope == 0 ? 0 : slope * static_cast<double>(values.size() - 1) / std::fabs(middle),
          rising / std::sqrt(pairs * (pairs - tied)),
          std::min(1.0, 2 * normal_tail(std::fabs(rising) / std::sqrt(variance_of_order(values))))};
}

std::size_t independent_stride(std::span<const double> samples) {
  constexpr std::size_t least_left = 8;
  if (samples.size() < 2 * least_left)
    return 1;
  const std::vector<double> ranks = ranks_of(samples);
  const double mean = 0.5 * static_cast<double>(ranks.size() + 1);
  double variance = 0, together = 0;
  for (std::size_t place = 0; place < ranks.size(); ++place) {
    variance += (ranks[place] - mean) * (ranks[place] - mean);
    if (place > 0)
      together += (ranks[place] - mean) * (ranks[place - 1] - mean);
  }
  const double correlation = variance > 0 ? std::clamp(together / variance, 0.0, 0.99) : 0;
  const auto stride = static_cast<std::size_t>(std::lround((1 + correlation) / (1 - correlation)));
  return std::clamp<std::size_t>(stride, 1, samples.size() / least_left);
}

std::vector<double> every(std::span<const double> samples, std::size_t stride) {
  std::vector<double> kept;
  for (std::size_t place = 0; place < samples.size(); place += stride)
    kept.push_back(samples[place]);
  return kept;
}

} // namespace xeforge::statistics
