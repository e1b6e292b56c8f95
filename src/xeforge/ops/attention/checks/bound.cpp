#include "xeforge/ops/attention/checks/bound.hpp"

#include "xeforge/ops/checks/elements.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace xeforge::ops::attention {
namespace {

constexpr double u = 0x1p-24;
constexpr double flushed = 0x1p-125;
constexpr double exp_range = 104.0; // beyond it a weight is under the smallest float
constexpr double keys_per_rescaling = 16.0;

// First-order units to a bound that holds with every higher order included.
double relative(double units) { return units * u / (1.0 - units * u); }

// The largest power of two that divides every element: the place of the lowest bit that is set anywhere.
double grain_of(std::span<const double> row) {
  constexpr int none = std::numeric_limits<int>::max();
  int lowest = none;
  for (const double x : row) {
    if (x == 0.0 || !std::isfinite(x))
      continue;
    const auto bits = std::bit_cast<std::uint64_t>(x);
    const int exponent = static_cast<int>(bits >> 52) & 0x7ff; // 0: subnormal, without the bit that others do not store
    const std::uint64_t fraction = (bits & ((std::uint64_t{1} << 52) - 1)) | (std::uint64_t{exponent != 0} << 52);
    lowest = std::min(lowest, std::max(exponent, 1) - 1075 + std::countr_zero(fraction));
  }
  return lowest == none ? std::numeric_limits<double>::infinity() : std::ldexp(1.0, lowest);
}

double sum_of_magnitudes(std::span<const double> a, std::span<const double> b) {
  double sum = 0.0;
  for (std::size_t d = 0; d < a.size(); ++d)
    sum += std::fabs(a[d] * b[d]);
  return sum;
}

} // namespace

struct Bounds::Weights {
  std::vector<double> errors; // expm1(D_j); 0 for those that are exactly 0
  double sink_weight = 0.0, sink_error = 0.0;
  double mean_error = 0.0; // weighted
};

Bounds::Bounds(const reference::Head& head, DType dtype) : head_(head), dtype_(dtype) {
  for (std::int64_t j = 0; j < head.sequence().keys; ++j)
    key_grains_.push_back(grain_of(head_.key(j)));
}

// Absolute error of a score that is kept. query_grain: grain_of(query).
double Bounds::score_error(std::span<const double> query, double query_grain, std::int64_t j,
                           const reference::Score& score) const {
  const double magnitude = sum_of_magnitudes(query, head_.key(j));
  const bool is_exact =
      magnitude == 0.0 || magnitude <= 0x1p24 * query_grain * key_grains_[static_cast<std::size_t>(j)];
  const double dot_error = is_exact ? 0.0 : magnitude * relative(static_cast<double>(head_.d_qk())) + flushed;
  double error = std::fabs(head_.scale()) * (dot_error + 3.0 * u * std::fabs(score.dot));
  if (head_.softcap() != 0.0)
    error = std::min(error, 2.0 * head_.softcap()) + 10.0 * u * head_.softcap();
  return error + 6.0 * u * (std::fabs(score.capped) + std::fabs(score.slope) + std::fabs(score.bias));
}

Bounds::Weights Bounds::weights_of(std::int64_t i, std::span<const reference::Score> scores,
                                   const reference::Row& exact, double largest, double rescalings) const {
  const auto relative_error = [&](double score, double error) {
    return std::expm1(error + (6.0 * std::min(largest - score, exp_range) + 8.0 + 9.0 * rescalings) * u);
  };
  const std::vector<double> query = head_.query(i);
  const double query_grain = grain_of(query);
  Weights result;
  result.errors.assign(scores.size(), 0.0);
  for (std::size_t j = 0; j < scores.size(); ++j) {
    if (exact.weights[j] == 0.0)
      continue;
    result.errors[j] =
        relative_error(scores[j].total, score_error(query, query_grain, static_cast<std::int64_t>(j), scores[j]));
    result.mean_error += exact.weights[j] * result.errors[j];
  }
  if (head_.sink() != -std::numeric_limits<double>::infinity()) {
    result.sink_weight = std::exp(head_.sink() - exact.lse);
    result.sink_error = relative_error(head_.sink(), 2.0 * u * std::fabs(head_.sink()));
    result.mean_error += result.sink_weight * result.sink_error;
  }
  return result;
}

RowBound Bounds::of_row(std::int64_t i, std::span<const reference::Score> scores, const reference::Row& exact) const {
  RowBound bound;
  bound.out.assign(exact.out.size(), 0.0);
  double largest = head_.sink();
  for (const reference::Score& score : scores)
    largest = std::max(largest, score.total);
  if (exact.lse == -std::numeric_limits<double>::infinity())
    return bound;

  const auto keys = static_cast<double>(scores.size());
  const double rescalings = 2.0 * std::ceil(keys / keys_per_rescaling) + 2.0;
  const Weights weights = weights_of(i, scores, exact, largest, rescalings);
  const FloatLimits limits = limits_of(dtype_);
  const double weight_unit = dtype_ == DType::f32 ? 0.0 : limits.unit;
  const double weight_step = (dtype_ == DType::f16 ? 0x1p-25 : 0.0) + flushed; // of weights of at most 1
  const double largest_weight = std::exp(largest - exact.lse);                 // 1 over the sum of the weights

  // Per element of the row: what moved weights do, what rounded ones do, sum w |v|, and sum |v|.
  std::vector<double> moved(exact.out.size(), 0.0), rounded(exact.out.size(), 0.0), weighted(exact.out.size(), 0.0),
      plain(exact.out.size(), 0.0);
  for (std::size_t j = 0; j < scores.size(); ++j) {
    if (exact.weights[j] == 0.0)
      continue;
    const std::span<const double> value = head_.value(static_cast<std::int64_t>(j));
    for (std::size_t d = 0; d < value.size(); ++d) {
      moved[d] += exact.weights[j] * weights.errors[j] * std::fabs(value[d] - exact.out[d]);
      rounded[d] += exact.weights[j] * weight_unit *
                    std::max(std::fabs(value[d]), std::fabs(value[d] - exact.out[d]) / (1.0 - weight_unit));
      weighted[d] += exact.weights[j] * std::fabs(value[d]);
      plain[d] += std::fabs(value[d]);
    }
  }
  const double sums = relative(keys + rescalings);
  const double spread = 1.0 / std::max(0.0, 1.0 - weights.mean_error); // of the denominator; infinite: no bound
  for (std::size_t d = 0; d < bound.out.size(); ++d) {
    const double out = std::fabs(exact.out[d]);
    double computed = spread * (moved[d] + weights.sink_weight * weights.sink_error * out);
    computed += spread * (1.0 + weights.mean_error) *
                (rounded[d] + weight_step * largest_weight * plain[d] + sums * (weighted[d] + out));
    computed += relative(4.0) * (out + computed);
    bound.out[d] = computed + (out + computed) * limits.unit + std::max(limits.smallest / 2.0, flushed);
  }
  bound.lse = -std::log1p(-std::min(weights.mean_error + sums, 1.0)) +
              u * (8.0 * (1.0 + std::fabs(exact.lse - largest)) + 4.0 * (std::fabs(exact.lse) + std::fabs(largest)));
  return bound;
}

} // namespace xeforge::ops::attention
