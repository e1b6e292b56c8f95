// The operators' kernels as PTX: what NVIDIA's assembler makes of them may cost so many registers of a lane, and nothing is
// spilled. Skipped where ptxas is not among the programs that can be started; the kernels are compiled all the same.
#include "xeforge/toolchain/compilation.hpp"
#include "xeforge/toolchain/device_testing.hpp"
#include "xeforge/toolchain/tools/repository.hpp"

#include <algorithm>
#include <map>
#include <string>

namespace xeforge::ops {
namespace {

class OperatorsAsPtx : public toolchain::WithDeviceTools {};

// About a tenth above what ptxas 13.0 makes of them.
struct Budget {
  const char *source, *kernel;
  int registers;
};
constexpr Budget budgets[] = {
    {"ceilings/kernels/ceilings_device.cpp", "CeilingRead", 44},           // 40
    {"ceilings/kernels/ceilings_device.cpp", "CeilingMultiplyAdd", 26},    // 23
    {"ceilings/kernels/ceilings_device.cpp", "CeilingMatrix", 182},        // 166
    {"softmax_topk/kernels/seed_device.cpp", "SoftmaxTopkSeed", 24},       // 20
    {"softmax_topk/kernels/lanes_device.cpp", "SoftmaxTopkLanes", 62},     // 56
    {"softmax_topk/kernels/lanes_device.cpp", "GroupedLanes", 71},         // 64
    {"softmax_topk/kernels/lanes_device.cpp", "BiasedLanes", 53},          // 48
    {"softmax_topk/kernels/lanes_device.cpp", "BiasedGroupedLanes", 62},   // 56
    {"softmax_topk/kernels/warps_device.cpp", "Warps160", 35},             // 32
    {"softmax_topk/kernels/warps_device.cpp", "Warps256", 57},             // 52
    {"softmax_topk/kernels/warps_device.cpp", "Warps384", 72},             // 66
    {"softmax_topk/kernels/warps_device.cpp", "Warps1024", 104},           // 95
    {"rms_norm/kernels/group_device.cpp", "GroupRmsNormF16", 44},          // 40
    {"rms_norm/kernels/group_device.cpp", "GroupRmsNormBf16", 44},         // 40
    {"rms_norm/kernels/group_device.cpp", "GroupRmsNormBf16Long", 70},     // 64
    {"rms_norm/kernels/group_device.cpp", "GroupRmsNormF32", 37},          // 34
    {"rms_norm/kernels/group_device.cpp", "GroupRmsNormBf16Words", 46},    // 42
    {"rms_norm/kernels/group_device.cpp", "GroupRmsNormBf16Elements", 99}, // 90
    {"rms_norm/kernels/row_device.cpp", "RmsNormF16", 44},                 // 40
    {"rms_norm/kernels/row_device.cpp", "RmsNormBf16", 44},                // 38
    {"rms_norm/kernels/row_device.cpp", "RmsNormF32", 44},                 // 40
};

TEST_F(OperatorsAsPtx, stay_within_their_registers) {
  bool is_assembled = true;
  std::map<std::string, toolchain::Compiled> by_source;
  for (const Budget& budget : budgets) {
    const auto [entry, is_new] = by_source.try_emplace(budget.source);
    toolchain::Compiled& compiled = entry->second;
    if (is_new)
      compiled = toolchain::compile(toolchain::DeviceTools(toolchain::default_tools_folder()),
                                    {.source = toolchain::headers_folder() / "xeforge/ops" / budget.source,
                                     .device = machine::device_model("sm_90"),
                                     .settings = toolchain::default_settings(toolchain::headers_folder())});
    const auto kernel = std::ranges::find(compiled.kernels, budget.kernel, &toolchain::CompiledKernel::name);
    ASSERT_NE(kernel, compiled.kernels.end()) << budget.kernel;
    const toolchain::KernelReport& report = kernel->report;
    EXPECT_GT(report.counts.instructions, 0) << budget.kernel;
    is_assembled = is_assembled && report.registers_used.has_value();
    EXPECT_LE(report.registers_used.value_or(0), budget.registers) << budget.kernel;
    EXPECT_EQ(report.spilled_bytes, 0u) << budget.kernel;
  }
  if (!is_assembled)
    GTEST_SKIP() << "no ptxas on the PATH ('./forge test' fetches it; NVIDIA's toolkit has it)";
}

} // namespace
} // namespace xeforge::ops
