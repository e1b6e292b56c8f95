#include "xeforge/lab/inspect/compile_options.hpp"

#include "xeforge/files/passing_line.hpp"
#include "xeforge/lab/terminal/device_words.hpp"
#include "xeforge/lab/terminal/options.hpp"

#include <fmt/format.h>

#include <utility>

namespace xeforge::lab {

void add_compile_options(Command command, CompileOptions& options) {
  const auto of_source = [&](Option option) { options.of_sources.push_back(option); };
  of_source(add_choice(command, "--grf", options.registers, {"128", "256"},
                       "Registers per hardware thread; 256 halves the resident threads"));
  of_source(add_integer(
      command, "--local-memory", options.local_memory, {0, 1 << 20},
      "Shared local memory of a group for local accessors, in bytes; needed because the size is known only at launch"));
  of_source(command.add_option("-I", options.include_folders, "Additional include folders").one_value_each());
  of_source(command.add_option("-D", options.definitions, "Macros, NAME or NAME=VALUE").one_value_each());
  of_source(command.add_option("--save-temps", options.keep, "Folder in which to keep every intermediate file"));
  options.of_code = {command.add_option("--tools", options.tools, "Folder of the device tools")};
}

void add_device_of_source(Command command, CompileOptions& options) {
  options.of_sources.push_back(command.add_option(
      "--device", options.device,
      "The GPU that a source is compiled for: bmg, lnl-m, ptl-h, pvc, ...; an unknown name lists them all"));
}

toolchain::CompileRequest compile_request(const CompileOptions& options) {
  toolchain::CompileSettings settings = toolchain::default_settings(toolchain::headers_folder());
  for (const std::string& folder : options.include_folders)
    settings.include_folders.push_back({toolchain::IncludeFolder::Kind::before_all, folder});
  for (const std::string& definition : options.definitions)
    settings.macros.push_back({toolchain::MacroSetting::Kind::define, definition});
  toolchain::CompileRequest request{.source = options.source,
                                    .device = model_named("--device", options.device),
                                    .registers = options.registers == "256" ? toolchain::RegisterFile::large
                                                                            : toolchain::RegisterFile::normal,
                                    .settings = std::move(settings),
                                    .local_memory = static_cast<std::uint32_t>(options.local_memory)};
  if (!options.keep.empty())
    request.keep = options.keep;
  return request;
}

toolchain::Compiled compile_with_progress(const toolchain::DeviceTools& tools, toolchain::CompileRequest request) {
  const std::string what = fmt::format("compiling {} for {}", request.source.string(), request.device.name);
  files::Waiting waiting(what);
  request.watcher = [&](const std::string& stage) { waiting.now(fmt::format("{}: {}", what, stage)); };
  return toolchain::compile(tools, request);
}

toolchain::Compiled inspect_with_progress(const toolchain::DeviceTools& tools, const std::string& name,
                                          std::vector<std::byte> zebin) {
  files::Waiting waiting("reading " + name);
  return toolchain::inspect(tools, name, std::move(zebin),
                            [&](const std::string& stage) { waiting.now(fmt::format("{}: {}", name, stage)); });
}

} // namespace xeforge::lab
