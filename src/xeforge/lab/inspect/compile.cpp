#include "xeforge/lab/inspect/compile.hpp"

#include "xeforge/lab/inspect/compile_options.hpp"
#include "xeforge/lab/inspect/isa.hpp"
#include "xeforge/lab/report/report_sections.hpp"
#include "xeforge/lab/terminal/options.hpp"
#include "xeforge/lab/terminal/output.hpp"
#include "xeforge/lab/terminal/output_file.hpp"

#include <fmt/core.h>

#include <memory>
#include <string>
#include <utility>

namespace xeforge::lab {
namespace {

struct CompileCommand {
  CompileOptions compile;
  std::string output, html;
};

void compile(const CompileCommand& options) {
  // The request first: a wrong device should not wait for the tools.
  toolchain::CompileRequest request = compile_request(options.compile);
  OutputFile html("--html", options.html);
  const toolchain::DeviceTools tools(options.compile.tools);
  const toolchain::Compiled compiled = compile_with_progress(tools, std::move(request));
  toolchain::write_compiled(compiled, options.output);
  if (html.is_wanted())
    html.write(machine_code_page("xeforge compile", {options.output, compiled.report(), std::nullopt}));
  if (html.takes_standard_output())
    return;
  print("{}", kernel_table(compiled.report()));
  print("Written to {}: {}, report.json and one .asm per kernel\n", options.output, compiled.info.zebin);
}

} // namespace

void add_compile_command(Command app) {
  Command command = app.add_command("compile", "Compile the ESIMD kernels of a C++ file for an Intel GPU");
  auto options = std::make_shared<CompileCommand>();
  command
      .add_option("KERNEL.cpp", options->compile.source,
                  "C++ source with SYCL_ESIMD_KERNEL lambdas or function objects")
      .required();
  command
      .add_option("--device", options->compile.device,
                  "The GPU: bmg, lnl-m, ptl-h, pvc, ...; an unknown name lists them all")
      .required();
  command.add_option("-o,--output", options->output, "Folder for the .zebin, the .asm files and report.json")
      .required();
  command.add_option("--html", options->html, "write a page with the tables; - for standard output").type_name("FILE");
  add_compile_options(command, options->compile);
  add_examples(command, {"xeforge compile kernel.cpp --device bmg -o out",
                         "xeforge compile kernel.cpp --device ptl-h --grf 256 -D K=16 -o out"});
  command.on_run([options] { compile(*options); });
}

} // namespace xeforge::lab
