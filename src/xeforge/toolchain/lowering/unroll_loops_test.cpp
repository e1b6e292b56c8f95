#include "xeforge/toolchain/lowering/testing.hpp"

namespace xeforge::toolchain::lowering {
namespace {

// Writes element i of a vector to p[i], for i from 0 to a bound.
std::string loop_to(const std::string& bound) {
  return "  br label %loop\n"
         "loop:\n"
         "  %i = phi i32 [ 0, %0 ], [ %next, %loop ]\n"
         "  %wide = trunc i32 %i to i16\n"
         "  %bytes = shl i16 %wide, 2\n"
         "  %e = call i32 @llvm.genx.rdregioni.x0(<4 x i32> %v, i32 1, i32 1, i32 1, i16 %bytes, i32 0)\n"
         "  %at = getelementptr i32, ptr %p, i32 %i\n"
         "  store i32 %e, ptr %at\n"
         "  %next = add i32 %i, 1\n"
         "  %more = icmp ult i32 %next, " +
         bound +
         "\n  br i1 %more, label %loop, label %out\n"
         "out:\n";
}
std::string unrolled(const std::string& body) {
  return body_after(UnrollLoops(), "<4 x i32> %v, ptr %p, i32 %n", body,
                    "declare i32 @llvm.genx.rdregioni.x0(<4 x i32>, i32, i32, i32, i16, i32) memory(none) willreturn "
                    "nounwind\n");
}

TEST(unroll_loops, few_rounds_become_straight_code_with_constant_offsets) {
  const std::string result = unrolled(loop_to("3"));
  EXPECT_EQ(result.find("br "), std::string::npos) << result;
  for (const char* offset : {"i16 0, i32 0)", "i16 4, i32 0)", "i16 8, i32 0)"})
    EXPECT_TRUE(contains(result, offset)) << offset << result;
}

TEST(unroll_loops, other_loops_stay) {
  EXPECT_TRUE(contains(unrolled(loop_to("%n")), "br i1 %more, label %loop, label %out"));
  EXPECT_TRUE(contains(unrolled(loop_to("1000")), "br i1 %more, label %loop, label %out"));
}

TEST(unroll_loops, what_has_no_loop_is_not_touched) {
  const std::string body = "  %unused = add i32 %n, 1\n";
  EXPECT_EQ(unrolled(body), body);
}

} // namespace
} // namespace xeforge::toolchain::lowering
