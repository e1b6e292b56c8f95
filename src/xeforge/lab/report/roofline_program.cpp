// xeforge roofline PROGRAM: what bounds the kernels of anybody's program, from what it counted itself.
#include "xeforge/base/error.hpp"
#include "xeforge/lab/bench/host_ceilings.hpp"
#include "xeforge/lab/bench/recorded_launches.hpp"
#include "xeforge/lab/commands.hpp"
#include "xeforge/lab/report/roofline_command.hpp"
#include "xeforge/lab/terminal/input_json.hpp"
#include "xeforge/lab/terminal/options.hpp"
#include "xeforge/lab/terminal/output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>

namespace xeforge::lab {
namespace {

struct ProgramRoofline {
  Program program{.path = {}, .arguments = {}, .flags = "-O2 -fxeforge-count"};
  std::string kernel, bench;
  RooflineOutputs outputs;
  std::vector<Option> of_host; // --bench
};

// ---- work -----------------------------------------------------------------------------------------------------------
RecordedLaunches launches_of(const ProgramRoofline& options) {
  const std::string& path = options.program.path;
  const bool is_counts = !is_program(path);
  if (is_counts && !options.program.arguments.empty())
    throw Error("ARGUMENT", fmt::format("'{}'", options.program.arguments.front()), "none behind a file of counts");
  RecordedLaunches launches =
      is_counts ? parse_launches("PROGRAM", path, read_input("PROGRAM", path, "a program, or the counts of one"))
                : run_recorded("PROGRAM", options.program);
  if (!launches.counted)
    throw Error("PROGRAM", fmt::format("'{}', which does not count what its kernels do", path),
                "a program built with xeforge-cxx -fxeforge-count, or the file that it wrote");
  return launches;
}

// One launch of the kernel; nothing where it did nothing that is counted.
std::optional<RooflineCase> case_of(const RecordedKernel& kernel) {
  const auto ran = static_cast<double>(kernel.launches - kernel.failed);
  if (!kernel.counters || ran <= 0)
    return std::nullopt;
  const machine::Counters& counters = *kernel.counters;
  // Messages without addresses that were seen (raw sends) leave no lines behind.
  const std::uint64_t touched = kernel.footprint.loaded_bytes + kernel.footprint.stored_bytes;
  const double bytes = touched > 0 ? static_cast<double>(touched) : static_cast<double>(counters.moved_bytes()) / ran;
  if (bytes <= 0)
    return std::nullopt;
  const bool has_products = counters.dpas_flops > counters.arithmetic_flops;
  RooflineCase result{kernel.kernel,
                      kernel.shape_text(),
                      has_products ? DType::bf16 : DType::f32,
                      has_products ? ops::Arithmetic::matrix_16bit : ops::Arithmetic::f32,
                      {static_cast<double>(counters.flops()) / ran, static_cast<std::int64_t>(bytes)},
                      {}};
  machine::Counters once = counters;
  machine::divide(once, ran);
  result.counted = CountedWork{"", once, kernel.device};
  return result;
}

// ---- times ----------------------------------------------------------------------------------------------------------
struct MeasuredKernel {
  double seconds = 0;
  int threads = 1;
};

// By name and shape, of the CPU.
std::map<std::string, MeasuredKernel> times_in(const std::string& file) {
  constexpr const char* expected = "what 'xeforge bench ./PROGRAM --json FILE' wrote";
  const Json json = read_json("--bench", file, expected);
  std::map<std::string, MeasuredKernel> times;
  for (const Json& result : list_in(json, "results"))
    if (text_in(result, "op") == "program" && text_in(result, "target") == "cpu")
      if (const auto name = text_in(result, "case"); name && number_in(result, "median_ns").value_or(0) > 0)
        times[*name] = {*number_in(result, "median_ns") * 1e-9,
                        std::max(1, static_cast<int>(number_in(result, "threads").value_or(1)))};
  if (times.empty())
    throw Error("--bench", fmt::format("'{}', which has no kernel of a program on the CPU", file), expected);
  return times;
}

std::string name_of(const RooflineCase& problem) { return fmt::format("{} {}", problem.name, problem.shape); }

// This machine's ceilings now, with as many threads as the kernel was timed with, and the time that was measured.
RooflineRow host_row(const RooflineReport& report, std::size_t index,
                     const std::map<std::string, MeasuredKernel>& times) {
  const RooflineCase& problem = report.cases[index];
  const auto measured = times.find(name_of(problem));
  const int threads = measured != times.end() ? measured->second.threads : runtime::hardware_threads();
  const Residence residence = residence_of(problem.work.bytes);
  HostCeilings ceilings(threads);
  for (int repeat = 0; repeat < 2; ++repeat)
    ceilings.measure(problem.dtype, problem.work.bytes, residence);
  const DeviceCeilings here = ceilings.of(problem.dtype, problem.work.bytes, residence);
  if (measured != times.end()) {
    CaseTiming timing;
    timing.seconds = measured->second.seconds;
    timing.target = "cpu";
    timing.residence = residence;
    return measured_row(report, index, here, timing);
  }
  RooflineRow row;
  row.problem = index;
  row.ceilings = here;
  row.bound = bound_of(roofline_work(problem.work), here.high);
  row.limited_by = class_of(row.bound, 0);
  row.timing.residence = residence;
  return row;
}

// ---- the report -----------------------------------------------------------------------------------------------------
void add_kernels(RooflineReport& report, const RecordedLaunches& launches, const std::string& only) {
  std::string known;
  for (const RecordedKernel& kernel : launches.kernels) {
    known += (known.empty() ? "" : ", ") + kernel.kernel;
    if (!only.empty() && kernel.kernel != only)
      continue;
    if (auto problem = case_of(kernel))
      report.cases.push_back(*std::move(problem));
    else if (!kernel.counters)
      report.left_out.push_back(
          fmt::format("{} is left out: it ran on {}; counts are those of the CPU.", kernel.name(), kernel.device));
    else
      report.left_out.push_back(fmt::format("{} is left out: it moved nothing by messages of the extension, which "
                                            "alone are counted (not what it does through pointers).",
                                            kernel.name()));
  }
  if (report.cases.empty() && !only.empty() && report.left_out.empty())
    throw Error("--kernel", fmt::format("'{}'", only), "a kernel that was counted: " + known);
  if (report.cases.empty())
    throw Error("PROGRAM", fmt::format("'{}', of whose kernels nothing was counted", launches.program),
                "kernels that use messages of the extension (block_load, gather, load_2d ...)");
}

RooflineReport report_of(const ProgramRoofline& options) {
  RooflineReport report{options.program.path, devices_in_list(options.outputs.devices), {}, {}};
  report.work_is = "counted in a launch: flops of floats, and the cache lines it touches, loaded and stored once each";
  const bool has_host = std::ranges::find(report.devices, host_device) != report.devices.end();
  if (!has_host)
    refuse_given(options.of_host, "without the device host", "host among those of --device, whose times these are");
  std::map<std::string, MeasuredKernel> times;
  if (!options.bench.empty())
    times = times_in(options.bench);
  add_kernels(report, launches_of(options), options.kernel);
  const auto has_time = [&times](const RooflineCase& problem) { return times.contains(name_of(problem)); };
  if (!times.empty() && std::ranges::none_of(report.cases, has_time))
    throw Error("--bench", fmt::format("'{}', which has a time of none of these kernels", options.bench),
                "what 'xeforge bench ./PROGRAM --json FILE' wrote of the same program");
  Progress progress(report.cases.size());
  for (std::size_t index = 0; index < report.cases.size(); ++index) {
    progress.step(report.cases[index].name);
    for (const std::string& device : report.devices)
      report.rows.push_back(device == host_device ? host_row(report, index, times)
                                                  : bound_row(report, index, machine::figures_of(device)));
    if (!times.empty() && !has_time(report.cases[index]))
      report.left_out.push_back(fmt::format("{} has no time in {}.", name_of(report.cases[index]), options.bench));
  }
  progress.end();
  if (times.empty() && has_host)
    report.left_out.emplace_back("No times were given: --bench FILE takes what 'xeforge bench ./PROGRAM --json FILE' "
                                 "wrote of the same program, built without -fxeforge-count.");
  return report;
}

std::string command_line(const ProgramRoofline& options) {
  std::string line = fmt::format("xeforge roofline {} --device {}", options.program.path, options.outputs.devices);
  if (!options.kernel.empty())
    line += " --kernel " + options.kernel;
  return options.bench.empty() ? line : fmt::format("{} --bench {}", line, options.bench);
}

} // namespace

void add_roofline_program(Command roofline) {
  Command command = roofline.add_command("program", "The roofline of a program's kernels; 'xeforge roofline ./PROGRAM' "
                                                    "or 'xeforge roofline COUNTS.json' do the same");
  auto options = std::make_shared<ProgramRoofline>();
  command
      .add_option("PROGRAM", options->program.path,
                  "a program built with xeforge-cxx -fxeforge-count, or the file of counts that it wrote")
      .required();
  command.add_option("ARGUMENT", options->program.arguments, "its arguments; after --, also those that begin with -");
  command.add_option("--kernel", options->kernel, "only this kernel").type_name("NAME").one_value_each();
  options->of_host = {
      command
          .add_option(
              "--bench", options->bench,
              "times of the same program without counters, from 'xeforge bench ./PROGRAM --json FILE'; for host")
          .type_name("FILE")
          .one_value_each()};
  add_roofline_outputs(command, options->outputs);
  add_json(command, options->outputs.json);
  add_examples(command, {"xeforge-cxx -O2 -fxeforge-count gemm.cpp -o gemm-counted",
                         "xeforge roofline ./gemm-counted --device b580,arc140v",
                         "xeforge roofline gemm-counted.counts.json --device b580,host --bench gemm.json"});
  command.on_run([options] {
    RooflineFiles files(options->outputs);
    files.write(report_of(*options), command_line(*options));
  });
}

} // namespace xeforge::lab
