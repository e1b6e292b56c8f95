// Timing of repeated work: how often to run it, what to report of the runs, and what spoils them.
#pragma once

#include "xeforge/lab/bench/clock_speed.hpp"
#include "xeforge/statistics/sample.hpp"

#include <chrono>
#include <cstddef>
#include <vector>

namespace xeforge::lab {

// Runs are repeated until both least_* are reached and the interval of the median is as narrow as asked, and after the
// former no longer than settle_seconds in all; never longer than either most_* allows.
struct MeasureLimits {
  int warm_up_runs = 2;
  int least_runs = 20;
  double least_seconds = 0.3;
  double settle_seconds = 1;
  int most_runs = 20'000;
  double most_seconds = 10;
  double confidence_width = 0.01; // of the interval, relative to the median
};

inline constexpr double timing_confidence = 0.95;

struct Timing {
  double median_ns = 0;
  double min_ns = 0;
  int runs = 0;
  statistics::MedianInterval interval; // ns; of the median, by the order of all runs
  double spread = 0;                   // half of the runs lie within it, relative to the median
  double drift = 0;                    // from the first run to the last, relative to the median; 0 where not certain
  bool is_settled = false;             // the interval is as narrow as was asked for
  double clock_before_ghz = 0;         // of the calling thread's core, after the warm-up
  double clock_after_ghz = 0;
  int sample_stride = 1;          // of the runs every so many are kept
  std::vector<double> samples_ns; // in the order they ran, at most most_samples_kept
};

inline constexpr std::size_t most_samples_kept = 200;

// Everything but the clock; samples_ns in the order they ran, not empty.
Timing summarize(std::vector<double> samples_ns, double confidence_width = MeasureLimits{}.confidence_width);

// What makes the median of a case mean less than it seems to.
enum class Disturbance {
  unsettled, // the time was up before the interval was narrow enough
  noisy,     // half of the runs differ by more than noisy_spread
  clock,     // the processor's clock changed by more than moved_clock
  drift      // later runs took longer, or shorter, by more than clear_drift
};
inline constexpr double noisy_spread = 0.1, moved_clock = 0.03, clear_drift = 0.03;
std::vector<Disturbance> disturbances_of(const Timing& timing);

// The runs of one measurement. All memory is there before the first: nothing is allocated between two runs.
class Runs {
public:
  explicit Runs(const MeasureLimits& limits);
  bool is_enough();
  void add(double nanoseconds);
  Timing timing() const;

private:
  bool has_settled();

  MeasureLimits limits_;
  std::vector<double> samples_ns_, scratch_; // as long as most_runs
  std::size_t count_ = 0;
  std::size_t next_look_ = 0; // sorting after every run would take longer than the runs
  double total_seconds_ = 0;
};

template <class Clock, class Work>
double elapsed_ns(Work&& work) {
  const auto start = Clock::now();
  work();
  return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
}

template <class Clock = std::chrono::steady_clock, class Work>
Timing measure(Work&& work, const MeasureLimits& limits = {}) {
  Runs runs(limits);
  for (int run = 0; run < limits.warm_up_runs; ++run)
    work();
  const double clock_before = clock_ghz();
  while (!runs.is_enough())
    runs.add(elapsed_ns<Clock>(work));
  const double clock_after = clock_ghz();
  Timing timing = runs.timing();
  timing.clock_before_ghz = clock_before;
  timing.clock_after_ghz = clock_after;
  return timing;
}

} // namespace xeforge::lab
