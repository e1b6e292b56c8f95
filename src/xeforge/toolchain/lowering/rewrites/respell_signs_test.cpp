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

TEST(respell_signs, absolute_bytes_are_those_of_16_bits) {
  EXPECT_EQ(body_after(RespellSigns(), "i8 %b", "  %a = call i8 @llvm.abs.i8(i8 %b, i1 true)\n",
                       "declare i8 @llvm.abs.i8(i8, i1)\n"),
            "  %1 = sext i8 %b to i16\n"
            "  %2 = call i16 @llvm.abs.i16(i16 %1, i1 false)\n"
            "  %3 = trunc i16 %2 to i8\n");
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
