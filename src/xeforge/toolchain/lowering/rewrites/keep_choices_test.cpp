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

TEST(keep_choices, other_choices_and_integers_stay) {
  for (const std::string body :
       {"  %c = fcmp oeq float %x, %y\n  %m = select i1 %c, float %x, float 2.000000e+00\n",
        "  %i = fptosi float %x to i32\n  %c = icmp slt i32 %i, 3\n  %m = select i1 %c, i32 %i, i32 3\n"})
    EXPECT_EQ(kept(body), body);
}

} // namespace
} // namespace xeforge::toolchain::lowering
