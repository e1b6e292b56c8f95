#include "xeforge/toolchain/lowering/testing.hpp"

namespace xeforge::toolchain::lowering {
namespace {

std::string expanded(const std::string& parameters, const std::string& body) {
  return body_after(ExpandWideProducts(), parameters, body);
}

std::string product(const std::string& extension, const std::string& part) {
  return "  %x = " + extension + " i64 %a to i128\n  %y = " + extension + " i64 %b to i128\n  %p = mul i128 %x, %y\n" +
         part;
}

TEST(expand_wide_products, the_upper_half_comes_from_products_of_32_bits) {
  EXPECT_EQ(expanded("i64 %a, i64 %b",
                     product("zext", "  %s = lshr i128 %p, 64\n  %r = trunc i128 %s to i64\n  %u = add i64 %r, 1\n")),
            "  %1 = and i64 %a, 4294967295\n"
            "  %2 = lshr i64 %a, 32\n"
            "  %3 = and i64 %b, 4294967295\n"
            "  %4 = lshr i64 %b, 32\n"
            "  %5 = mul i64 %2, %3\n"
            "  %6 = mul i64 %1, %4\n"
            "  %7 = mul i64 %1, %3\n"
            "  %8 = lshr i64 %7, 32\n"
            "  %9 = and i64 %5, 4294967295\n"
            "  %10 = add i64 %8, %9\n"
            "  %11 = and i64 %6, 4294967295\n"
            "  %12 = add i64 %10, %11\n"
            "  %13 = mul i64 %2, %4\n"
            "  %14 = lshr i64 %12, 32\n"
            "  %15 = add i64 %13, %14\n"
            "  %16 = lshr i64 %5, 32\n"
            "  %17 = add i64 %15, %16\n"
            "  %18 = lshr i64 %6, 32\n"
            "  %19 = add i64 %17, %18\n"
            "  %u = add i64 %19, 1\n");
}

TEST(expand_wide_products, negative_factors_are_taken_back) {
  const std::string ir =
      expanded("i64 %a, i64 %b",
               product("sext", "  %s = lshr i128 %p, 64\n  %r = trunc i128 %s to i64\n  %u = add i64 %r, 1\n"));
  EXPECT_NE(
      ir.find("  %20 = ashr i64 %a, 63\n  %21 = and i64 %20, %b\n  %22 = sub i64 %19, %21\n"
              "  %23 = ashr i64 %b, 63\n  %24 = and i64 %23, %a\n  %25 = sub i64 %22, %24\n  %u = add i64 %25, 1\n"),
      std::string::npos)
      << ir;
}

TEST(expand_wide_products, the_lower_half_is_a_product) {
  EXPECT_EQ(expanded("i64 %a, i64 %b", product("zext", "  %r = trunc i128 %p to i64\n  %u = add i64 %r, 1\n")),
            "  %1 = mul i64 %a, %b\n  %u = add i64 %1, 1\n");
}

TEST(expand_wide_products, parts_of_both_halves_are_put_together) {
  const std::string ir =
      expanded("i64 %a, i64 %b",
               product("zext", "  %s = lshr i128 %p, 56\n  %r = trunc i128 %s to i32\n  %u = add i32 %r, 1\n"));
  EXPECT_NE(ir.find("lshr i64 %1, 56"), std::string::npos) << ir;
  EXPECT_NE(ir.find(", 8\n"), std::string::npos) << ir;
  EXPECT_EQ(ir.find("i128"), std::string::npos) << ir;
}

TEST(expand_wide_products, factors_may_be_constants_and_lanes) {
  const std::string ir =
      expanded("<4 x i64> %a", "  %x = zext <4 x i64> %a to <4 x i128>\n"
                               "  %p = mul <4 x i128> %x, splat (i128 11400714819323198485)\n"
                               "  %s = lshr <4 x i128> %p, splat (i128 64)\n"
                               "  %r = trunc <4 x i128> %s to <4 x i64>\n  %u = add <4 x i64> %r, %a\n");
  EXPECT_EQ(ir.find("i128"), std::string::npos) << ir;
}

TEST(expand_wide_products, sums_of_loops_have_65_bits) {
  const std::string ir =
      expanded("i64 %a, i64 %b", "  %x = zext i64 %a to i65\n  %y = zext i64 %b to i65\n  %p = mul i65 %x, %y\n"
                                 "  %s = lshr i65 %p, 1\n  %r = trunc i65 %s to i64\n  %u = add i64 %r, 1\n");
  EXPECT_TRUE(contains(ir, "  %1 = mul i64 %a, %b\n  %2 = lshr i64 %1, 1\n")) << ir;
  EXPECT_TRUE(contains(ir, ", 63\n")) << ir;
  EXPECT_FALSE(contains(ir, "i65")) << ir;
}

TEST(expand_wide_products, other_integers_of_128_bits_stay) {
  const std::string sum = "  %x = zext i64 %a to i128\n  %y = zext i64 %b to i128\n  %p = add i128 %x, %y\n"
                          "  %s = lshr i128 %p, 64\n  %r = trunc i128 %s to i64\n  %u = add i64 %r, 1\n";
  EXPECT_EQ(expanded("i64 %a, i64 %b", sum), sum);
}

} // namespace
} // namespace xeforge::toolchain::lowering
