#include "xeforge/toolchain/lowering/testing.hpp"

namespace xeforge::toolchain::lowering {
namespace {

std::string asked(const std::string& body) { return body_after(AskMasks(), "<8 x i1> %m, i32 %x, i32 %y", body); }

TEST(ask_masks, any_and_all_are_functions) {
  EXPECT_EQ(asked("  %bits = bitcast <8 x i1> %m to i8\n  %any = icmp ne i8 %bits, 0\n"
                  "  %all = icmp eq i8 %bits, -1\n  %both = and i1 %any, %all\n"),
            "  %1 = call i1 @llvm.genx.any.v8i1(<8 x i1> %m)\n"
            "  %2 = call i1 @llvm.genx.all.v8i1(<8 x i1> %m)\n"
            "  %both = and i1 %1, %2\n");
}

TEST(ask_masks, choices_and_branches_by_the_opposite_go_the_other_way) {
  EXPECT_EQ(asked("  %bits = bitcast <8 x i1> %m to i8\n  %none = icmp eq i8 %bits, 0\n"
                  "  %one = select i1 %none, i32 %x, i32 %y\n  br i1 %none, label %first, label %second\n"
                  "first:\n  ret void\nsecond:\n"),
            "  %1 = call i1 @llvm.genx.any.v8i1(<8 x i1> %m)\n"
            "  %one = select i1 %1, i32 %y, i32 %x\n"
            "  br i1 %1, label %second, label %first\nfirst:\n  ret void\nsecond:\n");
}

TEST(ask_masks, elsewhere_the_opposite_is_computed) {
  EXPECT_EQ(asked("  %bits = bitcast <8 x i1> %m to i8\n  %some_not = icmp ne i8 %bits, -1\n"
                  "  %number = zext i1 %some_not to i32\n"),
            "  %1 = call i1 @llvm.genx.all.v8i1(<8 x i1> %m)\n"
            "  %2 = xor i1 %1, true\n"
            "  %number = zext i1 %2 to i32\n");
}

TEST(ask_masks, other_comparisons_and_masks_without_such_functions_stay) {
  for (const std::string body : {"  %bits = bitcast <8 x i1> %m to i8\n  %first = icmp eq i8 %bits, 1\n",
                                 "  %twelve = shufflevector <8 x i1> %m, <8 x i1> %m, <12 x i32> zeroinitializer\n"
                                 "  %bits = bitcast <12 x i1> %twelve to i12\n  %any = icmp ne i12 %bits, 0\n"})
    EXPECT_EQ(asked(body), body);
}

} // namespace
} // namespace xeforge::toolchain::lowering
