// The "hopper" kernel as PTX: what it is made of, and that Xe devices refuse it. With the real tools; skipped where they
// are absent. Only where NVIDIA's assembler is found are registers and spills looked at.
#include "xeforge/toolchain/compilation.hpp"
#include "xeforge/toolchain/tools/repository.hpp"

#include <gtest/gtest.h>

#include <string>

namespace xeforge::ops::attention {
namespace {

using toolchain::Compiled;
using toolchain::KernelReport;

Compiled compiled(const char* device) {
  const toolchain::DeviceTools tools(toolchain::default_tools_folder());
  return toolchain::compile(tools,
                            {.source = toolchain::headers_folder() / "xeforge/ops/attention/kernels/hopper_device.cpp",
                             .device = machine::device_model(device),
                             .settings = toolchain::default_settings(toolchain::headers_folder())});
}

class HopperOnDevice : public testing::Test {
protected:
  void SetUp() override {
    if (const auto reason = toolchain::missing_device_tools(toolchain::default_tools_folder()))
      GTEST_SKIP() << "no device tools (" << *reason << "); './forge device-tools' fetches them";
  }
};

// Products of 16 of the depth, in two loops: with the keys over d, with the values over 128 keys.
TEST_F(HopperOnDevice, every_kernel_multiplies_by_wgmma_alone_and_stays_in_registers) {
  const Compiled result = compiled("sm_90");
  ASSERT_EQ(result.kernels.size(), 8u);
  for (const toolchain::CompiledKernel& each : result.kernels) {
    const KernelReport& kernel = each.report;
    SCOPED_TRACE(kernel.name);
    const int depth = kernel.name.find("x128") != std::string::npos ? 128 : 64;
    EXPECT_EQ(kernel.counts.dpas, 2 * (depth / 16 + 128 / 16));
    EXPECT_EQ(kernel.counts.operations.count("mma"), 0u);
    EXPECT_EQ(kernel.slm_bytes, static_cast<std::uint32_t>(4 * 128 * depth * 2));
    if (kernel.registers_used) {
      EXPECT_EQ(kernel.spilled_bytes, 0u);
      EXPECT_LE(*kernel.registers_used, 255); // of 256 lanes
    }
  }
}

TEST_F(HopperOnDevice, xe_devices_refuse_it_by_name) {
  try {
    compiled("bmg");
    FAIL() << "it was compiled";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("a matrix in shared local memory (slm_matrix)"), std::string::npos)
        << error.what();
  }
}

} // namespace
} // namespace xeforge::ops::attention
