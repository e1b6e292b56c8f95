#include "xeforge/toolchain/lowering/testing.hpp"

namespace xeforge::toolchain::lowering {
namespace {

const std::string product = "@llvm.genx.dpas2.x0", fence = "@llvm.vc.internal.optimization.fence.v128f32";
const std::string declarations_of_products =
    "declare <128 x float> " + product + "(<128 x float>, <128 x i32>, <64 x i32>, i32, i32, i32, i32, i32, i32)\n" +
    "declare void @use(<128 x float>)\n";

std::string multiply(const std::string& sum) {
  return "call <128 x float> " + product + "(<128 x float> " + sum +
         ", <128 x i32> %b, <64 x i32> %a, i32 9, i32 9, i32 8, i32 8, i32 0, i32 0)\n";
}

std::string held(const std::string& body) {
  return body_after(HoldProducts(), "i1 %c, <128 x float> %sum, <128 x i32> %b, <64 x i32> %a", body,
                    declarations_of_products);
}

TEST(hold_products, what_only_a_branch_uses_is_held_before_it) {
  const std::string first = "  %p = " + multiply("%sum") + "  %q = " + multiply("%p");
  const std::string result =
      held(first + "  br i1 %c, label %yes, label %no\nyes:\n  call void @use(<128 x float> %q)\n"
                   "  br label %no\nno:\n");
  EXPECT_TRUE(result.starts_with(first + "  %1 = call spir_func <128 x float> " + fence +
                                 "(<128 x float> %q)\n  br i1 %c, label %yes, label %no\n"))
      << result;
  EXPECT_NE(result.find("call void @use(<128 x float> %1)"), std::string::npos) << result;
}

TEST(hold_products, what_the_block_uses_itself_and_blocks_without_a_choice_stay) {
  for (const std::string& body :
       {"  %p = " + multiply("%sum") + "  call void @use(<128 x float> %p)\n  br i1 %c, label %yes, label %no\nyes:\n" +
            "  br label %no\nno:\n",
        "  %p = " + multiply("%sum") + "  br label %no\nno:\n  call void @use(<128 x float> %p)\n"})
    EXPECT_EQ(held(body).find("fence"), std::string::npos) << held(body);
}

// The sum of a loop whose products the next iteration uses.
TEST(hold_products, a_loop_of_one_block_is_held_once_a_pass) {
  const std::string result =
      held("  br label %loop\nloop:\n  %s = phi <128 x float> [ %sum, %0 ], [ %p, %loop ]\n  %p = " + multiply("%s") +
           "  br i1 %c, label %loop, label %no\nno:\n  call void @use(<128 x float> %p)\n");
  EXPECT_NE(result.find("[ %1, %loop ]"), std::string::npos) << result;
}

} // namespace
} // namespace xeforge::toolchain::lowering
