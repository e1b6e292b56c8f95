// One emulated device: its memory, and the programs and streams that use it.
#pragma once

#include "xeforge/devices/device.hpp"
#include "xeforge/emulated_device/emulated_memory.hpp"
#include "xeforge/toolchain/tools/device_tools.hpp"

namespace xeforge::emulated_device {

class EmulatedDevice : public devices::Device {
public:
  EmulatedDevice(devices::Description description, toolchain::DeviceTools tools)
      : description_(std::move(description)), tools_(std::move(tools)) {}

  const devices::Description& description() const override { return description_; }
  void* allocate(devices::MemoryKind kind, std::size_t bytes, std::size_t alignment,
                 std::string_view purpose) override {
    return memory_.allocate(kind, bytes, alignment, purpose);
  }
  void free(void* memory) override { memory_.free(memory); }
  void share(void* memory, std::size_t bytes, std::string_view purpose) override {
    memory_.share(memory, bytes, purpose);
  }
  void release(void* memory) override { memory_.release(memory); }
  std::unique_ptr<devices::Program> load(const machine::DeviceImage& image) override;
  std::unique_ptr<devices::Stream> open_stream() override;

private:
  const devices::Description description_;
  const toolchain::DeviceTools tools_;
  EmulatedMemory memory_;
};

} // namespace xeforge::emulated_device
