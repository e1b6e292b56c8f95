#include "xeforge/toolchain/lowering/testing.hpp"

namespace xeforge::toolchain::lowering {
namespace {

std::string after(const std::string& body) {
  return body_after(RoundOnce(), "<8 x double> %d, double %one, <8 x float> %f", body, "");
}
bool has(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

TEST(round_once, doubles_become_halves_by_floats_that_are_odd_where_bits_are_lost) {
  const std::string result = after("  %h = fptrunc <8 x double> %d to <8 x half>\n  store <8 x half> %h, ptr poison\n");
  EXPECT_TRUE(has(result, "and <8 x i64> ") && has(result, "splat (i64 536870911)")) << result;
  EXPECT_TRUE(has(result, "fptrunc <8 x double> ") && has(result, "to <8 x float>\n")) << result;
  EXPECT_TRUE(has(result, "fptrunc <8 x float> ") && has(result, "to <8 x half>\n")) << result;
  EXPECT_TRUE(has(after("  %h = fptrunc double %one to half\n  store half %h, ptr poison\n"), "to float\n"));
}

TEST(round_once, other_conversions_stay) {
  const std::string floats = "  %h = fptrunc <8 x float> %f to <8 x half>\n  store <8 x half> %h, ptr poison\n";
  EXPECT_FALSE(has(after(floats), "i64"));
  EXPECT_FALSE(has(after("  %f1 = fptrunc double %one to float\n  store float %f1, ptr poison\n"), "i64"));
}

} // namespace
} // namespace xeforge::toolchain::lowering
