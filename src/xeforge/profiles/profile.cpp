#include "xeforge/profiles/profile.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/profiles/delimited.hpp"
#include "xeforge/profiles/readers.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace xeforge::profiles {
namespace {

constexpr const char* accepted = "VTune's hotspots report grouped by computing task, as CSV, or what unitrace writes "
                                 "with --device-timing or --metric-query";

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

} // namespace xeforge::profiles
