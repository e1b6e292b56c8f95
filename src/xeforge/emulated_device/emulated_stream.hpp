// Commands of an emulated device. Each runs inside the call that asks for it, so a stream is in order of itself, and an
// event that is handed out has ended.
#pragma once

#include "xeforge/devices/device.hpp"
#include "xeforge/emulated_device/emulated_memory.hpp"

#include <mutex>

namespace xeforge::emulated_device {

class EmulatedStream : public devices::Stream {
public:
  explicit EmulatedStream(EmulatedMemory& memory) : memory_(memory) {}

  devices::EventRef launch(const devices::Kernel& kernel, const devices::Launch& launch) override;
  devices::EventRef launch_all(std::span<const devices::KernelLaunch> launches) override;
  devices::EventRef copy(void* destination, const void* source, std::size_t bytes) override;
  devices::EventRef fill(void* destination, std::span<const std::byte> pattern, std::size_t count) override;
  void wait_for(const devices::EventRef&) override {}

private:
  EmulatedMemory& memory_;
  std::mutex mutex_; // one command at a time
};

} // namespace xeforge::emulated_device
