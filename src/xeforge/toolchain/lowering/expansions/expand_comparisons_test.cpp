#include "xeforge/toolchain/lowering/testing.hpp"

namespace xeforge::toolchain::lowering {
namespace {

// What it computes: tests/driver/programs/odd_program.cpp, run as machine code.
TEST(expand_comparisons, bytes_are_compared_in_a_loop) {
  for (const std::string name : {"memcmp", "bcmp"}) {
    const std::string ir = body_after(ExpandComparisons(), "ptr %a, ptr %b, i64 %n, ptr %to",
                                      "  %r = call spir_func i32 @" + name +
                                          "(ptr %a, ptr %b, i64 %n)\n  store i32 %r, ptr %to, align 4\n",
                                      "declare spir_func i32 @" + name + "(ptr, ptr, i64)\n");
    EXPECT_FALSE(contains(ir, "call")) << ir;
    EXPECT_TRUE(contains(ir, "load i8, ptr")) << ir;
    EXPECT_TRUE(contains(ir, "sub i32")) << ir;
  }
}

TEST(expand_comparisons, a_programs_own_function_of_the_name_stays) {
  const std::string call = "  %r = call i32 @memcmp(i32 %n)\n  store i32 %r, ptr %to, align 4\n";
  EXPECT_EQ(body_after(ExpandComparisons(), "i32 %n, ptr %to", call, "declare i32 @memcmp(i32)\n"), call);
}

} // namespace
} // namespace xeforge::toolchain::lowering
