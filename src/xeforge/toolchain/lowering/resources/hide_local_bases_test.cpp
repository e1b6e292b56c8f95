#include "xeforge/toolchain/lowering/testing.hpp"

namespace xeforge::toolchain::lowering {
namespace {

std::string after(const std::string& body) {
  return body_after(
      HideLocalBases(), "i64 %at, ptr %to",
      body + "  %g = addrspacecast ptr addrspace(3) %p to ptr addrspace(4)\n  store i32 1, ptr addrspace(4) %g\n", "");
}
bool has(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

const std::string fence = "@llvm.vc.internal.optimization.fence.i64(i64 64)";

TEST(hide_local_bases, pointers_to_constant_places_of_local_memory_are_values_that_nothing_folds) {
  EXPECT_TRUE(has(after("  %p = inttoptr i64 64 to ptr addrspace(3)\n"), fence));
  // As allocations of pieces leave them.
  EXPECT_TRUE(has(after("  %a = add i32 64, 3\n  %b = and i32 %a, -4\n  %c = zext i32 %b to i64\n"
                        "  %p = inttoptr i64 %c to ptr addrspace(3)\n"),
                  fence));
}

TEST(hide_local_bases, others_stay) {
  EXPECT_FALSE(has(after("  %p = inttoptr i64 0 to ptr addrspace(3)\n"), "fence"));
  EXPECT_FALSE(has(after("  %a = add i64 %at, 64\n  %p = inttoptr i64 %a to ptr addrspace(3)\n"), "fence"));
}

} // namespace
} // namespace xeforge::toolchain::lowering
