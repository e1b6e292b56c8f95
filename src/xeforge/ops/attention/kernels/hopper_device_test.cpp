// The "hopper" and "hopper-decode" kernels as PTX: what it is made of, and that Xe devices refuse it. With the real tools; skipped where they
// are absent. Only where NVIDIA's assembler is found are registers and spills looked at.
#include "xeforge/toolchain/compilation.hpp"
#include "xeforge/toolchain/tools/repository.hpp"

#include <gtest/gtest.h>

#include <string>

namespace xeforge::ops::attention {
namespace {

using toolchain::Compiled;
using toolchain::KernelReport;

Compiled compiled(const char* device, const char* source = "hopper_device.cpp") {
  const toolchain::DeviceTools tools(toolchain::default_tools_folder());
  return toolchain::compile(tools, {.source = toolchain::headers_folder() / "xeforge/ops/attention/kernels" / source,
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

// Products of 16 of the depth: with the keys over d in three places, with the values over 128 keys in three.
TEST_F(HopperOnDevice, every_kernel_multiplies_by_wgmma_alone_and_stays_in_registers) {
  const Compiled result = compiled("sm_90");
  ASSERT_EQ(result.kernels.size(), 24u);
  for (const toolchain::CompiledKernel& each : result.kernels) {
    const KernelReport& kernel = each.report;
    SCOPED_TRACE(kernel.name);
    const int depth = kernel.name.find("x128") != std::string::npos ? 128 : 64;
    EXPECT_EQ(kernel.counts.dpas, 3 * (depth / 16 + 128 / 16));
    EXPECT_EQ(kernel.counts.operations.count("mma"), 0u);
    EXPECT_EQ(kernel.slm_bytes, static_cast<std::uint32_t>(3 * 2 * 128 * depth * 2));
    if (kernel.registers_used) {
      EXPECT_EQ(kernel.spilled_bytes, 0u);
      EXPECT_LE(*kernel.registers_used, 255); // of 256 lanes
    }
  }
}

// 64 keys at a time, and kernels that merge beside those that multiply.
TEST_F(HopperOnDevice, kernels_of_one_query_stay_in_registers_several_groups_to_a_multiprocessor) {
  const Compiled result = compiled("sm_90", "hopper_decode_device.cpp");
  ASSERT_EQ(result.kernels.size(), 26u);
  for (const toolchain::CompiledKernel& each : result.kernels) {
    const KernelReport& kernel = each.report;
    SCOPED_TRACE(kernel.name);
    const bool merges = kernel.name.ends_with("Merge");
    const int depth = kernel.name.find("x128") != std::string::npos ? 128 : 64;
    EXPECT_EQ(kernel.counts.dpas, merges ? 0 : depth / 16 + 64 / 16);
    EXPECT_EQ(kernel.slm_bytes, merges ? 0u : static_cast<std::uint32_t>(4 * 64 * depth * 2));
    if (kernel.registers_used) {
      EXPECT_EQ(kernel.spilled_bytes, 0u);
      const bool is_masked = kernel.name.find("Mask") != std::string::npos || kernel.name.ends_with("CappedBias");
      EXPECT_LE(*kernel.registers_used, merges                      ? 64
                                        : depth == 64 && !is_masked ? 168
                                                                    : 255); // of 65,536 for 3 or 2 groups of 128 lanes
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
