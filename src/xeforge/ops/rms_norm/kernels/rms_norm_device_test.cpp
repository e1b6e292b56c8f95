// The row kernel as machine code of the devices: what it may cost. With the real tools; skipped where they are absent.
#include "xeforge/toolchain/compilation.hpp"
#include "xeforge/toolchain/device_testing.hpp"
#include "xeforge/toolchain/tools/repository.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace xeforge::ops::rms_norm {
namespace {

using toolchain::KernelReport;

class RmsNormOnDevice : public toolchain::WithDeviceTools {
protected:
  static toolchain::Compiled compiled(const char* device, std::shared_ptr<toolchain::SharedFrontEnd> front_end = {}) {
    const toolchain::DeviceTools tools(toolchain::default_tools_folder());
    return toolchain::compile(tools,
                              {.source = toolchain::headers_folder() / "xeforge/ops/rms_norm/kernels/row_device.cpp",
                               .device = machine::device_model(device),
                               .settings = toolchain::default_settings(toolchain::headers_folder()),
                               .front_end = std::move(front_end)});
  }
  static const KernelReport& kernel_named(const toolchain::Compiled& compiled, const std::string& name) {
    return std::ranges::find(compiled.kernels, name, &toolchain::CompiledKernel::name)->report;
  }
};

// About a tenth above what the pinned compiler makes.
struct Budget {
  const char* kernel;
  int instructions, registers;
};

TEST_F(RmsNormOnDevice, stays_in_registers_and_within_its_budget) {
  const toolchain::Compiled result = compiled("bmg");
  ASSERT_EQ(result.kernels.size(), 3u);
  // measured: 512, 55; 487, 55; 428, 56
  for (const Budget& budget :
       {Budget{"RmsNormF16", 563, 61}, Budget{"RmsNormBf16", 536, 61}, Budget{"RmsNormF32", 471, 62}}) {
    const KernelReport& kernel = kernel_named(result, budget.kernel);
    EXPECT_EQ(kernel.spilled_bytes, 0u) << budget.kernel;
    EXPECT_EQ(kernel.slm_bytes, 0u) << budget.kernel;
    EXPECT_EQ(kernel.registers, 128) << budget.kernel;
    EXPECT_LE(kernel.counts.instructions, budget.instructions) << budget.kernel;
    EXPECT_GE(kernel.counts.instructions * 5, budget.instructions * 4) << budget.kernel << ": the budget is too wide";
    ASSERT_TRUE(kernel.registers_used.has_value());
    EXPECT_LE(*kernel.registers_used, budget.registers) << budget.kernel;
  }
}

TEST_F(RmsNormOnDevice, other_devices_hold_the_row_in_registers_as_well) {
  const auto front_end = std::make_shared<toolchain::SharedFrontEnd>();
  for (const char* device : {"lnl-m", "ptl-h", "pvc"})
    for (const toolchain::CompileReport report = compiled(device, front_end).report();
         const KernelReport& kernel : report.kernels)
      EXPECT_EQ(kernel.spilled_bytes, 0u) << device << " " << kernel.name;
}

} // namespace
} // namespace xeforge::ops::rms_norm
