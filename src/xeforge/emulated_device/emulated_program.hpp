// An image's kernels for the emulator. Machine code is decoded when its kernel is first asked for.
#pragma once

#include "xeforge/devices/device.hpp"
#include "xeforge/emulator/launch/launch.hpp"
#include "xeforge/toolchain/binary/source_locations.hpp"
#include "xeforge/toolchain/compile_report.hpp"

#include <map>
#include <memory>
#include <mutex>

namespace xeforge::emulated_device {

class EmulatedKernel : public devices::Kernel {
public:
  EmulatedKernel(const emulator::Kernel& code, std::string title) : code(code), title(std::move(title)) {}

  std::size_t most_group_items() const override;

  const emulator::Kernel& code;
  const std::string title; // its name in the source
};

class EmulatedProgram : public devices::Program {
public:
  EmulatedProgram(const toolchain::DeviceTools& tools, const machine::DeviceImage& image);

  std::string_view source() const override { return report_.source; }
  const devices::Kernel* find(std::string_view source_name) override;

private:
  const toolchain::DeviceTools& tools_;
  const machine::DeviceImage image_;
  const toolchain::CompileReport report_;
  const std::vector<toolchain::SourceLocation> locations_;
  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<emulator::Module>> modules_;
  std::map<std::string, std::unique_ptr<EmulatedKernel>> kernels_;
};

} // namespace xeforge::emulated_device
