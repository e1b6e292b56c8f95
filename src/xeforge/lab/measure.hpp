// Timing of repeated work: how often to run it, and what to report of the runs.
#pragma once

#include <algorithm>
#include <chrono>
#include <vector>

namespace xeforge::lab {

struct Timing {
  double median_ns = 0;
  double min_ns = 0;
  int runs = 0;
};

// Runs are repeated until both least_* are reached, and no longer than either most_* allows.
struct MeasureLimits {
  int warm_up_runs = 2;
  int least_runs = 20;
  double least_seconds = 0.3;
  int most_runs = 20'000;
  double most_seconds = 10;
};

// The median of an even count is the mean of the two in the middle. samples must not be empty.
inline Timing summarize(std::vector<double> samples_ns) {
  std::sort(samples_ns.begin(), samples_ns.end());
  const std::size_t middle = samples_ns.size() / 2;
  const double median = samples_ns.size() % 2 ? samples_ns[middle] : (samples_ns[middle - 1] + samples_ns[middle]) / 2;
  return {median, samples_ns.front(), static_cast<int>(samples_ns.size())};
}

template <class Clock, class Work>
double elapsed_ns(Work&& work) {
  const auto start = Clock::now();
  work();
  return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
}

template <class Clock = std::chrono::steady_clock, class Work>
Timing measure(Work&& work, const MeasureLimits& limits = {}) {
  for (int run = 0; run < limits.warm_up_runs; ++run)
    work();
  std::vector<double> samples_ns;
  double total_seconds = 0;
  const auto enough = [&] {
    const int runs = static_cast<int>(samples_ns.size());
    if (runs >= limits.most_runs || (runs > 0 && total_seconds >= limits.most_seconds))
      return true;
    return runs >= limits.least_runs && total_seconds >= limits.least_seconds;
  };
  while (!enough()) {
    samples_ns.push_back(elapsed_ns<Clock>(work));
    total_seconds += samples_ns.back() * 1e-9;
  }
  return summarize(std::move(samples_ns));
}

} // namespace xeforge::lab
