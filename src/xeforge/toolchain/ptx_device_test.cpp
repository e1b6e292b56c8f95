// C++ to PTX with the real tools; skipped where they are not unpacked.
#include "xeforge/toolchain/device_testing.hpp"

#include "xeforge/toolchain/binary/ptx_listing.hpp"

#include <algorithm>

namespace xeforge::toolchain {
namespace {

using PtxCompilation = WithDeviceTools;

Compiled compiled(const char* test_kernel) {
  return compile(DeviceTools(default_tools_folder()),
                 {.source = headers_folder() / "xeforge/toolchain/test_kernels" / (std::string(test_kernel) + ".cpp"),
                  .device = machine::device_model("sm_90"),
                  .settings = default_settings(headers_folder())});
}

TEST_F(PtxCompilation, makes_an_entry_of_each_kernel) {
  const Compiled result = compiled("ranges");
  EXPECT_EQ(result.info.device, "sm_90");
  EXPECT_EQ(result.info.platform, "ptx");
  EXPECT_EQ(result.info.zebin, "ranges.ptx");
  EXPECT_EQ(result.kernels.size(), 7U);
  const auto groups_2 = std::ranges::find(result.kernels, "Groups2", &CompiledKernel::name);
  ASSERT_NE(groups_2, result.kernels.end());
  const std::string& groups = groups_2->assembly;
  EXPECT_EQ(occurrences(groups, R"(\.entry Groups2\()"), 1);
  EXPECT_GE(occurrences(groups, R"(%ctaid\.x)"), 1);
  EXPECT_EQ(occurrences(groups, R"(\bst\.global)") + occurrences(groups, R"(\bst\.b32)"), 1); // one store, of one lane
}

TEST_F(PtxCompilation, is_for_the_card_that_was_named) {
  const Compiled result = compiled("ranges");
  const std::string text(reinterpret_cast<const char*>(result.zebin.data()), result.zebin.size());
  EXPECT_EQ(occurrences(text, R"(\.target sm_90\b)"), 1);
  EXPECT_EQ(occurrences(text, R"(\.address_size 64)"), 1);
}

// The assembler of cards takes those of 16 bits for numbers that do not wrap.
TEST_F(PtxCompilation, has_negative_and_absolute_numbers_of_16_bits_in_32) {
  const Compiled result = compiled("signs");
  const auto shorts = std::ranges::find(result.kernels, "WrappedShorts", &CompiledKernel::name);
  ASSERT_NE(shorts, result.kernels.end());
  EXPECT_EQ(occurrences(shorts->assembly, R"(\b(neg|abs)\.s16)"), 0) << shorts->assembly;
  EXPECT_GE(occurrences(shorts->assembly, R"(\babs\.s32)"), 1) << shorts->assembly;
}

// What linked programs carry is listed from the text alone.
TEST_F(PtxCompilation, is_read_again_from_its_text) {
  const Compiled made = compiled("ranges"), read = inspect_ptx(made.zebin);
  ASSERT_EQ(read.kernels.size(), made.kernels.size());
  for (std::size_t i = 0; i < made.kernels.size(); ++i)
    EXPECT_EQ(read.kernels[i].assembly, made.kernels[i].assembly) << made.kernels[i].name();
  EXPECT_EQ(read.kernels[0].report.counts.instructions, made.kernels[0].report.counts.instructions);
}

} // namespace
} // namespace xeforge::toolchain
