#include "xeforge/toolchain/lowering/testing.hpp"

namespace xeforge::toolchain::lowering {
namespace {

std::string asked(const std::string& body) {
  return body_after(AskMasks(), "<8 x float> %x, <8 x float> %y, <32 x float> %v, <8 x i32> %i", body);
}

const std::string mask = "  %m = fcmp ogt <8 x float> %x, %y\n", bits = "  %bits = bitcast <8 x i1> %m to i8\n";

// How the result of a function is used.
std::string answer_of(const std::string& function, const std::string& comparison) {
  return mask + "  %1 = call i1 @llvm.genx." + function + ".v8i1(<8 x i1> %m)\n" +
         "  %2 = zext i1 %1 to i32\n"
         "  %3 = call spir_func i32 @llvm.vc.internal.optimization.fence.i32(i32 %2)\n"
         "  %4 = icmp " +
         comparison + " i32 %3, 0\n  %n = zext i1 %4 to i32\n";
}

TEST(ask_masks, questions_are_functions) {
  const std::string used = "  %n = zext i1 %a to i32\n";
  EXPECT_EQ(asked(mask + bits + "  %a = icmp ne i8 %bits, 0\n" + used), answer_of("any", "ne"));
  EXPECT_EQ(asked(mask + bits + "  %a = icmp eq i8 %bits, 0\n" + used), answer_of("any", "eq"));
  EXPECT_EQ(asked(mask + bits + "  %a = icmp eq i8 %bits, -1\n" + used), answer_of("all", "ne"));
  EXPECT_EQ(asked(mask + bits + "  %a = icmp ne i8 %bits, -1\n" + used), answer_of("all", "eq"));
}

TEST(ask_masks, also_of_masks_that_were_numbers) {
  const std::string result =
      asked("  %c = fcmp ogt <8 x float> %x, %y\n  %z = zext <8 x i1> %c to <8 x i16>\n"
            "  %s = shufflevector <8 x i16> %z, <8 x i16> poison, <8 x i32> <i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, "
            "i32 1, i32 0>\n  %m = icmp ne <8 x i16> %s, zeroinitializer\n  %b = bitcast <8 x i1> %m to i8\n"
            "  %a = icmp eq i8 %b, 0\n  %u = zext i1 %a to i32\n");
  EXPECT_TRUE(contains(result, "call i1 @llvm.genx.any.v8i1(<8 x i1> %m)")) << result;
}

TEST(ask_masks, other_numbers_of_lanes_and_other_masks_stay) {
  for (const std::string& body :
       {mask + bits + "  %first = icmp eq i8 %bits, 1\n",
        std::string("  %m = fcmp ogt <32 x float> %v, %v\n  %bits = bitcast <32 x i1> %m to i32\n  %a = icmp ne i32 "
                    "%bits, 0\n"),
        std::string("  %m = icmp sgt <8 x i32> %i, zeroinitializer\n") + bits + "  %a = icmp eq i8 %bits, 0\n"})
    EXPECT_EQ(asked(body), body);
}

} // namespace
} // namespace xeforge::toolchain::lowering
