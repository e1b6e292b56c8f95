// C++ to PTX with the real tools; skipped where they are not unpacked.
#include "xeforge/toolchain/device_testing.hpp"

#include "xeforge/toolchain/ptx_listing.hpp"

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

std::size_t index_of(const Compiled& result, const std::string& kernel) {
  const auto found = std::ranges::find(result.report.kernels, kernel, &KernelReport::name);
  EXPECT_NE(found, result.report.kernels.end()) << kernel;
  return static_cast<std::size_t>(found - result.report.kernels.begin());
}

TEST_F(PtxCompilation, makes_an_entry_of_each_kernel) {
  const Compiled result = compiled("ranges");
  EXPECT_EQ(result.report.device, "sm_90");
  EXPECT_EQ(result.report.platform, "ptx");
  EXPECT_EQ(result.report.zebin, "ranges.ptx");
  EXPECT_EQ(result.report.kernels.size(), 7U);
  const std::string& groups = result.assembly.at(index_of(result, "Groups2"));
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

// What linked programs carry is listed from the text alone.
TEST_F(PtxCompilation, is_read_again_from_its_text) {
  const Compiled made = compiled("ranges"), read = inspect_ptx(made.zebin);
  ASSERT_EQ(read.report.kernels.size(), made.report.kernels.size());
  EXPECT_EQ(read.assembly, made.assembly);
  EXPECT_EQ(read.report.kernels[0].counts.instructions, made.report.kernels[0].counts.instructions);
}

} // namespace
} // namespace xeforge::toolchain
