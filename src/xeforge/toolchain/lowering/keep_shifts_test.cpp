#include "xeforge/toolchain/lowering/testing.hpp"

namespace xeforge::toolchain::lowering {
namespace {

// Whether the result of the shift, of which the lower half is stored, goes through a fence.
bool is_kept(const std::string& shift) {
  const std::string result =
      body_after(KeepShifts(), "<8 x i64> %x, <8 x i64> %n, <8 x i32> %y, <8 x i32> %m, i64 %one",
                 "  " + shift + "\n  %low = trunc <8 x i64> %s to <8 x i32>\n  store <8 x i32> %low, ptr poison\n", "");
  return result.find("optimization.fence.v8i64(") != result.npos;
}

TEST(keep_shifts, a_count_that_may_be_beyond_the_lower_half_is_not_taken_for_one_of_it) {
  EXPECT_TRUE(is_kept("%s = shl <8 x i64> %x, %n"));
  EXPECT_TRUE(is_kept("%c = and <8 x i64> %n, splat (i64 63)\n  %s = shl <8 x i64> %x, %c"));
  EXPECT_TRUE(is_kept("%s = shl <8 x i64> splat (i64 1), %n"));
}

TEST(keep_shifts, other_shifts_stay) {
  EXPECT_FALSE(is_kept("%s = shl <8 x i64> %x, splat (i64 31)"));
  EXPECT_FALSE(is_kept("%c = and <8 x i64> %n, splat (i64 31)\n  %s = shl <8 x i64> %x, %c"));
  EXPECT_FALSE(is_kept("%s = lshr <8 x i64> %x, %n"));
  EXPECT_FALSE(is_kept("%t = shl <8 x i32> %y, %m\n  %s = zext <8 x i32> %t to <8 x i64>"));
}

} // namespace
} // namespace xeforge::toolchain::lowering
