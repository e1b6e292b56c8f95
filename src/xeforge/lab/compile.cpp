#include "xeforge/lab/compile.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/lab/isa.hpp"
#include "xeforge/lab/options.hpp"
#include "xeforge/toolchain/compilation.hpp"
#include "xeforge/toolchain/repository.hpp"

#include <fmt/core.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace xeforge::lab {
namespace {

namespace fs = std::filesystem;

struct CompileOptions {
  std::string source, device, output, tools = toolchain::default_tools_folder().string(), keep;
  std::string registers = "128";
  std::vector<std::string> include_folders, definitions;
};

const machine::DeviceModel& device_named(const std::string& name) {
  try {
    return machine::device_model(name);
  } catch (const Error& error) {
    throw Error("--device", error.got(), error.expected());
  }
}

void compile(const CompileOptions& options) {
  // The device first: a wrong name should not wait for the tools.
  const machine::DeviceModel& device = device_named(options.device);
  const toolchain::DeviceTools tools(options.tools);
  toolchain::CompileRequest request{.source = options.source,
                                    .device = device,
                                    .registers = options.registers == "256" ? toolchain::RegisterFile::large
                                                                            : toolchain::RegisterFile::normal,
                                    .headers = toolchain::headers_folder(),
                                    .include_folders = {options.include_folders.begin(), options.include_folders.end()},
                                    .definitions = options.definitions};
  if (!options.keep.empty())
    request.keep = options.keep;
  const toolchain::Compiled compiled = toolchain::compile(tools, request);
  toolchain::write_compiled(compiled, options.output);
  fmt::print("{}", kernel_table(compiled.report));
  fmt::print("Written to {}: {}, report.json and one .asm per kernel\n", options.output, compiled.report.zebin);
}

} // namespace

void add_compile_command(CLI::App& app) {
  CLI::App& command = *app.add_subcommand("compile", "Compile the ESIMD kernels of a C++ file for an Intel GPU");
  auto options = std::make_shared<CompileOptions>();
  command.add_option("KERNEL.cpp", options->source, "C++ source with SYCL_ESIMD_KERNEL lambdas or function objects")
      ->required();
  command
      .add_option("--device", options->device, "The GPU: bmg, lnl-m, ptl-h, pvc, ...; any other word lists them all")
      ->required();
  add_choice(command, "--grf", options->registers, {"128", "256"},
             "Registers per hardware thread; 256 halves the resident threads");
  command.add_option("-o,--output", options->output, "Folder for the .zebin, the .asm files and report.json")
      ->required();
  command.add_option("-I", options->include_folders, "Further folders with headers")->allow_extra_args(false);
  command.add_option("-D", options->definitions, "Macros, NAME or NAME=VALUE")->allow_extra_args(false);
  command.add_option("--save-temps", options->keep, "Folder to leave every intermediate file in");
  command.add_option("--tools", options->tools, "Folder of the device tools");
  add_examples(command, {"xeforge compile kernel.cpp --device bmg -o out",
                         "xeforge compile kernel.cpp --device ptl-h --grf 256 -D K=16 -o out"});
  command.callback([options] { compile(*options); });
}

} // namespace xeforge::lab
