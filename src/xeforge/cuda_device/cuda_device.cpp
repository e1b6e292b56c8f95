#include "xeforge/cuda_device/cuda_device.hpp"

#include "xeforge/cuda/management.hpp"
#include "xeforge/cuda_device/cuda_program.hpp"
#include "xeforge/cuda_device/cuda_stream.hpp"

namespace xeforge::cuda_device {

devices::Clocks CudaDevice::clocks() const {
  const cuda::CardClocks clocks = cuda::clocks_of(card_.bus_id());
  return {clocks.multiprocessors, clocks.memory};
}

std::unique_ptr<devices::Program> CudaDevice::load(const machine::DeviceImage& image) {
  return std::make_unique<CudaProgram>(card_, image);
}

std::unique_ptr<devices::Stream> CudaDevice::open_stream() { return std::make_unique<CudaStream>(card_, memory_); }

} // namespace xeforge::cuda_device
