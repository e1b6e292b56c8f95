#include "xeforge/cuda_device/cuda_program.hpp"

#include <algorithm>

namespace xeforge::cuda_device {

std::size_t CudaKernel::most_group_items() const { return cuda::most_items_of_a_group; }

cuda::FunctionHandle CudaKernel::function(std::uint64_t group_items) const {
  return program_.function(report_.name, group_items);
}

CudaProgram::CudaProgram(const cuda::Card& card, const machine::DeviceImage& image)
    : card_(card), image_(image),
      report_(toolchain::parse_report("the device code of the program", std::string(image.report))) {}

const devices::Kernel* CudaProgram::find(std::string_view source_name) {
  const auto reported = std::ranges::find(report_.kernels, source_name, &toolchain::KernelReport::source_name);
  if (reported == report_.kernels.end())
    return nullptr;
  const std::scoped_lock lock(mutex_);
  if (module_ == nullptr)
    module_ = std::make_unique<cuda::Module>(
        card_, report_.source, std::string(reinterpret_cast<const char*>(image_.code.data()), image_.code.size()));
  std::unique_ptr<CudaKernel>& kernel = kernels_[reported->name];
  if (kernel == nullptr)
    kernel = std::make_unique<CudaKernel>(*this, *reported);
  return kernel.get();
}

cuda::FunctionHandle CudaProgram::function(const std::string& kernel, std::uint64_t group_items) {
  const std::scoped_lock lock(mutex_);
  return module_->kernel(kernel, group_items);
}

} // namespace xeforge::cuda_device
