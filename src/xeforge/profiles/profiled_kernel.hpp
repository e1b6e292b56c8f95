// What a profiler measured of one kernel.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace xeforge::profiles {

struct Metric {
  std::string name; // as the file has it, with its unit
  double value;
};

struct ProfiledKernel {
  std::string name;
  std::string shape; // how it was launched, where the name carries it: "SIMD16 {56; 1; 1} {64; 8; 1}"
  std::optional<double> calls, total_ns, average_ns, least_ns, most_ns;
  // Of unitrace, of several instances or samples: the mean, weighted by time where it is a share or a frequency.
  std::vector<Metric> metrics;
};

// The same quantity of either profiler, where it is among the metrics.
std::optional<double> percent_active(const ProfiledKernel& kernel);    // vector engines that issue
std::optional<double> percent_stalled(const ProfiledKernel& kernel);   // vector engines with threads that all wait
std::optional<double> percent_occupied(const ProfiledKernel& kernel);  // slots of hardware threads in use
std::optional<double> percent_of_matrix(const ProfiledKernel& kernel); // of the matrix engine's time
std::optional<double> read_gbps(const ProfiledKernel& kernel);         // from memory, 10^9 bytes a second
std::optional<double> spilled_bytes(const ProfiledKernel& kernel);     // as the driver reports them, per thread

} // namespace xeforge::profiles
