// xeforge profile: what VTune or unitrace measured on hardware, beside the static figures of the same kernels.
#include "xeforge/files/json.hpp"
#include "xeforge/lab/commands.hpp"
#include "xeforge/lab/inspect/profiled_kernels.hpp"
#include "xeforge/lab/terminal/json_file.hpp"
#include "xeforge/lab/terminal/options.hpp"
#include "xeforge/lab/terminal/output.hpp"

#include <fmt/format.h>

#include <memory>

namespace xeforge::lab {
namespace {

struct ProfileOptions {
  std::string file, json;
  std::vector<std::string> isa;
};

std::string digits(const std::optional<double>& value, int after_point) {
  return value ? fmt::format("{:.{}f}", *value, after_point) : "-";
}

std::string time_or_dash(const std::optional<double>& nanoseconds) {
  return nanoseconds ? duration_text(*nanoseconds) : "-";
}

std::string measured_table(const profiles::Profile& profile) {
  Table table({{"kernel"},
               {"calls", Align::right},
               {"average", Align::right},
               {"total", Align::right},
               {"% time", Align::right},
               {"active %", Align::right},
               {"stalled %", Align::right},
               {"threads %", Align::right},
               {"read GB/s", Align::right}});
  for (const profiles::ProfiledKernel& kernel : profile.kernels)
    table.add({kernel.name, digits(kernel.calls, 0), time_or_dash(kernel.average_ns), time_or_dash(kernel.total_ns),
               digits(percent_of_total(profile, kernel), 1), digits(percent_active(kernel), 1),
               digits(percent_stalled(kernel), 1), digits(percent_occupied(kernel), 1), digits(read_gbps(kernel), 1)});
  return table.text();
}

std::string static_table(const profiles::Profile& profile, const std::vector<toolchain::CompileReport>& reports) {
  Table table({{"kernel"},
               {"compiled for"},
               {"average", Align::right},
               {"matrix %", Align::right},
               {"instr", Align::right},
               {"dpas", Align::right},
               {"sends", Align::right},
               {"mov", Align::right},
               {"GRF", Align::right},
               {"spilled B", Align::right}});
  bool is_empty = true;
  for (const profiles::ProfiledKernel& kernel : profile.kernels) {
    const auto compiled = compiled_kernel(reports, kernel.name);
    if (!compiled)
      continue;
    is_empty = false;
    const toolchain::InstructionCounts& counts = compiled->kernel->counts;
    table.add({compiled->kernel->name, compiled->report->device, time_or_dash(kernel.average_ns),
               digits(percent_of_matrix(kernel), 1), std::to_string(counts.instructions), std::to_string(counts.dpas),
               std::to_string(counts.sends), std::to_string(counts.moves), std::to_string(compiled->kernel->registers),
               std::to_string(compiled->kernel->spilled_bytes)});
  }
  return is_empty ? "No kernel in the profile has the same name as one in the compiled folders.\n" : table.text();
}

Json static_json(const std::optional<CompiledKernel>& compiled) {
  if (!compiled)
    return nullptr;
  const toolchain::KernelReport& kernel = *compiled->kernel;
  return {{"source", compiled->report->source},
          {"device", compiled->report->device},
          {"name", kernel.name},
          {"source_name", kernel.source_name},
          {"instructions", kernel.counts.instructions},
          {"dpas", kernel.counts.dpas},
          {"sends", kernel.counts.sends},
          {"mov", kernel.counts.moves},
          {"math", kernel.counts.math},
          {"sync", kernel.counts.sync},
          {"grf", kernel.registers},
          {"spilled_bytes", kernel.spilled_bytes},
          {"estimated_cycles", kernel.cycles ? Json(*kernel.cycles) : Json(nullptr)}};
}

Json as_json(const std::string& file, const profiles::Profile& profile,
             const std::vector<toolchain::CompileReport>& reports) {
  Json kernels = Json::array();
  for (const profiles::ProfiledKernel& kernel : profile.kernels) {
    Json metrics = Json::object();
    for (const profiles::Metric& metric : kernel.metrics)
      metrics[metric.name] = metric.value;
    kernels.push_back({{"name", kernel.name},
                       {"shape", kernel.shape},
                       {"calls", files::number_or_null<Json>(kernel.calls)},
                       {"total_ns", files::number_or_null<Json>(kernel.total_ns)},
                       {"average_ns", files::number_or_null<Json>(kernel.average_ns)},
                       {"min_ns", files::number_or_null<Json>(kernel.least_ns)},
                       {"max_ns", files::number_or_null<Json>(kernel.most_ns)},
                       {"percent_of_total", files::number_or_null<Json>(percent_of_total(profile, kernel))},
                       {"percent_active", files::number_or_null<Json>(percent_active(kernel))},
                       {"percent_stalled", files::number_or_null<Json>(percent_stalled(kernel))},
                       {"percent_occupied", files::number_or_null<Json>(percent_occupied(kernel))},
                       {"percent_of_matrix", files::number_or_null<Json>(percent_of_matrix(kernel))},
                       {"read_gbps", files::number_or_null<Json>(read_gbps(kernel))},
                       {"spilled_bytes", files::number_or_null<Json>(spilled_bytes(kernel))},
                       {"metrics", metrics},
                       {"static", static_json(compiled_kernel(reports, kernel.name))}});
  }
  return {{"format", "xeforge-profile-1"},
          {"file", file},
          {"profiler", profiles::name_of(profile.profiler)},
          {"kernels", kernels}};
}

void profile(const ProfileOptions& options) {
  JsonFile json(options.json);
  const profiles::Profile profile = read_profile("FILE", options.file);
  std::vector<toolchain::CompileReport> reports;
  for (const std::string& folder : options.isa)
    reports.push_back(read_compile_report("--isa", folder));
  if (!json.takes_standard_output()) {
    const std::string title = fmt::format("{}, measured by {}. active, stalled: of the time of the vector engines; "
                                          "threads: of the slots for hardware threads",
                                          options.file, profiles::name_of(profile.profiler));
    print("{}\n{}", wrapped(title, 0), measured_table(profile));
    if (!reports.empty())
      print("\nThe same kernels as they were compiled; counts are of the whole machine code, not of a run\n\n{}",
            static_table(profile, reports));
  }
  json.write(as_json(options.file, profile, reports));
}

} // namespace

void add_profile_command(Command app) {
  Command command = app.add_command(
      "profile", "Show measurements of VTune or unitrace beside the static figures of the same kernels");
  auto options = std::make_shared<ProfileOptions>();
  command
      .add_option("FILE", options->file,
                  "Output of VTune (-report hotspots -group-by computing-task -format csv) or unitrace (-d, -q)")
      .required();
  command.add_option("--isa", options->isa, "Output folder of compile, with the same kernels; may be repeated")
      .type_name("DIR")
      .one_value_each();
  add_json(command, options->json);
  add_examples(command, {"xeforge profile hotspots.csv", "xeforge profile attention.unitrace --isa out --json -"});
  command.on_run([options] { profile(*options); });
}

} // namespace xeforge::lab
