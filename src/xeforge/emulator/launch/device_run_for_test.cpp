#include "xeforge/emulator/launch/device_run_for_test.hpp"

#include "xeforge/toolchain/compilation.hpp"
#include "xeforge/toolchain/tools/repository.hpp"

#include <filesystem>
#include <iostream>

namespace xeforge::emulator {
namespace {

std::string label(const std::string& device, const std::string& source, const std::string& kernel) {
  return device + " " + std::filesystem::path(source).filename().string() + " " + kernel;
}

// At the end of the program: how many of the compiled kernels have been run. Not with a filter, which leaves some out.
class Summary : public testing::Environment {
public:
  void TearDown() override {
    const KernelsSeen& seen = kernels_seen();
    if (seen.compiled.empty())
      return;
    std::cout << "kernels executed on the emulator: " << seen.executed.size() << " of " << seen.compiled.size() << "\n";
    for (const std::string& kernel : seen.compiled)
      if (!seen.executed.contains(kernel))
        std::cout << "  not executed: " << kernel << "\n";
  }
};
const auto* const summary = testing::AddGlobalTestEnvironment(new Summary);

} // namespace

KernelsSeen& kernels_seen() {
  static KernelsSeen seen;
  return seen;
}

const CompiledSource& DeviceRun::compiled(const std::string& source, const std::string& device,
                                          toolchain::RegisterFile registers) {
  static std::map<std::string, std::unique_ptr<CompiledSource>> sources;
  static std::map<std::string, std::shared_ptr<toolchain::SharedFrontEnd>> front_ends;
  const std::string for_all_devices = source + " " + std::to_string(static_cast<int>(registers));
  std::unique_ptr<CompiledSource>& known = sources[for_all_devices + " " + device];
  if (!known) {
    std::shared_ptr<toolchain::SharedFrontEnd>& front_end = front_ends[for_all_devices];
    if (front_end == nullptr)
      front_end = std::make_shared<toolchain::SharedFrontEnd>();
    const toolchain::DeviceTools tools(toolchain::default_tools_folder());
    toolchain::Compiled made =
        toolchain::compile(tools, {.source = toolchain::headers_folder().parent_path() / source,
                                   .device = machine::device_model(device),
                                   .registers = registers,
                                   .settings = toolchain::default_settings(toolchain::headers_folder()),
                                   .local_memory = 4096,
                                   .lines = toolchain::SourceLines::kept,
                                   .front_end = front_end});
    for (const toolchain::CompiledKernel& kernel : made.kernels)
      kernels_seen().compiled.insert(label(device, source, kernel.name()));
    Module module(tools, source, made.zebin, made.locations);
    known = std::make_unique<CompiledSource>(std::move(made), std::move(module));
  }
  return *known;
}

LaunchCounts DeviceRun::run(const std::string& source, const std::string& kernel, const LaunchShape& shape,
                            const KernelObject& object, const std::string& device, toolchain::RegisterFile registers) {
  const CompiledSource& there = compiled(source, device, registers);
  try {
    const LaunchCounts counts =
        emulator::run(there.module.kernel(kernel), {.shape = shape, .parameters = {object.bytes()}}, *memory_);
    kernels_seen().executed.insert(label(device, source, kernel));
    return counts;
  } catch (const LaunchFault& fault) {
    ADD_FAILURE() << fault.what();
    return {};
  }
}

} // namespace xeforge::emulator
