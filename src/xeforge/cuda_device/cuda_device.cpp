#include "xeforge/cuda_device/cuda_device.hpp"

#include "xeforge/cuda_device/cuda_program.hpp"
#include "xeforge/cuda_device/cuda_stream.hpp"

namespace xeforge::cuda_device {

std::unique_ptr<devices::Program> CudaDevice::load(const machine::DeviceImage& image) {
  return std::make_unique<CudaProgram>(card_, image);
}

std::unique_ptr<devices::Stream> CudaDevice::open_stream() { return std::make_unique<CudaStream>(card_, memory_); }

} // namespace xeforge::cuda_device
