#include "xeforge/toolchain/lowering/testing.hpp"

namespace xeforge::toolchain::lowering {
namespace {

const std::string functions = "declare <8 x i32> @llvm.genx.umin.x0(<8 x i32>, <8 x i32>)\n";

std::string respelt(const std::string& body) {
  return body_after(RespellSigns(), "<8 x i16> %s, <8 x i32> %u, <8 x i8> %b, float %x", body, functions);
}

TEST(respell_signs, what_is_extended_for_unsigned_numbers_is_shifted) {
  EXPECT_EQ(respelt("  %e = sext <8 x i16> %s to <8 x i32>\n  %m = call <8 x i32> @llvm.genx.umin.x0(<8 x i32> %e, <8 "
                    "x i32> %u)\n"),
            "  %1 = zext <8 x i16> %s to <8 x i32>\n"
            "  %2 = shl <8 x i32> %1, splat (i32 16)\n"
            "  %3 = call spir_func <8 x i32> @llvm.vc.internal.optimization.fence.v8i32(<8 x i32> %2)\n"
            "  %4 = ashr <8 x i32> %3, splat (i32 16)\n"
            "  %m = call <8 x i32> @llvm.genx.umin.x0(<8 x i32> %4, <8 x i32> %u)\n");
  EXPECT_EQ(respelt("  %e = sext <8 x i8> %b to <8 x i32>\n  %f = uitofp <8 x i32> %e to <8 x float>\n"),
            "  %1 = zext <8 x i8> %b to <8 x i32>\n"
            "  %2 = shl <8 x i32> %1, splat (i32 24)\n"
            "  %3 = call spir_func <8 x i32> @llvm.vc.internal.optimization.fence.v8i32(<8 x i32> %2)\n"
            "  %4 = ashr <8 x i32> %3, splat (i32 24)\n"
            "  %f = uitofp <8 x i32> %4 to <8 x float>\n");
}

TEST(respell_signs, also_single_numbers_for_all_lanes) {
  const std::string result =
      body_after(RespellSigns(), "i16 %s",
                 "  %e = sext i16 %s to i32\n  %i = insertelement <4 x i32> poison, i32 %e, i64 0\n"
                 "  %v = shufflevector <4 x i32> %i, <4 x i32> poison, <4 x i32> zeroinitializer\n"
                 "  %f = uitofp <4 x i32> %v to <4 x double>\n",
                 "");
  EXPECT_EQ(result.find("sext"), std::string::npos) << result;
  EXPECT_NE(result.find("%4 = ashr i32 %3, 16"), std::string::npos) << result;
}

TEST(respell_signs, also_what_is_extended_by_shifts) {
  const auto shifted = [](const std::string& back) {
    return "  %h = shl <8 x i32> %u, splat (i32 16)\n  %e = ashr <8 x i32> %h, splat (i32 " + back + ")\n";
  };
  const std::string conversion = "  %f = uitofp <8 x i32> %e to <8 x float>\n";
  const std::string result = respelt(shifted("16") + conversion);
  EXPECT_TRUE(contains(result, "fence.v8i32(<8 x i32> %1)\n  %3 = ashr <8 x i32> %2, splat (i32 16)\n")) << result;
  for (const std::string& other :
       {shifted("15") + conversion, shifted("16") + "  %f = sitofp <8 x i32> %e to <8 x float>\n"})
    EXPECT_EQ(respelt(other), other);
  const std::string products = body_after(
      RespellSigns(), "<8 x i32> %u",
      shifted("16") + "  %p = call <8 x i32> @llvm.genx.uudp4a.x1(<8 x i32> %u, <8 x i32> %e, <8 x i32> %u)\n",
      "declare <8 x i32> @llvm.genx.uudp4a.x1(<8 x i32>, <8 x i32>, <8 x i32>)\n");
  EXPECT_TRUE(contains(products, "trunc <8 x i32> %u to <8 x i16>")) << products;
  const std::string masked = body_after(RespellSigns(), "<8 x i32> %u",
                                        "  %e = and <8 x i32> %u, splat (i32 65535)\n  %p = call <8 x i32> "
                                        "@llvm.genx.uudp4a.x1(<8 x i32> %u, <8 x i32> %e, <8 x "
                                        "i32> %u)\n",
                                        "declare <8 x i32> @llvm.genx.uudp4a.x1(<8 x i32>, <8 x i32>, <8 x i32>)\n");
  EXPECT_TRUE(contains(masked, "shufflevector <8 x i16> %1, <8 x i16> zeroinitializer, <16 x i32> <i32 0, i32 8,"))
      << masked;
  EXPECT_FALSE(contains(products, "%e")) << products;
}

TEST(respell_signs, what_is_extended_for_products_of_bytes_is_put_together) {
  const auto extended = [](const std::string& how) {
    return body_after(RespellSigns(), "<2 x i16> %s, <2 x i32> %u",
                      "  %e = " + how +
                          " <2 x i16> %s to <2 x i32>\n"
                          "  %p = call <2 x i32> @llvm.genx.uudp4a.x1(<2 x i32> %u, <2 x i32> %e, <2 x i32> %u)\n",
                      "declare <2 x i32> @llvm.genx.uudp4a.x1(<2 x i32>, <2 x i32>, <2 x i32>)\n");
  };
  EXPECT_EQ(extended("zext"),
            "  %1 = shufflevector <2 x i16> %s, <2 x i16> zeroinitializer, <4 x i32> <i32 0, i32 2, i32 1, i32 3>\n"
            "  %2 = bitcast <4 x i16> %1 to <2 x i32>\n"
            "  %p = call <2 x i32> @llvm.genx.uudp4a.x1(<2 x i32> %u, <2 x i32> %2, <2 x i32> %u)\n");
  EXPECT_EQ(extended("sext"),
            "  %1 = ashr <2 x i16> %s, splat (i16 15)\n"
            "  %2 = shufflevector <2 x i16> %s, <2 x i16> %1, <4 x i32> <i32 0, i32 2, i32 1, i32 3>\n"
            "  %3 = bitcast <4 x i16> %2 to <2 x i32>\n"
            "  %p = call <2 x i32> @llvm.genx.uudp4a.x1(<2 x i32> %u, <2 x i32> %3, <2 x i32> %u)\n");
}

TEST(respell_signs, also_what_is_computed_of_extended_ones) {
  const std::string result = body_after(
      RespellSigns(), "<2 x i16> %s, <2 x i8> %b, <2 x i32> %u",
      "  %e = zext <2 x i16> %s to <2 x i32>\n  %f = zext <2 x i8> %b to <2 x i32>\n  %x = xor <2 x i32> %e, %f\n"
      "  %p = call <2 x i32> @llvm.genx.ssdp4a.x1(<2 x i32> %u, <2 x i32> %u, <2 x i32> %x)\n",
      "declare <2 x i32> @llvm.genx.ssdp4a.x1(<2 x i32>, <2 x i32>, <2 x i32>)\n");
  for (const char* part :
       {"%1 = trunc <2 x i32> %x to <2 x i16>", "shufflevector <2 x i16> %1, <2 x i16> zeroinitializer",
        "@llvm.genx.ssdp4a.x1(<2 x i32> %u, <2 x i32> %u, <2 x i32> %3)"})
    EXPECT_TRUE(contains(result, part)) << result;
}

TEST(respell_signs, also_for_upper_halves_of_products) {
  const std::string result = body_after(
      RespellSigns(), "<2 x i16> %s, <2 x i32> %u",
      "  %e = sext <2 x i16> %s to <2 x i32>\n  %p = call <2 x i32> @llvm.genx.smulh.x1(<2 x i32> %e, <2 x i32> %u)\n",
      "declare <2 x i32> @llvm.genx.smulh.x1(<2 x i32>, <2 x i32>)\n");
  EXPECT_EQ(result.find("sext"), std::string::npos) << result;
}

TEST(respell_signs, also_a_single_one_for_all_lanes) {
  const std::string result =
      body_after(RespellSigns(), "i8 %b, <2 x i32> %u",
                 "  %e = zext i8 %b to i32\n  %i = insertelement <2 x i32> poison, i32 %e, i64 0\n"
                 "  %s = shufflevector <2 x i32> %i, <2 x i32> poison, <2 x i32> zeroinitializer\n"
                 "  %p = call <2 x i32> @llvm.genx.uudp4a.x1(<2 x i32> %u, <2 x i32> %s, <2 x i32> %u)\n",
                 "declare <2 x i32> @llvm.genx.uudp4a.x1(<2 x i32>, <2 x i32>, <2 x i32>)\n");
  EXPECT_NE(result.find("zeroinitializer, <4 x i32> <i32 0, i32 1, i32 1, i32 1>"), std::string::npos) << result;
  EXPECT_EQ(result.find("zext"), std::string::npos) << result;
}

TEST(respell_signs, a_number_is_taken_from_zero_by_adding_zero) {
  EXPECT_EQ(respelt("  %d = fsub float 0.0, %x\n"),
            "  %1 = fneg float %x\n"
            "  %2 = call spir_func float @llvm.vc.internal.optimization.fence.f32(float %1)\n"
            "  %3 = fadd float %2, 0.000000e+00\n");
}

TEST(respell_signs, remainders_of_bytes_are_those_of_16_bits) {
  EXPECT_EQ(respelt("  %r = srem <8 x i8> %b, splat (i8 7)\n"), "  %1 = sext <8 x i8> %b to <8 x i16>\n"
                                                                "  %2 = srem <8 x i16> %1, splat (i16 7)\n"
                                                                "  %3 = trunc <8 x i16> %2 to <8 x i8>\n");
}

TEST(respell_signs, products_of_bytes_that_are_compared_are_those_of_16_bits) {
  const std::string product = "  %p = mul <8 x i8> %b, %b\n",
                    compared = "  %c = icmp sgt <8 x i8> %p, zeroinitializer\n";
  const std::string result = respelt(product + compared);
  EXPECT_TRUE(contains(result, "mul <8 x i16> %1, %2")) << result;
  EXPECT_TRUE(contains(result, "fence.v8i16(<8 x i16> %3)\n  %5 = trunc <8 x i16> %4 to <8 x i8>")) << result;
  EXPECT_EQ(respelt(product), product);
}

TEST(respell_signs, absolute_bytes_are_those_of_16_bits) {
  EXPECT_EQ(body_after(RespellSigns(), "i8 %b", "  %a = call i8 @llvm.abs.i8(i8 %b, i1 true)\n",
                       "declare i8 @llvm.abs.i8(i8, i1)\n"),
            "  %1 = sext i8 %b to i16\n"
            "  %2 = call i16 @llvm.abs.i16(i16 %1, i1 false)\n"
            "  %3 = trunc i16 %2 to i8\n");
}

TEST(respell_signs, what_wraps_is_no_modifier) {
  EXPECT_EQ(respelt("  %n = sub <8 x i16> zeroinitializer, %s\n  %e = sext <8 x i16> %n to <8 x i32>\n"),
            "  %1 = xor <8 x i16> %s, splat (i16 -1)\n"
            "  %2 = call spir_func <8 x i16> @llvm.vc.internal.optimization.fence.v8i16(<8 x i16> %1)\n"
            "  %3 = add <8 x i16> %2, splat (i16 1)\n"
            "  %e = sext <8 x i16> %3 to <8 x i32>\n");
  EXPECT_EQ(body_after(RespellSigns(), "i32 %i",
                       "  %a = call i32 @llvm.abs.i32(i32 %i, i1 false)\n  %c = icmp eq i32 %a, 7\n",
                       "declare i32 @llvm.abs.i32(i32, i1)\n"),
            "  %1 = xor i32 %i, -1\n"
            "  %2 = call spir_func i32 @llvm.vc.internal.optimization.fence.i32(i32 %1)\n"
            "  %3 = add i32 %2, 1\n"
            "  %4 = call i32 @llvm.smax.i32(i32 %i, i32 %3)\n"
            "  %c = icmp eq i32 %4, 7\n");
}

TEST(respell_signs, what_unsigned_divisions_get_is_no_modifier) {
  const std::string splat = "  %v = insertelement <8 x i32> poison, i32 %a, i64 0\n"
                            "  %w = shufflevector <8 x i32> %v, <8 x i32> poison, <8 x i32> zeroinitializer\n";
  const std::string result = body_after(RespellSigns(), "i32 %i",
                                        "  %a = call i32 @llvm.abs.i32(i32 %i, i1 true)\n" + splat +
                                            "  %r = urem <8 x i32> %w, splat (i32 17)\n",
                                        "declare i32 @llvm.abs.i32(i32, i1)\n");
  EXPECT_NE(result.find("smax.i32(i32 %i, i32 %3)"), std::string::npos) << result;
  EXPECT_EQ(result.find("abs"), std::string::npos) << result;
}

TEST(respell_signs, modifiers_stay_where_nothing_wraps_or_it_does_not_matter) {
  for (const std::string body :
       {"  %n = sub nsw <8 x i16> zeroinitializer, %s\n  %e = sext <8 x i16> %n to <8 x i32>\n",
        "  %n = sub <8 x i16> zeroinitializer, %s\n  %e = mul <8 x i16> %n, %s\n",
        "  %n = sub <8 x i16> zeroinitializer, %s\n  %e = trunc <8 x i16> %n to <8 x i8>\n"})
    EXPECT_EQ(respelt(body), body);
  const std::string poison = "  %a = call i32 @llvm.abs.i32(i32 %i, i1 true)\n  %c = icmp eq i32 %a, 7\n";
  EXPECT_EQ(body_after(RespellSigns(), "i32 %i", poison, "declare i32 @llvm.abs.i32(i32, i1)\n"), poison);
}

TEST(respell_signs, a_predicate_as_a_signed_number_is_minus_one) {
  EXPECT_EQ(body_after(RespellSigns(), "<4 x i1> %m", "  %f = sitofp <4 x i1> %m to <4 x float>\n", ""),
            "  %1 = select <4 x i1> %m, <4 x float> splat (float -1.000000e+00), <4 x float> zeroinitializer\n");
}

TEST(respell_signs, others_stay) {
  for (const std::string body :
       {"  %e = sext <8 x i16> %s to <8 x i32>\n  %f = sitofp <8 x i32> %e to <8 x float>\n",
        "  %e = zext <8 x i16> %s to <8 x i32>\n  %f = uitofp <8 x i32> %e to <8 x float>\n",
        "  %d = fsub nsz float 0.000000e+00, %x\n", "  %d = fsub float -0.000000e+00, %x\n",
        "  %r = urem <8 x i8> %b, splat (i8 7)\n", "  %r = srem <8 x i16> %s, splat (i16 7)\n"})
    EXPECT_EQ(respelt(body), body);
}

} // namespace
} // namespace xeforge::toolchain::lowering
