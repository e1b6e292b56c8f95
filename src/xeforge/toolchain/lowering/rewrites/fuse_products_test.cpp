#include "xeforge/toolchain/lowering/testing.hpp"

namespace xeforge::toolchain::lowering {
namespace {

struct Result {
  std::string body;
  bool is_fused = false;
};

Result fused(const std::string& body) {
  Result result;
  result.body =
      body_after(FuseProducts(result.is_fused), "<4 x float> %a, <4 x float> %b, <4 x float> %c, ptr %p", body);
  return result;
}

std::string stored(const std::string& value) { return "  store <4 x float> " + value + ", ptr %p, align 16\n"; }
const std::string apart = "  %k = fmul <4 x float> %a, %c\n  %l = fadd <4 x float> %k, %b\n" + stored("%l");

TEST(fuse_products, nothing_changes_where_all_pairs_may_be_fused) {
  const std::string body =
      "  %x = fmul contract <4 x float> %a, %b\n  %y = fadd contract <4 x float> %x, %c\n" + stored("%y");
  const Result result = fused(body);
  EXPECT_FALSE(result.is_fused);
  EXPECT_TRUE(contains(result.body, body)) << result.body;
}

TEST(fuse_products, a_pair_that_is_kept_apart_stays_and_others_become_one) {
  const std::string fma = "call contract <4 x float> @llvm.fma.v4f32(<4 x float> ";
  for (const auto& [sum, expected] :
       {std::pair("fadd contract <4 x float> %x, %c", fma + "%a, <4 x float> %b, <4 x float> %c)"),
        {"fadd contract <4 x float> %c, %x", fma + "%a, <4 x float> %b, <4 x float> %c)"},
        {"fsub contract <4 x float> %x, %c", fma + "%a, <4 x float> %b, <4 x float> %1)"},
        {"fsub contract <4 x float> %c, %x", fma + "%1, <4 x float> %b, <4 x float> %c)"}}) {
    const Result result =
        fused("  %x = fmul contract <4 x float> %a, %b\n  %y = " + std::string(sum) + "\n" + stored("%y") + apart);
    EXPECT_TRUE(result.is_fused);
    EXPECT_TRUE(contains(result.body, expected)) << result.body;
    EXPECT_TRUE(contains(result.body, apart)) << result.body;
  }
}

TEST(fuse_products, both_have_to_allow_it) {
  for (const char* const body : {"  %x = fmul contract <4 x float> %a, %b\n  %y = fadd <4 x float> %x, %c\n",
                                 "  %x = fmul <4 x float> %a, %b\n  %n = fneg <4 x float> %x\n"
                                 "  %y = fadd contract <4 x float> %c, %n\n"}) {
    const Result result = fused(body + stored("%y"));
    EXPECT_TRUE(result.is_fused);
    EXPECT_FALSE(contains(result.body, "llvm.fma")) << result.body;
  }
}

} // namespace
} // namespace xeforge::toolchain::lowering
