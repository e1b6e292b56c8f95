// xeforge bench OPERATOR: how fast, and how near to what the machine, or a card, allows.
#include "xeforge/base/error.hpp"
#include "xeforge/lab/bench/device_bench.hpp"
#include "xeforge/lab/bench/operator_bench.hpp"
#include "xeforge/lab/bench/timing_report.hpp"
#include "xeforge/lab/commands.hpp"
#include "xeforge/lab/terminal/options.hpp"
#include "xeforge/lab/terminal/output.hpp"
#include "xeforge/ops/ceilings/ceilings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace xeforge::lab {
namespace {

struct Options {
  BenchOptions bench;
  DeviceOptions on;
  bool compile_only = false;
};

// That data stays in the cache matters to bandwidth alone.
std::string remark_on(const CaseBench& result) {
  if (!result.check.passed)
    return "FAILED: " + result.check.failure;
  if (result.is_implausible())
    return "above the roof: measurement problem";
  return result.residence == Residence::cache && !result.is_bound_by_arithmetic() ? "in cache" : "";
}

std::string table_of(const ops::Operator& op, const std::vector<CaseBench>& results) {
  std::vector<Column> columns{{"case"},
                              {"variant"},
                              {"shape", Align::right},
                              {"median", Align::right},
                              {"width", Align::right},
                              {"rate", Align::right},
                              {"roof", Align::right},
                              {"of", Align::left},
                              {"%", Align::right}};
  const bool has_remarks = std::ranges::any_of(results, [](const CaseBench& one) { return !remark_on(one).empty(); });
  if (has_remarks) // otherwise the names need the room
    columns.push_back({"remark"});
  Table table(columns);
  for (const CaseBench& result : results) {
    std::vector<std::string> cells{result.facts.name,
                                   result.plan.variant,
                                   op.shape_text(result.facts.extents),
                                   duration_text(result.timing.median_ns),
                                   interval_text(result.timing),
                                   fmt::format("{:.1f}", result.rate()),
                                   fmt::format("{:.1f}", result.roof),
                                   result.roof_name,
                                   fmt::format("{:.0f}", result.percent_of_roof())};
    if (has_remarks)
      cells.push_back(remark_on(result));
    table.add(std::move(cells));
  }
  return table.text();
}

// While the others are still measured.
std::string result_line(const CaseBench& result) {
  return result.check.passed ? fmt::format("{}: {}, width {}", result.facts.name,
                                           duration_text(result.timing.median_ns), interval_text(result.timing))
                             : fmt::format("{}: FAILED", result.facts.name);
}

std::string heading_of(const ops::Operator& op, const BenchOptions& options) {
  return wrapped(fmt::format("{}, {}; shape: {}; width: of the median's 95% interval; rate: {}, in the median "
                             "time; roof: measured before and after each case; %: of the roof",
                             op.name, counted(options.threads, "thread"), op.shape_legend, op.rate_legend),
                 0);
}

// An empty line and paragraphs, or nothing.
std::string disturbances_in(const std::vector<CaseBench>& results, const MeasureLimits& limits) {
  std::vector<NamedTiming> timings;
  for (const CaseBench& result : results)
    timings.push_back({result.facts.name, result.timing});
  const std::string text = disturbances_text(timings, limits);
  return text.empty() ? "" : "\n" + text;
}

void require_passed(const std::vector<CaseBench>& results) {
  if (!std::ranges::all_of(results, [](const CaseBench& result) { return result.check.passed; }))
    throw CheckFailed{};
}

void bench_on_cpu(const ops::Operator& op, const BenchOptions& options) {
  JsonFile json(options.json);
  const auto cases = chosen_cases(op, options);
  Roofs roofs;
  std::vector<CaseBench> results;
  Progress progress(cases.size());
  for (const ops::OperatorCase* problem : cases) {
    progress.step(problem->facts().name);
    results.push_back(bench(op, *problem, choice_of(options), roofs));
    progress.result(result_line(results.back()));
  }
  progress.end();
  if (!json.takes_standard_output())
    print("{}\n{}{}", heading_of(op, options), table_of(op, results), disturbances_in(results, options.limits));
  json.write(report_of(results, options.limits));
  require_passed(results);
}

// ---- on a device ----------------------------------------------------------------------------------------------------
std::string heading_of(const ops::Operator& op, TimedDevice& device, const DeviceRoof& roof) {
  return wrapped(fmt::format("{} on {}, clocks {} and {} MHz; shape: {}; median: of a call by the device's events, "
                             "behind a copy that empties its cache; width: of the median's 95% interval; rate: {}; "
                             "roof: measured before and after all cases; %: of the roof",
                             op.name, title_of(device), roof.clocks.core, roof.clocks.memory, op.shape_legend,
                             op.rate_legend),
                 0);
}

// Runs what timing runs where nothing runs: what is left is the device code that it wants.
void compile_for_bench(const ops::Operator& op, const Options& options) {
  if (options.on.code.empty())
    throw Error("--compile-only", "no --device-code", "the folder that keeps what is compiled");
  refuse_given(options.bench.of_times, "beside --compile-only", "a run that measures");
  if (!options.bench.json.empty())
    throw Error("--json", fmt::format("'{}' beside --compile-only", options.bench.json), "a run that measures");
  std::vector<devices::KernelHeader> kernels = op.device_kernels;
  const auto ceilings = ops::ceilings::device_kernels();
  kernels.insert(kernels.end(), ceilings.begin(), ceilings.end());
  DeviceSession session(options.on, kernels, DeviceSession::Where::nowhere);
  OpenedDevice& device = session.devices().front();
  const ops::Forced forced = forced_on(device, op, options.bench.forced);
  const auto cases = chosen_on_device(op, options.bench.case_name, forced);
  launch_for_code(device.queue);
  Progress progress(cases.size());
  for (const ops::OperatorCase* problem : cases) {
    progress.step(problem->facts().name);
    problem->prepare()->check(device.queue, forced);
  }
  progress.end();
  print("{}, cases that are timed: {}\n", op.name, session.code_text());
  for (const std::string& failure : session.maker().failures())
    print("{} {}\n", coloured("failed:", Mood::bad), failure);
  if (!session.maker().failures().empty())
    throw CheckFailed{};
}

void bench_on_device(const ops::Operator& op, const Options& options) {
  JsonFile json(options.bench.json);
  TimedDevice device(options.on, op.device_kernels);
  const ops::Forced forced = forced_on(device.opened(), op, options.bench.forced);
  const auto cases = chosen_on_device(op, options.bench.case_name, forced);
  const DeviceLimits limits{.seconds = options.bench.limits.settle_seconds,
                            .confidence_width = options.bench.limits.confidence_width};
  DeviceRoof roof = measure_roof(device);
  std::vector<CaseBench> results;
  Progress progress(cases.size());
  for (const ops::OperatorCase* problem : cases) {
    progress.step(problem->facts().name);
    results.push_back(bench_on_device(op, *problem, forced, device, limits));
    progress.result(result_line(results.back()));
  }
  progress.end();
  roof.take_better(measure_roof(device));
  for (CaseBench& result : results)
    set_roof(result, roof);
  if (!json.takes_standard_output())
    print("{}\n{}{}", heading_of(op, device, roof), table_of(op, results),
          disturbances_in(results, options.bench.limits));
  json.write(report_of(results, device, roof, limits));
  require_passed(results);
}

void bench_operator(const ops::Operator& op, const Options& options) {
  check_use(options.on);
  if (options.compile_only)
    return compile_for_bench(op, options);
  options.on.is_cpu() ? bench_on_cpu(op, options.bench) : bench_on_device(op, options);
}

void add_bench_of(Command bench, const ops::Operator& op) {
  Command command = bench.add_command(op.name, "Time the cases of " + op.name);
  auto options = std::make_shared<Options>();
  add_bench_options(command, op, options->bench);
  add_devices(command, options->on, HowMany::one);
  options->on.of_cpu = options->bench.of_cpu;
  command.add_flag("--compile-only", options->compile_only,
                   "only compile for --device into --device-code, for use on a machine without the device tools");
  add_examples(command,
               {"xeforge bench " + op.name,
                fmt::format("xeforge bench {} --case {} --threads 1 --json -", op.name, op.typical_cases.front()),
                fmt::format("xeforge bench {} --device cuda", op.name)});
  command.on_run([&op, options] { bench_operator(op, *options); });
}

} // namespace

void add_bench_command(Command app) {
  Command command = app.add_command("bench", "Time the kernels of a program, an operator relative to this machine's "
                                             "ceilings, or the extension against plain loops");
  command.require_command();
  add_examples(command, {"xeforge bench ./gemm --json gemm.json", "xeforge bench softmax-topk",
                         "xeforge bench attention --case sdpa-bf16"});
  for (const ops::Operator& op : ops::operators())
    add_bench_of(command, op);
  add_bench_extension(command);
  add_bench_program(command);
}

} // namespace xeforge::lab
