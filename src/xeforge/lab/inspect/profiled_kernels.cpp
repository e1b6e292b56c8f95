#include "xeforge/lab/inspect/profiled_kernels.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/lab/terminal/input_json.hpp"
#include "xeforge/toolchain/binary/kernel_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace xeforge::lab {

std::optional<CompiledKernel> compiled_kernel(const std::vector<toolchain::CompileReport>& reports,
                                              const std::string& profiled_name) {
  const std::string readable = toolchain::readable_name(profiled_name);
  const std::string names[] = {profiled_name, readable, toolchain::short_name(readable)};
  for (const toolchain::CompileReport& report : reports)
    for (const toolchain::KernelReport& kernel : report.kernels)
      for (const std::string& name : names)
        if (!name.empty() && (name == kernel.name || name == kernel.source_name))
          return CompiledKernel{&report, &kernel};
  return std::nullopt;
}

std::optional<double> percent_of_total(const profiles::Profile& profile, const profiles::ProfiledKernel& kernel) {
  double total = 0;
  for (const profiles::ProfiledKernel& one : profile.kernels)
    total += one.total_ns.value_or(0);
  return kernel.total_ns && total > 0 ? std::optional(*kernel.total_ns / total * 100) : std::nullopt;
}

profiles::Profile read_profile(const std::string& option, const std::string& path) {
  const std::string text = read_input(option, path, "a file exported by VTune or unitrace");
  try {
    return profiles::parse_profile(path, text);
  } catch (const Error& error) {
    throw Error(option, fmt::format("'{}': {}", path, error.got()), error.expected());
  }
}

static constexpr const char* accepted_report = "an output folder of 'xeforge compile', or its report.json";

toolchain::CompileReport read_compile_report(const std::string& option, const std::string& path) {
  std::error_code problem;
  std::filesystem::path file = path;
  if (std::filesystem::is_directory(file, problem))
    file /= "report.json";
  return parse_compile_report(option, file.string(), read_input(option, file.string(), accepted_report));
}

toolchain::CompileReport parse_compile_report(const std::string& option, const std::string& file,
                                              const std::string& text) {
  try {
    return toolchain::parse_report(file, text);
  } catch (const Error& error) {
    throw Error(option, fmt::format("'{}': {}", file, error.got()), accepted_report);
  }
}

} // namespace xeforge::lab
