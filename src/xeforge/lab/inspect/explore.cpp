// xeforge explore: the page of explain, kept up to date while the source is edited.
#include "xeforge/base/error.hpp"
#include "xeforge/inspection/explain.hpp"
#include "xeforge/inspection/report_difference.hpp"
#include "xeforge/lab/commands.hpp"
#include "xeforge/lab/inspect/compile_options.hpp"
#include "xeforge/lab/inspect/folder_watch.hpp"
#include "xeforge/lab/inspect/page_server.hpp"
#include "xeforge/lab/report/report_sections.hpp"
#include "xeforge/lab/terminal/options.hpp"
#include "xeforge/lab/terminal/output.hpp"
#include "xeforge/toolchain/tools/repository.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>

namespace xeforge::lab {
namespace {

namespace fs = std::filesystem;

struct ExploreCommand {
  CompileOptions compile;
  std::string kernel;
  std::int64_t port = 0;
};

inspection::Explanation explanation_of(const toolchain::DeviceTools& tools, const toolchain::CompileRequest& request) {
  return inspection::explain(toolchain::compile(tools, request), toolchain::headers_folder());
}

// Of all kernels the one that was asked for; where the source has no such kernel (now), none.
void keep_kernel_if_there(inspection::Explanation& explanation, const std::string& name) {
  if (!name.empty())
    std::erase_if(explanation.kernels,
                  [&](const inspection::KernelExplanation& kernel) { return kernel.name != name; });
}

std::string cycles_text(const inspection::KernelExplanation& kernel) {
  if (kernel.total_cycles)
    return fmt::format("{:.0f} cycles of a thread", *kernel.total_cycles);
  if (kernel.main_loop)
    return fmt::format("{:.0f} cycles of an iteration of the main loop",
                       kernel.loops[*kernel.main_loop].every_iteration.bound_cycles());
  return fmt::format("{:.0f} cycles of the code once through", kernel.mix.bound_cycles());
}

// A sentence for each kernel: what it comes to, and what the last change did to it.
std::vector<std::string> headlines(const std::optional<inspection::Explanation>& before,
                                   const inspection::Explanation& now) {
  std::vector<std::string> lines;
  std::optional<inspection::ReportDifference> difference;
  if (before)
    difference = inspection::compare_reports(*before, now);
  for (const inspection::KernelExplanation& kernel : now.kernels) {
    std::string text = fmt::format("{}: {} instructions, {} of {} registers, {}", kernel.name, kernel.mix.instructions,
                                   kernel.registers_used ? std::to_string(*kernel.registers_used) : "-",
                                   kernel.registers, cycles_text(kernel));
    if (difference)
      for (const inspection::KernelDifference& one : difference->kernels)
        if (one.name == kernel.name && one.verdict != inspection::CodeVerdict::unchanged)
          text += fmt::format("; {}: {}", name_of(one.verdict), one.reason);
    lines.push_back(std::move(text));
  }
  return lines;
}

// What is shown: the last version that compiled, and what there is to say of it.
struct Shown {
  std::optional<inspection::Explanation> last;
  std::vector<std::string> lines;
};

void update(Shown& shown, const toolchain::DeviceTools& tools, const toolchain::CompileRequest& request,
            const std::string& kernel) {
  try {
    inspection::Explanation now = explanation_of(tools, request);
    keep_kernel_if_there(now, kernel);
    shown.lines = headlines(shown.last, now);
    if (now.kernels.empty())
      shown.lines = {kernel.empty() ? "The source has no kernel."
                                    : fmt::format("The source has no kernel {}.", kernel)};
    shown.last = std::move(now);
  } catch (const Error& error) {
    shown.lines = {fmt::format("It does not compile: {}", error.what())};
  }
}

std::string page_of(const Shown& shown, const std::string& source, const std::string& changes) {
  std::vector<IsaReport> reports;
  if (shown.last)
    reports.push_back({source, std::nullopt, inspection::to_json(*shown.last)});
  return live_page(fs::path(source).filename().string(), shown.lines, reports, changes);
}

void explore(const ExploreCommand& options) {
  toolchain::CompileRequest request = compile_request(options.compile); // a wrong device is refused at once
  request.lines = toolchain::SourceLines::kept;
  const toolchain::DeviceTools tools(options.compile.tools);
  std::error_code none;
  if (!fs::is_regular_file(request.source, none))
    throw Error("KERNEL.cpp", fmt::format("'{}', which is no file", options.compile.source), "a C++ source");
  FolderWatch watch(fs::absolute(request.source, none).parent_path());
  PageServer server(static_cast<std::uint16_t>(options.port));
  print("{}\nThe page follows {} and its folder; Ctrl-C ends it.\n", server.address(), options.compile.source);
  std::fflush(stdout);
  for (Shown shown;; watch.wait()) {
    const auto start = std::chrono::steady_clock::now();
    update(shown, tools, request, options.kernel);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    server.show([&](const std::string& changes) { return page_of(shown, options.compile.source, changes); });
    for (const std::string& line : shown.lines)
      print("{}", wrapped(fmt::format("[{:.1f} s] {}", seconds, line), 0));
    std::fflush(stdout);
  }
}

} // namespace

void add_explore_command(Command app) {
  Command command =
      app.add_command("explore", "Show the result of explain in a browser, updated whenever the source is saved");
  auto options = std::make_shared<ExploreCommand>();
  command.add_option("KERNEL.cpp", options->compile.source, "C++ source with ESIMD kernels").required();
  command
      .add_option("--device", options->compile.device,
                  "The GPU: b580, arc140v, bmg, ...; an unknown name lists them all")
      .required();
  command.add_option("--kernel", options->kernel, "Only this kernel").one_value_each();
  add_integer(command, "--port", options->port, {0, 65535}, "port on 127.0.0.1 (any free one if not given)");
  add_compile_options(command, options->compile);
  add_examples(command,
               {"xeforge explore kernel.cpp --device b580", "xeforge explore kernel.cpp --device bmg --grf 256"});
  command.on_run([options] { explore(*options); });
}

} // namespace xeforge::lab
