#include "xeforge/toolchain/lowering/testing.hpp"

namespace xeforge::toolchain::lowering {
namespace {

std::string kept(const std::string& body) { return body_after(KeepChoices(), "float %x, float %y", body); }

TEST(keep_choices, what_is_compared_is_not_what_is_chosen) {
  EXPECT_EQ(kept("  %c = fcmp oeq float %x, %y\n  %m = select i1 %c, float %x, float %y\n"),
            "  %1 = fadd float %x, 0.000000e+00\n"
            "  %c = fcmp oeq float %1, %y\n"
            "  %m = select i1 %c, float %x, float %y\n");
}

TEST(keep_choices, also_between_a_number_and_a_constant_in_any_order) {
  EXPECT_EQ(kept("  %c = fcmp une float 1.0, %y\n  %m = select i1 %c, float 1.0, float %y\n"),
            "  %1 = fadd float %y, 0.000000e+00\n"
            "  %c = fcmp une float 1.000000e+00, %1\n"
            "  %m = select i1 %c, float 1.000000e+00, float %y\n");
}

TEST(keep_choices, also_where_others_decide_as_well) {
  const std::string choice = "  %b = and i1 %d, %c\n  %m = select i1 %b, float %x, float %y\n";
  EXPECT_EQ(body_after(KeepChoices(), "float %x, float %y, i1 %d", "  %c = fcmp ole float %x, %y\n" + choice),
            "  %1 = fadd float %x, 0.000000e+00\n  %c = fcmp ole float %1, %y\n" + choice);
}

TEST(keep_choices, whatever_the_comparison) {
  for (const std::string comparison : {"olt", "ogt", "ule", "oeq", "nnan oge"})
    EXPECT_NE(
        kept("  %c = fcmp " + comparison + " float %x, %y\n  %m = select i1 %c, float %x, float %y\n").find("fadd"),
        std::string::npos)
        << comparison;
}

TEST(keep_choices, what_would_be_dropped_is_added_to_the_other_one_or_to_none) {
  EXPECT_EQ(
      body_after(KeepChoices(), "i32 %i, float %y",
                 "  %x = sitofp i32 %i to float\n  %c = fcmp ole float %x, %y\n  %m = select i1 %c, float %x, float "
                 "%y\n"),
      "  %x = sitofp i32 %i to float\n  %1 = fadd float %y, 0.000000e+00\n  %c = fcmp ole float %x, %1\n"
      "  %m = select i1 %c, float %x, float %y\n");
  const auto of_integers = [](const std::string& comparison) {
    return "  %x = sitofp i32 %i to float\n  %y = uitofp i32 %i to float\n  %c = fcmp " + comparison +
           " float %x, %y\n  %m = select i1 %c, float %x, float %y\n";
  };
  const std::pair<const char*, const char*> same[] = {{"ole", "olt"}, {"ugt", "oge"}, {"olt", "olt"}, {"oge", "oge"}};
  for (const auto& [comparison, made] : same)
    EXPECT_EQ(body_after(KeepChoices(), "i32 %i", of_integers(comparison)), of_integers(made));
  // For equal values, other uses of the comparison would have another result.
  for (const char* other :
       {"  %u = zext i1 %c to i32\n", "  %b = and i1 %c, %d\n  %n = select i1 %b, float %x, float %y\n"})
    EXPECT_TRUE(contains(body_after(KeepChoices(), "i32 %i, i1 %d", of_integers("ole") + other), "%c = fcmp ole "));
}

TEST(keep_choices, a_predicate_that_chooses_vectors_is_a_mask) {
  EXPECT_EQ(body_after(KeepChoices(), "i1 %c, <2 x float> %x, <2 x float> %y",
                       "  %m = select i1 %c, <2 x float> %x, <2 x float> %y\n  %n = fneg <2 x float> %m\n"),
            "  %1 = sext i1 %c to i16\n"
            "  %2 = call spir_func i16 @llvm.vc.internal.optimization.fence.i16(i16 %1)\n"
            "  %.splatinsert = insertelement <2 x i16> poison, i16 %2, i64 0\n"
            "  %.splat = shufflevector <2 x i16> %.splatinsert, <2 x i16> poison, <2 x i32> zeroinitializer\n"
            "  %3 = icmp ne <2 x i16> %.splat, zeroinitializer\n"
            "  %4 = select <2 x i1> %3, <2 x float> %x, <2 x float> %y\n"
            "  %n = fneg <2 x float> %4\n");
}

TEST(keep_choices, a_bfloat_that_a_mask_takes_is_shifted) {
  const std::string cast = "@llvm.vc.internal.cast.from.bf16.x0(<8 x i16> %b)\n",
                    declared = "declare <8 x float> @llvm.vc.internal.cast.from.bf16.x0(<8 x i16>)\n"
                               "declare <8 x float> @llvm.genx.wrregionf.x1(<8 x float>, <8 x float>, i32, i32, i32, "
                               "i16, i32, <8 x i1>)\n";
  const auto after = [&](const std::string& use) {
    return body_after(KeepChoices(), "<8 x i16> %b, <8 x float> %x, <8 x i1> %m, ptr %p",
                      "  %f = call <8 x float> " + cast + use, declared);
  };
  const std::string shifted = "  %1 = zext <8 x i16> %b to <8 x i32>\n  %2 = shl <8 x i32> %1, splat (i32 16)\n"
                              "  %3 = bitcast <8 x i32> %2 to <8 x float>\n";
  EXPECT_EQ(after("  %s = select <8 x i1> %m, <8 x float> %f, <8 x float> %x\n"),
            shifted + "  %s = select <8 x i1> %m, <8 x float> %3, <8 x float> %x\n");
  const std::string write =
      "  %w = call <8 x float> @llvm.genx.wrregionf.x1(<8 x float> %x, <8 x float> %f, i32 8, i32 8, "
      "i32 1, i16 0, i32 0, <8 x i1> ";
  EXPECT_TRUE(contains(after(write + "%m)\n"), shifted));
  for (const std::string& other :
       {write + "splat (i1 true))\n", std::string("  store <8 x float> %f, ptr %p, align 4\n")})
    EXPECT_EQ(after(other), "  %f = call <8 x float> " + cast + other);
}

TEST(keep_choices, other_choices_and_integers_stay) {
  for (const std::string body :
       {"  %c = fcmp oeq float %x, %y\n  %m = select i1 %c, float %x, float 2.000000e+00\n",
        "  %i = fptosi float %x to i32\n  %c = icmp slt i32 %i, 3\n  %m = select i1 %c, i32 %i, i32 3\n"})
    EXPECT_EQ(kept(body), body);
}

} // namespace
} // namespace xeforge::toolchain::lowering
