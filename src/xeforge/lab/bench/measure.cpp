#include "xeforge/lab/bench/measure.hpp"

#include "xeforge/statistics/drift.hpp"

#include <algorithm>
#include <cmath>

namespace xeforge::lab {
namespace {

// A drift that chance would make once in a thousand measurements.
constexpr double drift_level = 1e-3;

double certain_drift(const std::vector<double>& samples_ns) {
  constexpr std::size_t least = 8;
  if (samples_ns.size() < least)
    return 0;
  const statistics::Drift drift = statistics::drift_of(samples_ns);
  return drift.p <= drift_level ? drift.relative : 0;
}

bool is_narrow(const statistics::Interval& interval, double median, double width) {
  return interval.width() <= width * median;
}

} // namespace

Timing summarize(std::vector<double> samples_ns, double confidence_width) {
  Timing timing;
  timing.median_ns = statistics::median(samples_ns);
  timing.min_ns = *std::ranges::min_element(samples_ns);
  timing.runs = static_cast<int>(samples_ns.size());
  timing.interval = statistics::median_interval(samples_ns, timing_confidence);
  timing.spread = statistics::relative_spread(samples_ns);
  timing.drift = certain_drift(samples_ns);
  timing.is_settled = timing.interval.confidence >= timing_confidence &&
                      is_narrow(timing.interval.interval, timing.median_ns, confidence_width);
  const std::size_t stride = (samples_ns.size() + most_samples_kept - 1) / most_samples_kept;
  timing.sample_stride = static_cast<int>(stride);
  timing.samples_ns = stride == 1 ? std::move(samples_ns) : statistics::every(samples_ns, stride);
  return timing;
}

std::vector<Disturbance> disturbances_of(const Timing& timing) {
  std::vector<Disturbance> found;
  if (timing.runs == 0)
    return found;
  if (!timing.is_settled)
    found.push_back(Disturbance::unsettled);
  if (timing.spread > noisy_spread)
    found.push_back(Disturbance::noisy);
  if (timing.clock_before_ghz > 0 && std::fabs(timing.clock_after_ghz / timing.clock_before_ghz - 1) > moved_clock)
    found.push_back(Disturbance::clock);
  if (std::fabs(timing.drift) > clear_drift)
    found.push_back(Disturbance::drift);
  return found;
}

Runs::Runs(const MeasureLimits& limits)
    : limits_(limits), samples_ns_(static_cast<std::size_t>(limits.most_runs)), scratch_(samples_ns_.size()) {}

void Runs::add(double nanoseconds) {
  samples_ns_[count_++] = nanoseconds;
  total_seconds_ += nanoseconds * 1e-9;
}

bool Runs::is_enough() {
  if (count_ >= samples_ns_.size() || (count_ > 0 && total_seconds_ >= limits_.most_seconds))
    return true;
  if (count_ < static_cast<std::size_t>(limits_.least_runs) || total_seconds_ < limits_.least_seconds)
    return false;
  return total_seconds_ >= limits_.settle_seconds || has_settled();
}

bool Runs::has_settled() {
  if (count_ < next_look_)
    return false;
  next_look_ = count_ + count_ / 4 + 1;
  const statistics::IntervalRanks ranks = statistics::median_interval_ranks(count_, timing_confidence);
  if (ranks.confidence < timing_confidence)
    return false;
  const auto end = std::copy_n(samples_ns_.begin(), count_, scratch_.begin());
  std::sort(scratch_.begin(), end);
  return is_narrow({scratch_[ranks.from_end], scratch_[count_ - 1 - ranks.from_end]}, scratch_[count_ / 2],
                   limits_.confidence_width);
}

Timing Runs::timing() const {
  return summarize({samples_ns_.begin(), samples_ns_.begin() + static_cast<std::ptrdiff_t>(count_)},
                   limits_.confidence_width);
}

} // namespace xeforge::lab
