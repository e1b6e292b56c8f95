// xeforge roofline OPERATOR: what bounds each case on a device, and how near this machine comes.
#include "xeforge/lab/bench/host_ceilings.hpp"
#include "xeforge/lab/commands.hpp"
#include "xeforge/lab/report/roofline_command.hpp"
#include "xeforge/lab/report/roofline_report.hpp"
#include "xeforge/lab/terminal/options.hpp"
#include "xeforge/lab/terminal/output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace xeforge::lab {
namespace {

struct RooflineOptions {
  BenchOptions bench; // case, variant, target, threads, json
  RooflineOutputs outputs;
  bool counts = false;
};

using Cases = std::vector<const ops::OperatorCase*>; // in the order of the report's

// Every case on the host, timed between two measurements of its ceilings. The rows come last, when the best ceilings
// are known.
std::vector<RooflineRow> host_rows(const RooflineReport& report, const ops::Operator& op, const Cases& cases,
                                   const BenchOptions& options) {
  HostCeilings ceilings(static_cast<int>(options.threads));
  std::vector<CaseTiming> timings;
  Progress progress(report.cases.size());
  for (std::size_t index = 0; index < cases.size(); ++index) {
    const RooflineCase& problem = report.cases[index];
    progress.step(problem.name);
    const Residence residence = residence_of(problem.work.bytes);
    ceilings.measure(problem.dtype, problem.work.bytes, residence);
    timings.push_back(time_case(op, *cases[index], options));
    ceilings.measure(problem.dtype, problem.work.bytes, residence);
  }
  progress.end();
  std::vector<RooflineRow> rows;
  for (std::size_t index = 0; index < report.cases.size(); ++index) {
    const RooflineCase& problem = report.cases[index];
    rows.push_back(measured_row(report, index, ceilings.of(problem.dtype, problem.work.bytes, timings[index].residence),
                                timings[index]));
  }
  return rows;
}

void count_cases(RooflineReport& report, const Cases& cases, const BenchOptions& options) {
  Progress progress(cases.size());
  for (std::size_t index = 0; index < cases.size(); ++index) {
    progress.step("counting " + report.cases[index].name);
    report.cases[index].counted = count_case(*cases[index], options);
  }
}

// What decides how cases run, where none does.
void refuse_in_vain(const RooflineOptions& options) {
  refuse_given(options.bench.of_times, "without the device host", "host among those of --device, which is measured");
  if (!options.counts)
    refuse_given(options.bench.of_runs, "without the device host and without --count", "one of the two as well");
}

RooflineReport report_of(const ops::Operator& op, const RooflineOptions& options) {
  RooflineReport report{op.name, devices_in_list(options.outputs.devices), {}, {}};
  const bool is_measured = std::ranges::find(report.devices, host_device) != report.devices.end();
  if (!is_measured)
    refuse_in_vain(options);
  const Cases cases = chosen_cases(op, options.bench);
  for (const ops::OperatorCase* problem : cases)
    report.cases.push_back(roofline_case(op, *problem));
  if (options.counts)
    count_cases(report, cases, options.bench);
  std::vector<RooflineRow> measured;
  if (is_measured)
    measured = host_rows(report, op, cases, options.bench);
  for (std::size_t index = 0; index < report.cases.size(); ++index)
    for (const std::string& device : report.devices)
      report.rows.push_back(device == host_device ? measured[index]
                                                  : bound_row(report, index, machine::figures_of(device)));
  return report;
}

// As it could be given again.
std::string command_line(const ops::Operator& op, const RooflineOptions& options) {
  std::string line = fmt::format("xeforge roofline {} --device {}", op.name, options.outputs.devices);
  const auto add = [&](const char* option, const std::string& value) {
    if (!value.empty())
      line += fmt::format(" {} {}", option, value);
  };
  add("--case", options.bench.case_name);
  add("--variant", options.bench.forced.variant);
  add("--target", options.bench.forced.target);
  return options.counts ? line + " --count" : line;
}

void roofline(const ops::Operator& op, const RooflineOptions& options) {
  RooflineOutputs outputs = options.outputs;
  outputs.json = options.bench.json;
  RooflineFiles files(outputs);
  files.write(report_of(op, options), command_line(op, options));
}

void add_roofline_of(Command parent, const ops::Operator& op) {
  Command command = parent.add_command(op.name, "The roofline of the cases of " + op.name);
  auto options = std::make_shared<RooflineOptions>();
  add_roofline_outputs(command, options->outputs);
  add_bench_options(command, op, options->bench);
  command.add_flag("--count", options->counts,
                   "also run each case with counting kernels, and show the counts beside the work");
  add_examples(command, {fmt::format("xeforge roofline {}", op.name),
                         fmt::format("xeforge roofline {} --case {} --count", op.name, op.quick_cases.front()),
                         fmt::format("xeforge roofline {} --device b580,host --case {} --html roofline.html", op.name,
                                     op.typical_cases.front())});
  command.on_run([&op, options] { roofline(op, *options); });
}

} // namespace

void add_roofline_command(Command app) {
  Command command = app.add_command("roofline", "Show what bounds the kernels of a program, or an operator's cases, on "
                                                "a device, and how close this machine comes to its bound");
  command.require_command();
  add_examples(command, {"xeforge roofline ./gemm --device b580,lnl --bench gemm.json",
                         "xeforge roofline attention --device bmg,b580,lnl,ptl,host",
                         "xeforge roofline softmax-topk --device host --case seed"});
  for (const ops::Operator& op : ops::operators())
    add_roofline_of(command, op);
  add_roofline_program(command);
}

} // namespace xeforge::lab
