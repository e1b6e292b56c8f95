// An image's kernels for a card. The driver assembles the image's PTX when a kernel is first asked for.
#pragma once

#include "xeforge/cuda/launch.hpp"
#include "xeforge/devices/device.hpp"
#include "xeforge/toolchain/compile_report.hpp"

#include <map>
#include <memory>
#include <mutex>

namespace xeforge::cuda_device {

class CudaProgram;

class CudaKernel : public devices::Kernel {
public:
  CudaKernel(CudaProgram& program, const toolchain::KernelReport& report) : program_(program), report_(report) {}

  // Of a group that is too large for the lanes' registers the kernel is assembled with fewer.
  std::size_t most_group_items() const override;

  const toolchain::KernelReport& report() const { return report_; }
  cuda::FunctionHandle function(std::uint64_t group_items) const;

private:
  CudaProgram& program_;
  const toolchain::KernelReport& report_;
};

class CudaProgram : public devices::Program {
public:
  CudaProgram(const cuda::Card& card, const machine::DeviceImage& image);

  std::string_view source() const override { return report_.source; }
  const devices::Kernel* find(std::string_view source_name) override;
  cuda::FunctionHandle function(const std::string& kernel, std::uint64_t group_items);

private:
  const cuda::Card& card_;
  const machine::DeviceImage image_;
  const toolchain::CompileReport report_;
  std::mutex mutex_;
  std::unique_ptr<cuda::Module> module_;
  std::map<std::string, std::unique_ptr<CudaKernel>> kernels_;
};

} // namespace xeforge::cuda_device
