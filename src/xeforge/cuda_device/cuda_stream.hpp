// A stream of the driver's, whose commands run on their own, and their events.
#pragma once

#include "xeforge/cuda/launch.hpp"
#include "xeforge/cuda_device/cuda_memory.hpp"
#include "xeforge/devices/device.hpp"

#include <mutex>

namespace xeforge::cuda_device {

class CudaStream : public devices::Stream {
public:
  CudaStream(const cuda::Card& card, const CudaMemory& memory);
  ~CudaStream() override;
  CudaStream(const CudaStream&) = delete;
  CudaStream& operator=(const CudaStream&) = delete;

  devices::EventRef launch(const devices::Kernel& kernel, const devices::Launch& launch) override;
  devices::EventRef launch_all(std::span<const devices::KernelLaunch> launches) override;
  devices::EventRef copy(void* destination, const void* source, std::size_t bytes) override;
  devices::EventRef fill(void* destination, std::span<const std::byte> pattern, std::size_t count) override;
  void wait_for(const devices::EventRef& event) override;

private:
  template <class Commands>
  devices::EventRef run(std::string what, const Commands& commands);
  void copy_pieces(std::uint64_t destination, std::uint64_t source, std::size_t bytes);

  const cuda::Card& card_;
  const CudaMemory& memory_;
  cuda::StreamHandle stream_ = nullptr;
  std::mutex mutex_; // between a command's first event and its last there is that command alone
};

} // namespace xeforge::cuda_device
