#include "xeforge/toolchain/lowering/testing.hpp"

namespace xeforge::toolchain::lowering {
namespace {

std::string with_builtins_expanded(const std::string& parameters, const std::string& body,
                                   const std::string& rest = {}) {
  return body_after(ExpandBuiltins(), parameters, body, rest);
}

TEST(expand_builtins, signed_saturation_looks_at_signs_and_takes_the_limit_on_the_other_side) {
  EXPECT_EQ(with_builtins_expanded("i32 %a, i32 %b",
                                   "  %s = call i32 @llvm.ssub.sat.i32(i32 %a, i32 %b)\n  %u = add i32 %s, 1\n"),
            "  %1 = sub i32 %a, %b\n"
            "  %2 = xor i32 %a, %1\n"
            "  %3 = xor i32 %b, %a\n"
            "  %4 = and i32 %2, %3\n"
            "  %5 = icmp slt i32 %4, 0\n"
            "  %6 = ashr i32 %1, 31\n"
            "  %7 = xor i32 %6, -2147483648\n"
            "  %8 = select i1 %5, i32 %7, i32 %1\n"
            "  %u = add i32 %8, 1\n");
}

TEST(expand_builtins, lanes_saturate_like_numbers) {
  EXPECT_EQ(with_builtins_expanded(
                "<8 x i8> %a", "  %s = tail call <8 x i8> @llvm.sadd.sat.v8i8(<8 x i8> %a, <8 x i8> splat (i8 1))\n"),
            "  %1 = add <8 x i8> %a, splat (i8 1)\n"
            "  %2 = xor <8 x i8> %a, %1\n"
            "  %3 = xor <8 x i8> splat (i8 1), %1\n"
            "  %4 = and <8 x i8> %2, %3\n"
            "  %5 = icmp slt <8 x i8> %4, zeroinitializer\n"
            "  %6 = ashr <8 x i8> %1, splat (i8 7)\n"
            "  %7 = xor <8 x i8> %6, splat (i8 -128)\n"
            "  %8 = select <8 x i1> %5, <8 x i8> %7, <8 x i8> %1\n");
}

TEST(expand_builtins, bytes_are_rotated_in_words) {
  EXPECT_EQ(with_builtins_expanded("i8 %a, i8 %n", "  %s = tail call i8 @llvm.fshl.i8(i8 %a, i8 %a, i8 %n)\n"),
            "  %1 = zext i8 %a to i16\n"
            "  %2 = zext i8 %a to i16\n"
            "  %3 = shl i16 %1, 8\n"
            "  %4 = or i16 %3, %2\n"
            "  %5 = and i8 %n, 7\n"
            "  %6 = zext i8 %5 to i16\n"
            "  %7 = shl i16 %4, %6\n"
            "  %8 = lshr i16 %7, 8\n"
            "  %9 = trunc i16 %8 to i8\n");
}

TEST(expand_builtins, leading_zeros_of_64_bits_are_those_of_a_half) {
  EXPECT_EQ(with_builtins_expanded("i64 %a", "  %s = tail call range(i64 0, 65) i64 @llvm.ctlz.i64(i64 %a, i1 true)\n"),
            "  %1 = lshr i64 %a, 32\n"
            "  %2 = trunc i64 %1 to i32\n"
            "  %3 = trunc i64 %a to i32\n"
            "  %4 = call i32 @llvm.ctlz.i32(i32 %2, i1 false)\n"
            "  %5 = call i32 @llvm.ctlz.i32(i32 %3, i1 false)\n"
            "  %6 = add i32 %5, 32\n"
            "  %7 = icmp eq i32 %2, 0\n"
            "  %8 = select i1 %7, i32 %6, i32 %4\n"
            "  %9 = zext i32 %8 to i64\n");
}

TEST(expand_builtins, an_unsigned_sum_saturates_where_it_is_smaller_than_what_it_is_made_of) {
  EXPECT_EQ(with_builtins_expanded("<1 x i32> %a, <1 x i32> %b",
                                   "  %s = call <1 x i32> @llvm.uadd.sat.v1i32(<1 x i32> %a, <1 x i32> %b)\n"),
            "  %1 = add <1 x i32> %a, %b\n  %2 = icmp ult <1 x i32> %1, %a\n"
            "  %3 = select <1 x i1> %2, <1 x i32> splat (i32 -1), <1 x i32> %1\n");
}

TEST(expand_builtins, an_unsigned_difference_saturates_by_a_signed_maximum) {
  EXPECT_EQ(with_builtins_expanded("i32 %a, i32 %b", "  %s = call i32 @llvm.usub.sat.i32(i32 %a, i32 %b)\n"),
            "  %1 = xor i32 %a, -2147483648\n"
            "  %2 = xor i32 %b, -2147483648\n"
            "  %3 = call i32 @llvm.smax.i32(i32 %1, i32 %2)\n"
            "  %4 = sub i32 %3, %2\n");
}

TEST(expand_builtins, bits_of_64_are_reversed_as_two_words) {
  EXPECT_EQ(with_builtins_expanded("i64 %a", "  %s = call i64 @llvm.bitreverse.i64(i64 %a)\n"),
            "  %1 = bitcast i64 %a to <2 x i32>\n"
            "  %2 = call <2 x i32> @llvm.bitreverse.v2i32(<2 x i32> %1)\n"
            "  %3 = shufflevector <2 x i32> %2, <2 x i32> poison, <2 x i32> <i32 1, i32 0>\n"
            "  %4 = bitcast <2 x i32> %3 to i64\n");
}

TEST(expand_builtins, a_natural_logarithm_of_floats_is_made_of_the_binary_one) {
  EXPECT_EQ(with_builtins_expanded("float %a", "  %s = call float @llvm.log.f32(float %a)\n"),
            "  %1 = call float @llvm.log2.f32(float %a)\n"
            "  %2 = fmul float %1, 0x3FE62E4300000000\n");
}

TEST(expand_builtins, a_multiply_add_hint_becomes_two_instructions_that_may_be_fused) {
  EXPECT_EQ(with_builtins_expanded(
                "<8 x float> %a, <8 x float> %b",
                "  %s = tail call contract <8 x float> @llvm.fmuladd.v8f32(<8 x float> %a, <8 x float> splat (float "
                "2.0), <8 x float> %b)\n"),
            "  %1 = fmul contract <8 x float> %a, splat (float 2.000000e+00)\n"
            "  %2 = fadd contract <8 x float> %1, %b\n");
}

TEST(expand_builtins, a_sum_that_is_clamped_saturates_where_it_cannot_overflow) {
  const std::string parameters = "<8 x i8> %a, <8 x i32> %b";
  const std::string before = "  %l = sext <8 x i8> %a to <8 x i32>\n"
                             "  %r = ashr exact <8 x i32> %b, splat (i32 4)\n";
  const std::string limits = "  %c = call <8 x i32> @llvm.genx.smax.x4(<8 x i32> %s, <8 x i32> splat (i32 -128))\n";
  const std::string rest = "declare <8 x i32> @llvm.genx.smax.x4(<8 x i32>, <8 x i32>)\n";
  const std::string saturated = "  %c = call <8 x i32> @llvm.genx.smax.x4(<8 x i32> %1, <8 x i32> splat (i32 -128))\n";
  EXPECT_EQ(with_builtins_expanded(parameters, before + "  %s = add nsw <8 x i32> %l, %r\n" + limits, rest),
            before + "  %1 = call <8 x i32> @llvm.genx.ssadd.sat.v8i32(<8 x i32> %l, <8 x i32> %r)\n" + saturated);
  EXPECT_EQ(with_builtins_expanded(parameters, before + "  %s = sub <8 x i32> %l, %r\n" + limits, rest),
            before + "  %1 = sub <8 x i32> zeroinitializer, %r\n" +
                "  %2 = call <8 x i32> @llvm.genx.ssadd.sat.v8i32(<8 x i32> %l, <8 x i32> %1)\n" +
                "  %c = call <8 x i32> @llvm.genx.smax.x4(<8 x i32> %2, <8 x i32> splat (i32 -128))\n");

  const std::string may_overflow = before + "  %s = add nsw <8 x i32> %l, %b\n" + limits;
  EXPECT_EQ(with_builtins_expanded(parameters, may_overflow, rest), may_overflow);
  const std::string other_limit = before + "  %s = add nsw <8 x i32> %l, %r\n" +
                                  "  %c = call <8 x i32> @llvm.smax.v8i32(<8 x i32> %s, <8 x i32> splat (i32 -100))\n";
  EXPECT_EQ(with_builtins_expanded(parameters, other_limit), other_limit);
}

TEST(expand_builtins, floors_of_double_have_the_sign_of_the_number) {
  EXPECT_EQ(body_after(ExpandBuiltins(), "double %x",
                       "  %r = call double @llvm.floor.f64(double %x)\n  %s = fneg double %r\n"),
            "  %1 = call double @llvm.floor.f64(double %x)\n"
            "  %2 = call double @llvm.copysign.f64(double %1, double %x)\n  %s = fneg double %2\n");
  const std::string of_float = "  %r = call float @llvm.ceil.f32(float %x)\n";
  EXPECT_EQ(body_after(ExpandBuiltins(), "float %x", of_float), of_float);
}

TEST(expand_builtins, doubles_are_divided_by_constants_whose_reciprocal_is_not_exact) {
  EXPECT_EQ(
      body_after(ExpandBuiltins(), "double %x", "  %r = fdiv double %x, 4.900000e+01\n  %s = fneg double %r\n"),
      "  %1 = call spir_func double @llvm.genx.ieee.div.f64(double %x, double 4.900000e+01)\n  %s = fneg double %1\n");
  EXPECT_TRUE(contains(body_after(ExpandBuiltins(), "<2 x double> %x",
                                  "  %r = fdiv <2 x double> %x, splat (double 3.0)\n  %s = fneg <2 x double> %r\n"),
                       "@llvm.genx.ieee.div.v2f64(<2 x double> %x, <2 x double> splat (double 3.000000e+00))"));
  for (const std::string stays : {"  %r = fdiv double %x, 8.000000e+00\n", "  %r = fdiv double 1.000000e+00, %x\n"})
    EXPECT_EQ(body_after(ExpandBuiltins(), "double %x", stays), stays);
}

TEST(expand_builtins, checks_for_overflow_compare) {
  const auto checked = [](const std::string& name) {
    return body_after(ExpandBuiltins(), "i32 %a, i32 %b, ptr %p",
                      "  %r = call { i32, i1 } @llvm." + name +
                          ".with.overflow.i32(i32 %a, i32 %b)\n"
                          "  %o = extractvalue { i32, i1 } %r, 1\n  store i1 %o, ptr %p, align 1\n");
  };
  EXPECT_TRUE(contains(checked("uadd"), "  %1 = add i32 %a, %b\n  %2 = xor i32 %1, -1\n  %3 = and i32 %a, %b\n"
                                        "  %4 = or i32 %a, %b\n  %5 = and i32 %4, %2\n  %6 = or i32 %3, %5\n"
                                        "  %7 = icmp slt i32 %6, 0\n"))
      << checked("uadd");
  EXPECT_TRUE(contains(checked("usub"), "  %1 = sub i32 %a, %b\n  %2 = xor i32 %a, -1\n  %3 = and i32 %2, %b\n"
                                        "  %4 = or i32 %2, %b\n  %5 = and i32 %4, %1\n  %6 = or i32 %3, %5\n"));
  EXPECT_TRUE(contains(checked("ssub"), "  %1 = sub i32 %a, %b\n  %2 = xor i32 %a, %1\n  %3 = xor i32 %b, %a\n"
                                        "  %4 = and i32 %2, %3\n  %5 = icmp slt i32 %4, 0\n"));
  EXPECT_TRUE(contains(checked("umul"), "  %4 = lshr i64 %3, 32\n  %5 = trunc i64 %4 to i32\n"
                                        "  %6 = call spir_func i32 @llvm.vc.internal.optimization.fence.i32(i32 %5)\n"
                                        "  %7 = mul i32 %a, %b\n  %8 = icmp ne i32 %6, 0\n"))
      << checked("umul");
  EXPECT_TRUE(contains(checked("smul"), "  %8 = ashr i32 %7, 31\n  %9 = icmp ne i32 %6, %8\n")) << checked("smul");
  EXPECT_FALSE(contains(body_after(ExpandBuiltins(BackEnd::ptx), "i32 %a, i32 %b",
                                   "  %r = call { i32, i1 } @llvm.umul.with.overflow.i32(i32 %a, i32 %b)\n"),
                        "fence"));
}

TEST(expand_builtins, what_the_vector_compiler_can_do_stays) {
  const std::string body =
      "  %1 = call <16 x i16> @llvm.fshl.v16i16(<16 x i16> %a, <16 x i16> %a, <16 x i16> splat (i16 3))\n"
      "  %2 = call <16 x i8> @llvm.umin.v16i8(<16 x i8> %b, <16 x i8> %b)\n"
      "  %3 = call i32 @llvm.ctlz.i32(i32 %c, i1 true)\n"
      "  %4 = call i8 @llvm.bitreverse.i8(i8 %d)\n"
      "  %5 = call i32 @sadd.sat.i32(i32 %c, i32 %c)\n";
  EXPECT_EQ(with_builtins_expanded("<16 x i16> %a, <16 x i8> %b, i32 %c, i8 %d", body,
                                   "declare i32 @sadd.sat.i32(i32, i32)\n"),
            body);
}

} // namespace
} // namespace xeforge::toolchain::lowering
