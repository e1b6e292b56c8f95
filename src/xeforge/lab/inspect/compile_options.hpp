// What the commands have in common that compile a C++ file for a GPU.
#pragma once

#include "xeforge/toolchain/compilation.hpp"
#include "xeforge/toolchain/tools/repository.hpp"

#include "xeforge/lab/terminal/command_line.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace xeforge::lab {

struct CompileOptions {
  std::string source, device, tools = toolchain::default_tools_folder().string(), keep;
  std::string registers = "128";
  std::int64_t local_memory = 0; // bytes
  std::vector<std::string> include_folders, definitions;
  std::vector<Option> of_sources, of_code; // which mean something for a source, and for compiled code (--tools)
};

// --grf, --local-memory, -I, -D, --save-temps and --tools; the source and --device, which not every command demands,
// are its own.
void add_compile_options(Command command, CompileOptions& options);
// --device of a command that takes a source or what was compiled already.
void add_device_of_source(Command command, CompileOptions& options);

// Throws Error where the device is not known, which should not wait for the tools to be found.
toolchain::CompileRequest compile_request(const CompileOptions& options);

// toolchain::compile() and inspect(); whoever waits at a terminal is told the stage.
toolchain::Compiled compile_with_progress(const toolchain::DeviceTools& tools, toolchain::CompileRequest request);
toolchain::Compiled inspect_with_progress(const toolchain::DeviceTools& tools, const std::string& name,
                                          std::vector<std::byte> zebin);

} // namespace xeforge::lab
