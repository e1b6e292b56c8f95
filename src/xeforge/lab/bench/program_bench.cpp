#include "xeforge/lab/bench/program_bench.hpp"

#include "xeforge/lab/bench/timing_report.hpp"
#include "xeforge/lab/terminal/project.hpp"
#include "xeforge/lab/terminal/provenance.hpp"

#include <algorithm>

namespace xeforge::lab {
namespace {

constexpr std::size_t most_samples = 200'000;

Json as_json(const KernelBench& result) {
  const RecordedKernel& kernel = result.kernel;
  const auto total = [](const Extents& extents) { return extents[0] * extents[1] * extents[2]; };
  Json json{{"op", "program"},
            {"case", kernel.name()},
            {"kernel", kernel.kernel},
            {"variant", ""},
            {"target", kernel.device},
            {"dtype", ""},
            {"shape", {{"items", total(kernel.items)}, {"group", kernel.local ? total(*kernel.local) : 0}}},
            {"items", kernel.items},
            {"local", kernel.local ? Json(*kernel.local) : Json(nullptr)},
            {"threads", std::max(kernel.threads, 1)},
            {"processes", result.processes}};
  json.update(as_json(result.timing));
  json.update(Json{{"check", "passed"}, {"failure", ""}});
  return json;
}

} // namespace

std::vector<double> warm_times(const RecordedKernel& kernel) {
  if (kernel.times_ns.size() < 2)
    return kernel.times_ns;
  return {kernel.times_ns.begin() + 1, kernel.times_ns.end()};
}

void ProgramSamples::add(const RecordedLaunches& launches) {
  for (const RecordedKernel& kernel : launches.kernels) {
    const std::vector<double> times = warm_times(kernel);
    if (times.empty())
      continue;
    auto entry = std::ranges::find_if(all_, [&](const Samples& one) {
      return one.kernel.name() == kernel.name() && one.kernel.device == kernel.device &&
             one.kernel.threads == kernel.threads;
    });
    if (entry == all_.end()) {
      entry = all_.insert(all_.end(), Samples{kernel, 0, {}});
      entry->kernel.times_ns.clear();
    }
    ++entry->processes;
    const std::size_t room = most_samples - std::min(most_samples, entry->times_ns.size());
    entry->times_ns.insert(entry->times_ns.end(), times.begin(),
                           times.begin() + static_cast<std::ptrdiff_t>(std::min(room, times.size())));
  }
}

bool ProgramSamples::are_settled(const MeasureLimits& limits) const {
  return std::ranges::all_of(all_, [&](const Samples& one) {
    return one.times_ns.size() >= static_cast<std::size_t>(limits.least_runs) &&
           summarize(one.times_ns, limits.confidence_width).is_settled;
  });
}

std::vector<KernelBench> ProgramSamples::results(const MeasureLimits& limits) const {
  std::vector<KernelBench> results;
  for (const Samples& one : all_)
    results.push_back({one.kernel, one.processes, summarize(one.times_ns, limits.confidence_width)});
  return results;
}

Json report_of(const Program& program, const std::vector<KernelBench>& results, const MeasureLimits& limits) {
  Json all = Json::array();
  for (const KernelBench& result : results)
    all.push_back(as_json(result));
  const Provenance here = provenance();
  return {{"format", "xeforge-bench-1"},
          {"program", program.path},
          {"arguments", program.arguments},
          {"machine", here.machine},
          {"compiler", "not recorded"},
          {"commit", commit_of_project()},
          {"date", here.date},
          {"confidence_width", limits.confidence_width},
          {"settle_seconds", limits.settle_seconds},
          {"results", std::move(all)}};
}

} // namespace xeforge::lab
