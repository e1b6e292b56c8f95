#include "xeforge/toolchain/lowering/testing.hpp"

namespace xeforge::toolchain::lowering {
namespace {

std::string named(const std::string& body, const std::string& rest) {
  return body_after(NameIntrinsics(), "<16 x float> %x, <8 x float> %y", body, rest);
}

TEST(name_intrinsics, each_declaration_gets_the_vector_compilers_name_and_a_number_of_its_own) {
  const std::string second = "_ZN7xeforge5esimd4genx3expIDv8_fJS3_EEET_DpT0_",
                    internal = "_ZN7xeforge5esimd4genx8internal12cast_to_bf16IDv8_tJDv8_fEEET_DpT0_";
  EXPECT_EQ(named("  %a = call <16 x float> @" + exp_symbol + "(<16 x float> %x)\n  %b = call <8 x float> @" + second +
                      "(<8 x float> %y)\n  %c = call <8 x i16> @" + internal + "(<8 x float> %y)\n",
                  "declare <16 x float> @" + exp_symbol + "(<16 x float>)\ndeclare <8 x float> @" + second +
                      "(<8 x float>)\ndeclare <8 x i16> @" + internal + "(<8 x float>)\n"),
            "  %a = call <16 x float> @llvm.genx.exp.x0(<16 x float> %x)\n"
            "  %b = call <8 x float> @llvm.genx.exp.x1(<8 x float> %y)\n"
            "  %c = call <8 x i16> @llvm.vc.internal.cast.to.bf16.x2(<8 x float> %y)\n");
}

TEST(name_intrinsics, functions_with_a_body_and_those_of_others_keep_their_names) {
  const std::string body = "  %a = call <16 x float> @" + exp_symbol +
                           "(<16 x float> %x)\n  %b = call <8 x float> @_ZN4user4genx3expEv(<8 x float> %y)\n";
  EXPECT_EQ(named(body, "define <16 x float> @" + exp_symbol +
                            "(<16 x float> %x) {\n  ret <16 x float> %x\n}\n"
                            "declare <8 x float> @_ZN4user4genx3expEv(<8 x float>)\n"),
            body);
}

} // namespace
} // namespace xeforge::toolchain::lowering
