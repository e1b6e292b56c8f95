#include "xeforge/driver/device.hpp"

#include "xeforge/base/error.hpp"

#include <optional>

namespace xeforge::driver {
namespace {

namespace fs = std::filesystem;

// No value for a source without kernels.
std::optional<toolchain::Compiled> compile_source(const CommandLine& line, const Layout& layout,
                                                  const toolchain::DeviceTools& tools, const fs::path& source,
                                                  const machine::DeviceModel& device, const fs::path& folder) {
  toolchain::CompileRequest request{.source = source,
                                    .device = device,
                                    .registers = line.registers,
                                    .headers = layout.headers,
                                    .include_folders = line.include_folders,
                                    .definitions = line.definitions,
                                    .first_headers = line.first_headers};
  request.include_folders.push_back(layout.headers / "sycl");
  request.local_memory = line.local_memory;
  request.unfit_kernels = line.unfit_kernels;
  if (line.keeps_intermediate_files)
    request.keep = folder / "intermediate";
  try {
    return toolchain::compile(tools, request);
  } catch (const Error& error) {
    if (error.argument() == "source" && error.got() == "no kernel")
      return std::nullopt;
    throw;
  }
}

// What an earlier -c left for this object; empty if nothing.
fs::path folder_of_object(const fs::path& object, const machine::DeviceModel& device) {
  fs::path folder = object;
  folder.replace_extension("." + std::string(device.name));
  std::error_code problem;
  return fs::exists(folder / "report.json", problem) ? folder : fs::path();
}

void copy_folder(const fs::path& from, const fs::path& to) {
  std::error_code problem;
  fs::create_directories(to, problem);
  fs::copy(from, to, fs::copy_options::recursive | fs::copy_options::overwrite_existing, problem);
  if (problem)
    throw Error(to.string(), "'" + problem.message() + "'", "a folder that can be written");
}

// Where the device code of the whole command goes.
fs::path folder_of_command(const CommandLine& line, const machine::DeviceModel& device) {
  const std::string name(device.name);
  if (line.goal == Goal::device_code_only) {
    const fs::path folder = line.output.value_or(".");
    return line.devices.size() == 1 ? folder : folder / name;
  }
  return line.output.value_or("a.out").string() + "." + name;
}

fs::path folder_of_source(const CommandLine& line, const machine::DeviceModel& device, const fs::path& source) {
  if (line.goal == Goal::objects) {
    fs::path folder = line.output.value_or(source.filename());
    return folder.replace_extension("." + std::string(device.name));
  }
  const fs::path folder = folder_of_command(line, device);
  return line.sources.size() + line.objects.size() == 1 ? folder : folder / source.stem();
}

} // namespace

std::vector<std::string> make_device_code(const CommandLine& line, const Layout& layout) {
  const toolchain::DeviceTools tools(layout.device_tools);
  std::vector<std::string> left_out;
  for (const machine::DeviceModel* const device : line.devices) {
    bool has_kernels = false;
    for (const fs::path& source : line.sources) {
      const fs::path folder = folder_of_source(line, *device, source);
      if (const auto compiled = compile_source(line, layout, tools, source, *device, folder)) {
        toolchain::write_compiled(*compiled, folder);
        left_out.insert(left_out.end(), compiled->left_out.begin(), compiled->left_out.end());
        has_kernels = true;
      }
    }
    if (line.goal == Goal::program)
      for (const fs::path& object : line.objects)
        if (const fs::path made = folder_of_object(object, *device); !made.empty()) {
          copy_folder(made, folder_of_command(line, *device) / object.stem());
          has_kernels = true;
        }
    if (!has_kernels && line.goal != Goal::objects)
      throw Error("-fsycl-targets", "no kernel for " + std::string(device->name),
                  "a source with a kernel, or an object of one that was compiled with the same flags");
  }
  return left_out;
}

} // namespace xeforge::driver
