// What the profilers of Intel GPUs measured of each kernel, read from the files they export:
//   VTune      vtune -report hotspots -group-by computing-task -format csv, with any delimiter; of a gpu-hotspots or
//              gpu-offload result
//   unitrace   what --device-timing, --metric-query and --metric-sampling write, in one file or in several
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace xeforge::profiles {

enum class Profiler { vtune, unitrace };
std::string_view name_of(Profiler profiler);

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

struct Profile {
  Profiler profiler;
  std::vector<ProfiledKernel> kernels; // the longest in all first; also what copies and fills memory
};

// `name` is how errors call the file. Throws Error where the text is neither's export, or is damaged.
Profile parse_profile(const std::string& name, std::string_view text);

// The same quantity of either profiler, where it is among the metrics.
std::optional<double> percent_active(const ProfiledKernel& kernel);    // vector engines that issue
std::optional<double> percent_stalled(const ProfiledKernel& kernel);   // vector engines with threads that all wait
std::optional<double> percent_occupied(const ProfiledKernel& kernel);  // slots of hardware threads in use
std::optional<double> percent_of_matrix(const ProfiledKernel& kernel); // of the matrix engine's time
std::optional<double> read_gbps(const ProfiledKernel& kernel);         // from memory, 10^9 bytes a second
std::optional<double> spilled_bytes(const ProfiledKernel& kernel);     // as the driver reports them, per thread

} // namespace xeforge::profiles
