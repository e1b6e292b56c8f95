#include "xeforge/lab/inspect/isa.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/base/printable.hpp"
#include "xeforge/lab/inspect/compile_options.hpp"
#include "xeforge/lab/terminal/json_file.hpp"
#include "xeforge/lab/terminal/options.hpp"
#include "xeforge/lab/terminal/output.hpp"
#include "xeforge/toolchain/compilation.hpp"
#include "xeforge/toolchain/tools/files.hpp"
#include "xeforge/toolchain/tools/repository.hpp"

#include <fmt/core.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace xeforge::lab {
namespace {

namespace fs = std::filesystem;

template <class Number>
std::string text_or_dash(const std::optional<Number>& value) {
  return value ? std::to_string(*value) : "-";
}

std::string registers_text(const toolchain::KernelReport& kernel) {
  return fmt::format("{}/{}", text_or_dash(kernel.registers_used), kernel.registers);
}

std::string title(const toolchain::CompileReport& report) {
  std::string text = report.source.empty() ? "Kernels" : base::one_line(report.source);
  text += report.device.empty() ? fmt::format(" for {}", report.platform)
                                : fmt::format(" for {} ({})", report.device, report.platform);
  if (const auto compiler = report.tools.find("libigc2"); compiler != report.tools.end())
    text += ", compiler " + compiler->second.substr(0, compiler->second.find(' '));
  return text;
}

std::vector<std::string> iteration_row(const std::string& name, const toolchain::LoopCode& loop,
                                       const toolchain::InstructionCounts& iteration) {
  return {name,
          loop.label,
          std::to_string(iteration.dpas),
          std::to_string(iteration.instructions - iteration.dpas),
          iteration.dpas ? fmt::format("{:.2f}", toolchain::others_per_dpas(iteration)) : "-",
          std::to_string(loop.longest_dpas_run),
          std::to_string(iteration.sends),
          std::to_string(iteration.sync),
          std::to_string(loop.counts.instructions - iteration.instructions)};
}

// Of each kernel with loops the one that matters: what every iteration of it does, and where dpas are under a condition,
// what an iteration does for which it holds.
std::string main_loops_table(const toolchain::CompileReport& report) {
  Table table({{"main loop of"},
               {"at"},
               {"dpas", Align::right},
               {"others", Align::right},
               {"others/dpas", Align::right},
               {"longest dpas run", Align::right},
               {"sends", Align::right},
               {"sync", Align::right},
               {"conditional", Align::right}});
  bool is_empty = true;
  for (const toolchain::KernelReport& kernel : report.kernels) {
    const toolchain::LoopCode* loop = toolchain::main_loop(kernel.loops);
    if (!loop)
      continue;
    is_empty = false;
    table.add(iteration_row(kernel.name, *loop, loop->every_iteration));
    if (loop->fullest_iteration.dpas > loop->every_iteration.dpas)
      table.add(iteration_row("  fullest iteration", *loop, loop->fullest_iteration));
  }
  return is_empty ? "" : "\n" + table.text();
}

struct IsaOptions {
  std::string target, json, tools = toolchain::default_tools_folder().string();
  std::vector<Option> of_code; // --tools
};

toolchain::CompileReport read_report(const fs::path& file) {
  return toolchain::parse_report(file.string(), toolchain::read_text(file));
}

// A folder that compile made, its report, or a compiled file, which is disassembled again.
toolchain::CompileReport report_of(const IsaOptions& options) {
  const fs::path target = options.target;
  std::error_code problem;
  if (!fs::exists(target, problem))
    throw Error(options.target, "no such file or folder",
                "an output folder of 'xeforge compile', a report.json or a .zebin");
  const bool is_folder = fs::is_directory(target, problem), is_report = is_folder || target.extension() == ".json";
  if (is_report)
    refuse_given(options.of_code, "beside a report", "it beside a .zebin, which is disassembled");
  if (is_folder) {
    if (!fs::exists(target / "report.json", problem))
      throw Error(options.target, "a folder without report.json", "a file or folder made by 'xeforge compile'");
    return read_report(target / "report.json");
  }
  if (is_report)
    return read_report(target);
  return inspect_with_progress(toolchain::DeviceTools(options.tools), options.target, toolchain::read_bytes(target))
      .report();
}

void isa(const IsaOptions& options) {
  JsonFile json(options.json);
  const toolchain::CompileReport report = report_of(options);
  if (!json.takes_standard_output())
    print("{}", kernel_table(report));
  json.write(toolchain::to_json(report));
}

} // namespace

std::string kernel_table(const toolchain::CompileReport& report) {
  Table table({{"kernel"},
               {"instr", Align::right},
               {"dpas", Align::right},
               {"sends", Align::right},
               {"mov", Align::right},
               {"math", Align::right},
               {"sync", Align::right},
               {"GRF", Align::right},
               {"spilled B", Align::right},
               {"cycles", Align::right}});
  for (const toolchain::KernelReport& kernel : report.kernels) {
    const toolchain::InstructionCounts& counts = kernel.counts;
    table.add({kernel.name, std::to_string(counts.instructions), std::to_string(counts.dpas),
               std::to_string(counts.sends), std::to_string(counts.moves), std::to_string(counts.math),
               std::to_string(counts.sync), registers_text(kernel), std::to_string(kernel.spilled_bytes),
               text_or_dash(kernel.cycles)});
  }
  return fmt::format("{}\n{}{}", title(report), table.text(), main_loops_table(report));
}

void add_isa_command(Command app) {
  Command command =
      app.add_command("isa", "Show statistics of compiled kernels: instructions, sends, registers, spills");
  auto options = std::make_shared<IsaOptions>();
  command
      .add_option("DIR-or-FILE", options->target,
                  "Output folder of compile, its report.json, or a .zebin (which is disassembled)")
      .required();
  add_json(command, options->json);
  options->of_code = {command.add_option("--tools", options->tools, "Folder of the device tools")};
  add_examples(command, {"xeforge isa out", "xeforge isa out/kernel.zebin --json statistics.json"});
  command.on_run([options] { isa(*options); });
}

} // namespace xeforge::lab
