#include "xeforge/lab/inspect/explain.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/inspection/explain.hpp"
#include "xeforge/lab/inspect/compile_options.hpp"
#include "xeforge/lab/inspect/executed_blocks.hpp"
#include "xeforge/lab/report/report_sections.hpp"
#include "xeforge/lab/terminal/json_file.hpp"
#include "xeforge/lab/terminal/options.hpp"
#include "xeforge/lab/terminal/output.hpp"
#include "xeforge/lab/terminal/output_file.hpp"
#include "xeforge/lab/terminal/project.hpp"
#include "xeforge/lab/terminal/provenance.hpp"
#include "xeforge/toolchain/tools/files.hpp"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

namespace xeforge::lab {
namespace {

namespace fs = std::filesystem;

struct ExplainCommand {
  CompileOptions compile; // its source: whatever is to be explained
  std::string kernel, json, html, counts;
  std::int64_t rows = 12;
};

// Of a compiled file alone: no lines, no figures of the compiler.
toolchain::Compiled inspected(const ExplainCommand& options, const fs::path& zebin) {
  return inspect_with_progress(toolchain::DeviceTools(options.compile.tools), zebin.string(),
                               toolchain::read_bytes(zebin));
}

// What compile wrote down about kernels, which the compiled file does not tell.
toolchain::Compiled of_folder(const ExplainCommand& options, const fs::path& folder) {
  const fs::path file = folder / "report.json";
  std::error_code problem;
  if (!fs::exists(file, problem))
    throw Error(folder.string(), "a folder without report.json", "a file or folder made by 'xeforge compile'");
  toolchain::CompileReport report = toolchain::parse_report(file.string(), toolchain::read_text(file));
  const auto is_above = [](const fs::path& part) { return part == ".."; };
  if (const fs::path zebin = report.zebin; zebin.empty() || zebin.is_absolute() || std::ranges::any_of(zebin, is_above))
    throw Error(file.string(), fmt::format("the compiled file '{}'", report.zebin), "a file in the same folder");
  toolchain::Compiled compiled = inspected(options, folder / report.zebin);
  for (toolchain::CompiledKernel& kernel : compiled.kernels) {
    const auto known = std::ranges::find(report.kernels, kernel.name(), &toolchain::KernelReport::name);
    if (known == report.kernels.end() || known->counts.instructions != kernel.report.counts.instructions)
      throw Error(file.string(), fmt::format("another kernel {} than in {}", kernel.name(), report.zebin),
                  "the report of that file");
    if (std::ranges::count(report.kernels, kernel.name(), &toolchain::KernelReport::name) > 1)
      throw Error(file.string(), "one kernel twice", "each kernel once");
    kernel.report = *known;
  }
  compiled.info = report;
  return compiled;
}

toolchain::Compiled of_source(const ExplainCommand& options) {
  if (options.compile.device.empty())
    throw Error("--device", "nothing", fmt::format("the GPU that {} is to be compiled for", options.compile.source));
  toolchain::CompileRequest request = compile_request(options.compile);
  request.lines = toolchain::SourceLines::kept;
  return compile_with_progress(toolchain::DeviceTools(options.compile.tools), std::move(request));
}

inspection::Explanation explanation_of(const ExplainCommand& options) {
  const fs::path target = options.compile.source;
  std::error_code problem;
  if (!fs::exists(target, problem))
    throw Error(options.compile.source, "no such file or folder",
                "a C++ source, an output folder of 'xeforge compile', a .zebin, or a .json written by explain");
  const bool is_folder = fs::is_directory(target, problem), is_report = !is_folder && target.extension() == ".json";
  if (is_folder || is_report || target.extension() == ".zebin")
    refuse_given(options.compile.of_sources, "beside what was compiled already",
                 "it beside a source, which is compiled");
  if (is_report) {
    refuse_given(options.compile.of_code, "beside JSON of explain", "it beside a source or compiled code");
    return inspection::parse_explanation(options.compile.source, toolchain::read_text(target));
  }
  const toolchain::Compiled compiled = is_folder                        ? of_folder(options, target)
                                       : target.extension() == ".zebin" ? inspected(options, target)
                                                                        : of_source(options);
  inspection::Explanation explanation = inspection::explain(compiled, toolchain::headers_folder());
  explanation.date = provenance().date;
  explanation.commit = commit_of_project();
  return explanation;
}

void keep_kernel(inspection::Explanation& explanation, const std::string& name) {
  std::string names;
  for (const inspection::KernelExplanation& kernel : explanation.kernels)
    names += (names.empty() ? "" : ", ") + kernel.name;
  std::erase_if(explanation.kernels, [&](const inspection::KernelExplanation& kernel) { return kernel.name != name; });
  if (explanation.kernels.empty())
    throw Error("--kernel", fmt::format("'{}'", name), "one of " + names);
}

void explain(const ExplainCommand& options) {
  JsonFile json(options.json);
  OutputFile html("--html", options.html);
  inspection::Explanation explanation = explanation_of(options);
  if (!options.kernel.empty())
    keep_kernel(explanation, options.kernel);
  std::optional<ExecutedKernel> executed;
  if (!options.counts.empty())
    executed = executed_blocks(options.counts, explanation);
  if (!json.takes_standard_output() && !html.takes_standard_output()) {
    print("{}", explanation_text(explanation, static_cast<std::size_t>(options.rows)));
    if (executed)
      print("{}", executed_text(*executed, static_cast<std::size_t>(options.rows)));
  }
  Json document = inspection::to_json(explanation);
  if (html.is_wanted())
    html.write(machine_code_page("xeforge explain", {options.compile.source, std::nullopt, document}));
  if (executed)
    document["executed"] = to_json(*executed);
  json.write(document);
}

} // namespace

void add_explain_command(Command app) {
  Command command =
      app.add_command("explain", "Show the instructions of kernels by source line, block and loop, and what is costly");
  auto options = std::make_shared<ExplainCommand>();
  command
      .add_option("KERNEL.cpp-or-DIR", options->compile.source,
                  "C++ source, which is compiled; or an output folder of compile, a .zebin, or JSON of explain")
      .required();
  add_device_of_source(command, options->compile);
  command.add_option("--kernel", options->kernel, "Only this kernel");
  add_integer(command, "--rows", options->rows, {1, 100000},
              "Number of lines and blocks to show for each kernel; JSON has all");
  command.add_option(
      "--counts", options->counts,
      "File from 'xeforge emulate --json FILE' for one of the kernels: shows how often each block was executed");
  add_json(command, options->json);
  command.add_option("--html", options->html, "write a page with the findings and lines; - for standard output")
      .type_name("FILE");
  add_compile_options(command, options->compile);
  add_examples(command, {"xeforge explain kernel.cpp --device bmg",
                         "xeforge explain kernel.cpp --device bmg --grf 256 --kernel Gemm --json after.json",
                         "xeforge explain out"});
  command.on_run([options] { explain(*options); });
}

} // namespace xeforge::lab
