#include "xeforge/emulated_device/emulated_program.hpp"

#include "xeforge/emulator/launch/device_limits.hpp"
#include "xeforge/toolchain/binary/image_report.hpp"

#include <algorithm>

namespace xeforge::emulated_device {

std::size_t EmulatedKernel::most_group_items() const {
  return static_cast<std::size_t>(emulator::most_group_items(code.info, code.program));
}

EmulatedProgram::EmulatedProgram(const toolchain::DeviceTools& tools, const machine::DeviceImage& image)
    : tools_(tools), image_(image),
      report_(toolchain::parse_report("the device code of the program", std::string(image.report))),
      locations_(toolchain::image_locations("the device code of the program", image.report)) {}

const devices::Kernel* EmulatedProgram::find(std::string_view source_name) {
  const auto reported = std::ranges::find(report_.kernels, source_name, &toolchain::KernelReport::source_name);
  if (reported == report_.kernels.end())
    return nullptr;
  const std::scoped_lock lock(mutex_);
  std::unique_ptr<EmulatedKernel>& kernel = kernels_[reported->name];
  if (kernel == nullptr) {
    std::unique_ptr<emulator::Module>& module = modules_[reported->name];
    module = std::make_unique<emulator::Module>(tools_, report_.source, image_.code, locations_, reported->name);
    kernel = std::make_unique<EmulatedKernel>(module->kernel(reported->name), std::string(source_name));
  }
  return kernel.get();
}

} // namespace xeforge::emulated_device
