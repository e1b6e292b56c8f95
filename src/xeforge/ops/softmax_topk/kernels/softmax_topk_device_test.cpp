// The seed kernel as machine code of the devices: what it may cost. With the real tools; skipped where they are absent.
#include "xeforge/toolchain/compilation.hpp"
#include "xeforge/toolchain/tools/files.hpp"
#include "xeforge/toolchain/tools/repository.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <regex>
#include <utility>

namespace xeforge::ops::softmax_topk {
namespace {

namespace fs = std::filesystem;
using toolchain::Compiled;
using toolchain::KernelReport;

// Sends of every kernel here whose rows are block messages.
constexpr int argument_sends = 2, row_sends = 1, result_sends = 2, ending_sends = 1;
constexpr int block_sends = argument_sends + row_sends + result_sends + ending_sends;

class DeviceKernel : public testing::Test {
protected:
  void SetUp() override {
    if (const auto reason = toolchain::missing_device_tools(toolchain::default_tools_folder()))
      GTEST_SKIP() << "no device tools (" << *reason << "); './forge device-tools' fetches them";
  }

  static Compiled compiled(const fs::path& source, const char* device,
                           std::shared_ptr<toolchain::SharedFrontEnd> front_end = {}) {
    const toolchain::DeviceTools tools(toolchain::default_tools_folder());
    Compiled result = toolchain::compile(tools, {.source = source,
                                                 .device = machine::device_model(device),
                                                 .settings = toolchain::default_settings(toolchain::headers_folder()),
                                                 .front_end = std::move(front_end)});
    EXPECT_EQ(result.kernels.size(), 1u);
    return result;
  }
  static fs::path seed() { return toolchain::headers_folder() / "xeforge/ops/softmax_topk/kernels/seed_device.cpp"; }
  static fs::path example() { return toolchain::headers_folder().parent_path() / "examples/softmax_topk.cpp"; }
  // A seed kernel with other template arguments.
  static Compiled seed_with(const std::string& traits) {
    const toolchain::ScratchFolder scratch;
    const fs::path source = scratch.path() / "seed.cpp";
    // The headers that come first are those that are kept.
    toolchain::write_text(source, "#include <sycl/ext/intel/esimd.hpp>\n"
                                  "#include <sycl/sycl.hpp>\n"
                                  "#include \"xeforge/ops/softmax_topk/kernels/seed_kernel.hpp\"\n"
                                  "using namespace xeforge::ops::softmax_topk;\n"
                                  "using Traits = SeedTraits<" +
                                      traits +
                                      ">;\n"
                                      "void launch(sycl::queue& queue, SeedKernel<Traits> kernel) {\n"
                                      "  queue.parallel_for<class Seed>(sycl::range<1>(1), kernel);\n"
                                      "}\n");
    return compiled(source, "bmg");
  }

