// xeforge bench PROGRAM.
#include "xeforge/base/error.hpp"
#include "xeforge/files/passing_line.hpp"
#include "xeforge/lab/bench/program_bench.hpp"
#include "xeforge/lab/bench/timing_report.hpp"
#include "xeforge/lab/commands.hpp"
#include "xeforge/lab/terminal/options.hpp"
#include "xeforge/lab/terminal/output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>

namespace xeforge::lab {
namespace {

struct ProgramOptions {
  Program program;
  std::string kernel, json;
  MeasureLimits limits{.settle_seconds = 5};
};

// Emulators and programs that count take other times than the kernel does.
void require_times(const RecordedLaunches& launches) {
  if (launches.counted)
    throw Error("PROGRAM", fmt::format("'{}', which counts what its kernels do", launches.program),
                "a program built without -fxeforge-count, whose times are the kernels' own");
  for (const RecordedKernel& kernel : launches.kernels)
    if (kernel.emulated)
      throw Error("PROGRAM", fmt::format("a launch of {} on {}, which is emulated", kernel.kernel, kernel.device),
                  "launches on the CPU or on a real GPU: an emulator's times mean nothing");
}

void keep_named(RecordedLaunches& launches, const std::string& name) {
  if (name.empty())
    return;
  std::string known;
  for (const RecordedKernel& kernel : launches.kernels)
    if (known.find(kernel.kernel) == known.npos)
      known += (known.empty() ? "" : ", ") + kernel.kernel;
  std::erase_if(launches.kernels, [&](const RecordedKernel& kernel) { return kernel.kernel != name; });
  if (launches.kernels.empty())
    throw Error("--kernel", fmt::format("'{}'", name), "a kernel that the program launches: " + known);
}

// Process after process, until every kernel's median is known well enough or the time is up: times of one process have
// its placement of memory in common.
std::vector<KernelBench> measured(const ProgramOptions& options) {
  using Clock = std::chrono::steady_clock;
  constexpr int least_processes = 3, most_processes = 1000;
  ProgramSamples samples;
  const auto start = Clock::now();
  for (int process = 1; process <= most_processes; ++process) {
    files::show_passing(fmt::format("[run {}] {}", process, options.program.path));
    RecordedLaunches launches = run_recorded("PROGRAM", options.program);
    require_times(launches);
    keep_named(launches, options.kernel);
    samples.add(launches);
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    if (seconds >= options.limits.settle_seconds || (process >= least_processes && samples.are_settled(options.limits)))
      break;
  }
  files::show_passing("");
  std::vector<KernelBench> results = samples.results(options.limits);
  if (results.empty())
    throw Error("PROGRAM", fmt::format("'{}', of which no launch came to its end", options.program.path),
                "a program whose kernels end");
  return results;
}

std::string table_of(const std::vector<KernelBench>& results) {
  Table table({{"kernel"},
               {"items", Align::right},
               {"on"},
               {"threads", Align::right},
               {"launches", Align::right},
               {"runs", Align::right},
               {"median", Align::right},
               {"width", Align::right},
               {"least", Align::right}});
  for (const KernelBench& result : results)
    table.add({result.kernel.kernel, result.kernel.shape_text(), result.kernel.device,
               result.kernel.threads > 0 ? std::to_string(result.kernel.threads) : "-",
               std::to_string(result.timing.runs), std::to_string(result.processes),
               duration_text(result.timing.median_ns), interval_text(result.timing),
               duration_text(result.timing.min_ns)});
  return table.text();
}

void bench_program(const ProgramOptions& options) {
  JsonFile json(options.json);
  const std::vector<KernelBench> results = measured(options);
  if (!json.takes_standard_output()) {
    std::vector<NamedTiming> timings;
    for (const KernelBench& result : results)
      timings.push_back({result.kernel.name(), result.timing});
    const std::string disturbances = disturbances_text(timings, options.limits);
    print("{}\n{}{}",
          wrapped(fmt::format("{}: kernels by the times of their launches, without the first launch of each process; "
                              "items: of the launch / of a group; runs: of the program; width: of the median's 95% "
                              "interval",
                              options.program.path),
                  0),
          table_of(results), disturbances.empty() ? "" : "\n" + disturbances);
  }
  json.write(report_of(options.program, results, options.limits));
}

} // namespace

void add_bench_program(Command bench) {
  Command command =
      bench.add_command("program", "Time the kernels of a program; 'xeforge bench ./PROGRAM' is the same");
  auto options = std::make_shared<ProgramOptions>();
  command.add_option("PROGRAM", options->program.path, "a program built with xeforge-cxx").required();
  command.add_option("ARGUMENT", options->program.arguments, "its arguments; after --, also those that begin with -");
  command.add_option("--kernel", options->kernel, "only this kernel").type_name("NAME").one_value_each();
  add_percent(command, "--confidence-width", options->limits.confidence_width, 0.01, 100,
              "repeat until the 95% interval of each median is this narrow (1% if not given)");
  add_seconds(command, "--seconds", options->limits.settle_seconds, 0.01, 3600,
              "but stop after this time, and say so (5 if not given)");
  add_json(command, options->json);
  add_examples(command, {"xeforge bench ./gemm", "xeforge bench ./gemm --json before.json -- --rows 4096",
                         "xeforge compare before.json after.json"});
  command.on_run([options] { bench_program(*options); });
}

} // namespace xeforge::lab
