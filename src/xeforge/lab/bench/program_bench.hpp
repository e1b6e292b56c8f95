// Kernels of any program, timed by the events of its launches, with the statistics of `xeforge bench OPERATOR`.
#pragma once

#include "xeforge/lab/bench/measure.hpp"
#include "xeforge/lab/bench/recorded_launches.hpp"
#include "xeforge/lab/terminal/json_file.hpp"

#include <string>
#include <vector>

namespace xeforge::lab {

struct KernelBench {
  RecordedKernel kernel; // without times
  int processes = 0;     // in which it was launched
  Timing timing;
};

// The first launch of a kernel in each process pays for what is set up once, and is left out where others follow.
std::vector<double> warm_times(const RecordedKernel& kernel);

// Adds one process to what others gave. kernels: the samples so far, by name.
class ProgramSamples {
public:
  void add(const RecordedLaunches& launches);
  bool are_settled(const MeasureLimits& limits) const;
  std::vector<KernelBench> results(const MeasureLimits& limits) const;

private:
  struct Samples {
    RecordedKernel kernel;
    int processes = 0;
    std::vector<double> times_ns;
  };
  std::vector<Samples> all_;
};

Json report_of(const Program& program, const std::vector<KernelBench>& results, const MeasureLimits& limits);

} // namespace xeforge::lab
