#include "xeforge/profiles/profile.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/profiles/delimited.hpp"
#include "xeforge/profiles/readers.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <tuple>

namespace xeforge::profiles {
namespace {

constexpr const char* accepted = "VTune's hotspots report grouped by computing task, as CSV, or what unitrace writes "
                                 "with --device-timing or --metric-query";

std::optional<double> first_metric(const ProfiledKernel& kernel, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names)
    for (const Metric& metric : kernel.metrics)
      if (metric.name == name)
        return metric.value;
  return std::nullopt;
}

std::string first_line(std::string_view text) {
  for (const std::string_view line : lines_of(text))
    if (!trimmed(line).empty())
      return "a file that begins with " + shown(line);
  return "a file without a line of text";
}

bool is_finite(const ProfiledKernel& kernel) {
  const auto times = {kernel.calls, kernel.total_ns, kernel.average_ns, kernel.least_ns, kernel.most_ns};
  return std::ranges::all_of(times, [](const auto& time) { return std::isfinite(time.value_or(0)); }) &&
         std::ranges::all_of(kernel.metrics, [](const Metric& metric) { return std::isfinite(metric.value); });
}

} // namespace

std::string_view name_of(Profiler profiler) { return profiler == Profiler::vtune ? "VTune" : "unitrace"; }

Profile parse_profile(const std::string& name, std::string_view text) {
  Profile profile{};
  if (is_vtune(text))
    profile = {Profiler::vtune, parse_vtune(name, text)};
  else if (is_unitrace(text))
    profile = {Profiler::unitrace, parse_unitrace(name, text)};
  else
    throw Error(name, first_line(text), accepted);
  if (profile.kernels.empty())
    throw Error(name, "a report without a kernel", "one of a run that launched kernels");
  if (!std::ranges::all_of(profile.kernels, is_finite))
    throw Error(name, "numbers that are too large to be added", "times and counts of a run");
  std::ranges::sort(profile.kernels, [](const ProfiledKernel& one, const ProfiledKernel& other) {
    const double time = one.total_ns.value_or(-1), other_time = other.total_ns.value_or(-1);
    return time != other_time ? time > other_time : std::tie(one.name, one.shape) < std::tie(other.name, other.shape);
  });
  return profile;
}

std::optional<double> percent_active(const ProfiledKernel& kernel) {
  return first_metric(kernel, {"XVE_ACTIVE[%]", "XVE Array:Active(%)", "EU Array:Active(%)", "EuActive[%]"});
}
std::optional<double> percent_stalled(const ProfiledKernel& kernel) {
  return first_metric(kernel, {"XVE_STALL[%]", "XVE Array:Stalled(%)", "EU Array:Stalled(%)", "EuStall[%]"});
}
std::optional<double> percent_occupied(const ProfiledKernel& kernel) {
  return first_metric(kernel, {"XVE_THREADS_OCCUPANCY_ALL[%]", "XVE Threads Occupancy(%)", "EU Threads Occupancy(%)",
                               "EuThreadOccupancy[%]"});
}
std::optional<double> percent_of_matrix(const ProfiledKernel& kernel) {
  return first_metric(kernel, {"XVE_INST_EXECUTED_XMX_ALL_UTILIZATION[%]", "XVE Pipelines:XMX active(%)"});
}
std::optional<double> read_gbps(const ProfiledKernel& kernel) {
  if (const auto rate = first_metric(kernel, {"GPU Memory Bandwidth, GB/sec:Read"}))
    return rate;
  const auto bytes = first_metric(kernel, {"GPU_MEMORY_BYTE_READ[bytes]"});
  const auto time = first_metric(kernel, {"GpuTime[ns]"});
  return bytes && time && *time > 0 ? std::optional(*bytes / *time) : std::nullopt;
}
std::optional<double> spilled_bytes(const ProfiledKernel& kernel) {
  return first_metric(kernel, {"Spill Memory Per Thread", "Computing Task:Spill Memory Size"});
}

} // namespace xeforge::profiles
