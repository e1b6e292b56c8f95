// xeforge check-run: a checked program with its options, in place of this one. What it prints, how it ends and what
// signals do to it are its own.
#include "xeforge/base/error.hpp"
#include "xeforge/lab/commands.hpp"
#include "xeforge/lab/terminal/device_words.hpp"
#include "xeforge/lab/terminal/options.hpp"
#include "xeforge/machine/check_tools.hpp"
#include "xeforge/toolchain/binary/object_files.hpp"
#include "xeforge/toolchain/tools/process.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <sstream>

#include <unistd.h>

namespace xeforge::lab {
namespace {

namespace fs = std::filesystem;

struct CheckRunOptions {
  std::string tools, device, json, suppressions;
  std::int64_t max_reports = -1;
  std::vector<std::string> program; // with its arguments
};

void check_tool_names(const std::string& list) {
  std::istringstream names(list);
  for (std::string name; std::getline(names, name, ',');)
    if (machine::check_tool(name) == 0)
      throw Error("--tool", fmt::format("'{}'", name), machine::check_tools_text() + ", separated by ','");
}

// What the variable says already stays in front: the last word on a matter counts.
std::string options_text(const CheckRunOptions& options) {
  const char* const before = std::getenv(machine::check_options_variable); // NOLINT(concurrency-mt-unsafe)
  std::string text = before != nullptr ? before : "";
  const auto add = [&text](const std::string& name, const std::string& option, const std::string& value) {
    if (value.empty())
      return;
    if (value.find(':') != value.npos)
      throw Error(option, fmt::format("'{}'", value),
                  "a value without ':', which separates the options of checked programs");
    text += fmt::format("{}{}={}", text.empty() ? "" : ":", name, value);
  };
  add("tools", "--tool", options.tools);
  add("device", "--device", options.device.empty() ? "" : std::string(model_named("--device", options.device).name));
  add("json", "--json", options.json);
  add("max-reports", "--max-reports", options.max_reports < 0 ? "" : std::to_string(options.max_reports));
  add("suppressions", "--suppressions", options.suppressions);
  return text;
}

fs::path program_of(const std::string& word) {
  if (word.find('/') != word.npos)
    return word;
  const fs::path found = toolchain::installed_program(word);
  if (found.empty())
    throw Error("PROGRAM", fmt::format("'{}', which is not on the path", word),
                "a program; one in this folder is ./" + word);
  return found;
}

void check_is_checked(const fs::path& program) {
  if (!fs::is_regular_file(program))
    throw Error("PROGRAM", fmt::format("'{}', which is no file", program.string()), "a program");
  if (::access(program.c_str(), X_OK) != 0)
    throw Error("PROGRAM", fmt::format("'{}', which cannot be run", program.string()), "a program");
  const std::string library = fmt::format("lib{}.so", machine::check_library);
  const auto is_it = [&library](const std::string& name) { return name.starts_with(library); };
  if (!std::ranges::any_of(toolchain::libraries_needed_by(program), is_it))
    throw Error("PROGRAM", fmt::format("'{}', which is not built with -fxeforge-check", program.string()),
                "a program built with it: xeforge-cxx -fsycl -fxeforge-check SOURCES -o PROGRAM");
}

void check_run(const CheckRunOptions& options) {
  if (options.program.empty())
    throw Error("PROGRAM", "nothing", "a program that is built with -fxeforge-check; see xeforge check-run --help");
  check_tool_names(options.tools);
  if (options.json == "-")
    throw Error("--json", "'-'", "a file: standard output is the program's");
  const fs::path program = program_of(options.program.front());
  check_is_checked(program);
  toolchain::become({.program = program,
                     .arguments = {options.program.begin() + 1, options.program.end()},
                     .environment = {{machine::check_options_variable, options_text(options)}}});
}

} // namespace

void add_check_run_command(Command app) {
  Command command =
      app.add_command("check-run", "Run a program built with -fxeforge-check, and report errors in its kernels");
  auto options = std::make_shared<CheckRunOptions>();
  command
      .add_option("--tool", options->tools,
                  "use only these of the tools that the program was built with: " + machine::check_tools_text())
      .type_name("LIST");
  command
      .add_option("--device", options->device,
                  "device that the tool hw checks against (by default the one that the program has code for, else bmg)")
      .type_name("NAME");
  command.add_option("--json", options->json, "write the findings as JSON to this file when the program ends")
      .type_name("FILE");
  add_integer(command, "--max-reports", options->max_reports, {0, 1'000'000},
              "show at most this many findings, and count the others (100)");
  command
      .add_option("--suppressions", options->suppressions,
                  "file with lines kernel:PATTERN, file:PATTERN, rule:PATTERN: matching findings are only counted")
      .type_name("FILE");
  command.take_program(options->program);
  add_examples(command, {"xeforge check-run ./gemm 1024", "xeforge check-run --tool mem,sync --json found.json ./gemm",
                         "xeforge check-run --tool hw --device dg2 ./gemm"});
  command.on_run([options] { check_run(*options); });
}

} // namespace xeforge::lab
