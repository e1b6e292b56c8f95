// One card: its context and memory, and the programs and streams that use them.
#pragma once

#include "xeforge/cuda/launch.hpp"
#include "xeforge/cuda_device/cuda_memory.hpp"
#include "xeforge/devices/device.hpp"

namespace xeforge::cuda_device {

class CudaDevice : public devices::Device {
public:
  CudaDevice(devices::Description description, int number)
      : description_(std::move(description)), card_(number), memory_(card_, description_.memory_bytes) {}

  const devices::Description& description() const override { return description_; }
  devices::Clocks clocks() const override;
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
  const cuda::Card card_;
  CudaMemory memory_;
};

} // namespace xeforge::cuda_device
