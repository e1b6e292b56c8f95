#include "xeforge/lab/compile.hpp"

#include "xeforge/lab/compile_options.hpp"
#include "xeforge/lab/isa.hpp"
#include "xeforge/lab/options.hpp"
#include "xeforge/lab/output.hpp"

#include <fmt/core.h>

#include <memory>
#include <string>

namespace xeforge::lab {
namespace {

struct CompileCommand {
  CompileOptions compile;
  std::string output;
};

void compile(const CompileCommand& options) {
  // The request first: a wrong device should not wait for the tools.
  const toolchain::CompileRequest request = compile_request(options.compile);
  const toolchain::DeviceTools tools(options.compile.tools);
  const toolchain::Compiled compiled = toolchain::compile(tools, request);
  toolchain::write_compiled(compiled, options.output);
  print("{}", kernel_table(compiled.report));
  print("Written to {}: {}, report.json and one .asm per kernel\n", options.output, compiled.report.zebin);
}

} // namespace

void add_compile_command(CLI::App& app) {
  CLI::App& command = *app.add_subcommand("compile", "Compile the ESIMD kernels of a C++ file for an Intel GPU");
  auto options = std::make_shared<CompileCommand>();
  command
      .add_option("KERNEL.cpp", options->compile.source,
                  "C++ source with SYCL_ESIMD_KERNEL lambdas or function objects")
      ->required();
  command
      .add_option("--device", options->compile.device,
                  "The GPU: bmg, lnl-m, ptl-h, pvc, ...; any other word lists them all")
      ->required();
  command.add_option("-o,--output", options->output, "Folder for the .zebin, the .asm files and report.json")
      ->required();
  add_compile_options(command, options->compile);
  add_examples(command, {"xeforge compile kernel.cpp --device bmg -o out",
                         "xeforge compile kernel.cpp --device ptl-h --grf 256 -D K=16 -o out"});
  command.callback([options] { compile(*options); });
}

} // namespace xeforge::lab
