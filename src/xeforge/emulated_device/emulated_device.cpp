#include "xeforge/emulated_device/emulated_device.hpp"

#include "xeforge/emulated_device/emulated_program.hpp"
#include "xeforge/emulated_device/emulated_stream.hpp"

namespace xeforge::emulated_device {

std::unique_ptr<devices::Program> EmulatedDevice::load(const machine::DeviceImage& image) {
  return std::make_unique<EmulatedProgram>(tools_, image);
}

std::unique_ptr<devices::Stream> EmulatedDevice::open_stream() { return std::make_unique<EmulatedStream>(memory_); }

} // namespace xeforge::emulated_device