  // How often a pattern stands in the disassembly of the only kernel.
  static int occurrences(const Compiled& result, const std::string& pattern) {
    const std::regex expression(pattern);
    const std::string& text = result.kernels.at(0).assembly;
    return static_cast<int>(
        std::distance(std::sregex_iterator(text.begin(), text.end(), expression), std::sregex_iterator()));
  }
};

// About a tenth above what the pinned compiler makes.
struct Budget {
  const char* device;
  int instructions, moves, math, registers;
  std::uint64_t cycles;
};

void expect_within(const KernelReport& kernel, const Budget& budget) {
  EXPECT_EQ(kernel.spilled_bytes, 0u);
  EXPECT_EQ(kernel.slm_bytes, 0u);
  EXPECT_EQ(kernel.registers, 128);
  EXPECT_EQ(kernel.counts.sends, block_sends);
  EXPECT_LE(kernel.counts.instructions, budget.instructions);
  EXPECT_LE(kernel.counts.moves, budget.moves);
  EXPECT_EQ(kernel.counts.math, budget.math);
  ASSERT_TRUE(kernel.registers_used.has_value());
  EXPECT_LE(*kernel.registers_used, budget.registers);
  ASSERT_TRUE(kernel.cycles.has_value());
  EXPECT_LE(*kernel.cycles, budget.cycles);
}

// A budget is worth something only while it is near what it limits.
void expect_near(const KernelReport& kernel, const Budget& budget) {
  EXPECT_GE(kernel.counts.instructions * 5, budget.instructions * 4) << "the budget is too wide";
}

// ---- the operator's kernel: 128 halves packed, the 8 best, float weights, 32-bit indices ----------------------------
// measured:                                             instructions, moves, registers, cycles
constexpr std::array seed_budgets{Budget{"bmg", 131, 32, 2, 60, 317},   // 119, 29, 54, 288
                                  Budget{"lnl-m", 131, 32, 2, 60, 317}, // 119, 29, 54, 288
                                  Budget{"ptl-h", 131, 32, 2, 60, 317}, // 119, 29, 54, 288
                                  Budget{"pvc", 138, 36, 2, 60, 317}};  // 125, 32, 53, 288

// The page of figures promises what the tests here hold.
TEST(page_of_figures, states_the_budgets_of_the_seed_kernel) {
  const auto instructions = [](std::string_view device) {
    return std::to_string(std::ranges::find(seed_budgets, device, &Budget::device)->instructions);
  };
  EXPECT_EQ(instructions("bmg"), instructions("lnl-m"));
  EXPECT_EQ(instructions("bmg"), instructions("ptl-h"));
  const std::string sentence = "on bmg, lnl-m and ptl-h, at most " + instructions("bmg") + " instructions with " +
                               std::to_string(block_sends) + " sends, on pvc at most " + instructions("pvc") +
                               ", without a spilled byte: tests hold these budgets.";
  std::string page = toolchain::read_text(toolchain::headers_folder().parent_path() / "docs/performance.md");
  std::ranges::replace(page, '\n', ' ');
  EXPECT_NE(page.find(sentence), page.npos) << sentence;
}

TEST_F(DeviceKernel, of_the_operator_stays_in_its_budget_and_moves_each_array_by_one_block_message) {
  const auto front_end = std::make_shared<toolchain::SharedFrontEnd>();
  for (const Budget& budget : seed_budgets) {
    SCOPED_TRACE(budget.device);
    const Compiled result = compiled(seed(), budget.device, front_end);
    ASSERT_EQ(result.kernels.at(0).report.name, "SoftmaxTopkSeed");
    expect_within(result.kernels[0].report, budget);
    expect_near(result.kernels[0].report, budget);
    EXPECT_EQ(occurrences(result, "load\\.ugm\\.d64x32t\\.a64"), 1); // 256 bytes
    EXPECT_EQ(occurrences(result, "store\\.ugm\\.d64x4t\\.a64"), 2); // 32 bytes each
    EXPECT_EQ(occurrences(result, "(load|store)\\.ugm\\.[^ ]*\\.a64"), 3);
  }
}

// ---- other layouts, types and denominators --------------------------------------------------------------------------
TEST_F(DeviceKernel, aligned_rows_move_as_blocks_whatever_their_stride) {
  const Compiled result = seed_with("128, 8, Denominator::winners, Layout::aligned, float, std::int32_t");
  EXPECT_EQ(result.kernels.at(0).report.counts.sends, block_sends);
  EXPECT_EQ(occurrences(result, "load\\.ugm\\.d64x32t\\.a64"), 1);
}

TEST_F(DeviceKernel, rows_aligned_to_their_elements_are_gathered) {
  const Compiled result = seed_with("128, 8, Denominator::winners, Layout::strided, sycl::half, std::int32_t");
  EXPECT_EQ(occurrences(result, "load\\.ugm\\.d16u32\\.a64"), 4);  // 32 lanes each
  EXPECT_EQ(occurrences(result, "store\\.ugm\\.d16u32\\.a64"), 1); // weights
  EXPECT_EQ(occurrences(result, "store\\.ugm\\.d32x8t\\.a64"), 1); // indices: a block, being 32 bits each
  EXPECT_EQ(result.kernels.at(0).report.spilled_bytes, 0u);
}

TEST_F(DeviceKernel, results_of_other_types_are_one_block_each) {
  const Compiled result = seed_with("128, 8, Denominator::winners, Layout::packed, sycl::half, std::int64_t");
  EXPECT_EQ(result.kernels.at(0).report.counts.sends, block_sends);
  EXPECT_EQ(occurrences(result, "store\\.ugm\\.d64x2t\\.a64"), 1); // 16 bytes of weights
  EXPECT_EQ(occurrences(result, "store\\.ugm\\.d64x8t\\.a64"), 1); // 64 bytes of indices
}

TEST_F(DeviceKernel, the_sum_over_the_row_needs_no_memory) {
  const Compiled result = seed_with("128, 8, Denominator::row, Layout::packed, float, std::int32_t");
  EXPECT_EQ(result.kernels.at(0).report.counts.sends, block_sends);
  EXPECT_EQ(result.kernels.at(0).report.spilled_bytes, 0u);
  EXPECT_GE(result.kernels.at(0).report.counts.math, 5); // 128 exponentials, 32 at most at a time
}

// ---- a user's program: the same file runs on the host and includes the standard library -----------------------------
// measured:                                                instructions, moves, registers, cycles
constexpr std::array example_budgets{Budget{"bmg", 101, 42, 2, 35, 220},   // 92, 38, 32, 200
                                     Budget{"lnl-m", 101, 42, 2, 35, 220}, // 92, 38, 32, 200
                                     Budget{"ptl-h", 101, 42, 2, 35, 220}, // 92, 38, 32, 200
                                     Budget{"pvc", 107, 45, 2, 35, 220}};  // 97, 41, 31, 200

TEST_F(DeviceKernel, of_a_program_stays_in_registers_and_within_its_budget) {
  const auto front_end = std::make_shared<toolchain::SharedFrontEnd>();
  for (const Budget& budget : example_budgets) {
    SCOPED_TRACE(budget.device);
    const Compiled result = compiled(example(), budget.device, front_end);
    ASSERT_EQ(result.kernels.at(0).report.name, "SoftmaxTopK");
    expect_within(result.kernels[0].report, budget);
    expect_near(result.kernels[0].report, budget);
  }
}

TEST_F(DeviceKernel, compiling_twice_gives_the_same_code) {
  for (const fs::path& source : {seed(), example()}) {
    const Compiled first = compiled(source, "bmg"), second = compiled(source, "bmg");
    EXPECT_EQ(first.kernels.at(0).assembly, second.kernels.at(0).assembly);
    EXPECT_EQ(first.kernels.at(0).report.counts.operations, second.kernels.at(0).report.counts.operations);
    EXPECT_EQ(first.kernels[0].report.registers_used, second.kernels[0].report.registers_used);
    EXPECT_EQ(first.kernels[0].report.cycles, second.kernels[0].report.cycles);
  }
}

} // namespace
} // namespace xeforge::ops::softmax_topk
