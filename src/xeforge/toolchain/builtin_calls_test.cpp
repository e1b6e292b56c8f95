#include "xeforge/toolchain/builtin_calls.hpp"

#include <gtest/gtest.h>

namespace xeforge::toolchain {
namespace {

using Lines = std::vector<std::string>;

TEST(builtin_calls, signed_saturation_looks_at_signs_and_takes_the_limit_on_the_other_side) {
  EXPECT_EQ(
      without_unfit_builtins({"  %2 = call i32 @llvm.ssub.sat.i32(i32 %0, i32 %1)"}),
      (Lines{"  %xeforge.plain.0 = sub i32 %0, %1", "  %xeforge.plain.1 = xor i32 %0, %xeforge.plain.0",
             "  %xeforge.plain.2 = xor i32 %1, %0", "  %xeforge.plain.3 = and i32 %xeforge.plain.1, %xeforge.plain.2",
             "  %xeforge.plain.4 = icmp slt i32 %xeforge.plain.3, 0",
             "  %xeforge.plain.5 = ashr i32 %xeforge.plain.0, 31",
             "  %xeforge.plain.6 = xor i32 %xeforge.plain.5, -2147483648",
             "  %2 = select i1 %xeforge.plain.4, i32 %xeforge.plain.6, i32 %xeforge.plain.0"}));
}

TEST(builtin_calls, lanes_saturate_like_numbers_and_instructions_keep_their_place) {
  EXPECT_EQ(without_unfit_builtins(
                {"  %5 = tail call <8 x i8> @llvm.sadd.sat.v8i8(<8 x i8> %3, <8 x i8> splat (i8 1)), !dbg !7"}),
            (Lines{"  %xeforge.plain.0 = add <8 x i8> %3, splat (i8 1), !dbg !7",
                   "  %xeforge.plain.1 = xor <8 x i8> %3, %xeforge.plain.0, !dbg !7",
                   "  %xeforge.plain.2 = xor <8 x i8> splat (i8 1), %xeforge.plain.0, !dbg !7",
                   "  %xeforge.plain.3 = and <8 x i8> %xeforge.plain.1, %xeforge.plain.2, !dbg !7",
                   "  %xeforge.plain.4 = icmp slt <8 x i8> %xeforge.plain.3, splat (i8 0), !dbg !7",
                   "  %xeforge.plain.5 = ashr <8 x i8> %xeforge.plain.0, splat (i8 7), !dbg !7",
                   "  %xeforge.plain.6 = xor <8 x i8> %xeforge.plain.5, splat (i8 -128), !dbg !7",
                   "  %5 = select <8 x i1> %xeforge.plain.4, <8 x i8> %xeforge.plain.6, <8 x i8> %xeforge.plain.0, "
                   "!dbg !7"}));
}

TEST(builtin_calls, bytes_are_rotated_in_words) {
  EXPECT_EQ(without_unfit_builtins({"  %2 = tail call i8 @llvm.fshl.i8(i8 %1, i8 %1, i8 4)"}),
            (Lines{"  %xeforge.plain.0 = zext i8 %1 to i16", "  %xeforge.plain.1 = zext i8 %1 to i16",
                   "  %xeforge.plain.2 = shl i16 %xeforge.plain.0, 8",
                   "  %xeforge.plain.3 = or i16 %xeforge.plain.2, %xeforge.plain.1", "  %xeforge.plain.4 = and i8 4, 7",
                   "  %xeforge.plain.5 = zext i8 %xeforge.plain.4 to i16",
                   "  %xeforge.plain.6 = shl i16 %xeforge.plain.3, %xeforge.plain.5",
                   "  %xeforge.plain.7 = lshr i16 %xeforge.plain.6, 8", "  %2 = trunc i16 %xeforge.plain.7 to i8"}));
}

TEST(builtin_calls, leading_zeros_of_64_bits_are_those_of_a_half) {
  EXPECT_EQ(without_unfit_builtins({"  %2 = tail call range(i64 0, 65) i64 @llvm.ctlz.i64(i64 %1, i1 true)"}),
            (Lines{"  %xeforge.plain.0 = lshr i64 %1, 32", "  %xeforge.plain.1 = trunc i64 %xeforge.plain.0 to i32",
                   "  %xeforge.plain.2 = trunc i64 %1 to i32",
                   "  %xeforge.plain.3 = call i32 @llvm.ctlz.i32(i32 %xeforge.plain.1, i1 false)",
                   "  %xeforge.plain.4 = call i32 @llvm.ctlz.i32(i32 %xeforge.plain.2, i1 false)",
                   "  %xeforge.plain.5 = add i32 %xeforge.plain.4, 32",
                   "  %xeforge.plain.6 = icmp eq i32 %xeforge.plain.1, 0",
                   "  %xeforge.plain.7 = select i1 %xeforge.plain.6, i32 %xeforge.plain.5, i32 %xeforge.plain.3",
                   "  %2 = zext i32 %xeforge.plain.7 to i64", "declare i32 @llvm.ctlz.i32(i32, i1)"}));
}

TEST(builtin_calls, two_bits_are_reversed_as_the_upper_ones_of_eight) {
  EXPECT_EQ(without_unfit_builtins({"  %2 = call i2 @llvm.bitreverse.i2(i2 %1)"}),
            (Lines{"  %xeforge.plain.0 = zext i2 %1 to i8",
                   "  %xeforge.plain.1 = call i8 @llvm.bitreverse.i8(i8 %xeforge.plain.0)",
                   "  %xeforge.plain.2 = lshr i8 %xeforge.plain.1, 6", "  %2 = trunc i8 %xeforge.plain.2 to i2",
                   "declare i8 @llvm.bitreverse.i8(i8)"}));
}

TEST(builtin_calls, a_sum_that_is_clamped_saturates_where_it_cannot_overflow) {
  const std::string limits = "  %5 = call <8 x i32> @_ZN7xeforge5esimd4genx4smaxIX(<8 x i32> %4, <8 x i32> splat (i32 "
                             "-128))";
  const Lines before{"define void @f() {", "  %2 = sext <8 x i8> %0 to <8 x i32>",
                     "  %3 = ashr exact <8 x i32> %1, splat (i32 4)"};
  const auto with = [&](const std::vector<std::string>& sum, const std::string& call) {
    Lines lines = before;
    lines.insert(lines.end(), sum.begin(), sum.end());
    lines.insert(lines.end(), {call, "}"});
    return lines;
  };
  const auto expected = [&](const std::vector<std::string>& sum) {
    Lines lines = with(sum, limits);
    lines.push_back("declare <8 x i32> @llvm.genx.ssadd.sat.v8i32(<8 x i32>, <8 x i32>)");
    return lines;
  };
  EXPECT_EQ(without_unfit_builtins(with({"  %4 = add nsw <8 x i32> %2, %3, !dbg !5"}, limits)),
            expected({"  %4 = call <8 x i32> @llvm.genx.ssadd.sat.v8i32(<8 x i32> %2, <8 x i32> %3), !dbg !5"}));
  EXPECT_EQ(without_unfit_builtins(with({"  %4 = sub <8 x i32> %2, %3"}, limits)),
            expected({"  %xeforge.plain.0 = sub <8 x i32> zeroinitializer, %3",
                      "  %4 = call <8 x i32> @llvm.genx.ssadd.sat.v8i32(<8 x i32> %2, <8 x i32> %xeforge.plain.0)"}));

  const Lines may_overflow = with({"  %4 = add nsw <8 x i32> %2, %1"}, limits);
  EXPECT_EQ(without_unfit_builtins(may_overflow), may_overflow);
  const Lines other_limit = with({"  %4 = add nsw <8 x i32> %2, %3"},
                                 "  %5 = call <8 x i32> @llvm.smax.v8i32(<8 x i32> %4, <8 x i32> splat (i32 -100))");
  EXPECT_EQ(without_unfit_builtins(other_limit), other_limit);
}

TEST(builtin_calls, what_the_vector_compiler_can_do_stays) {
  const Lines lines{"  %1 = call <16 x i16> @llvm.fshl.v16i16(<16 x i16> %0, <16 x i16> %0, <16 x i16> splat (i16 3))",
                    "  %2 = call <16 x i8> @llvm.uadd.sat.v16i8(<16 x i8> %a, <16 x i8> %b)",
                    "  %3 = call i32 @llvm.ctlz.i32(i32 %c, i1 true)",
                    "  %4 = call i8 @llvm.bitreverse.i8(i8 %d)",
                    "  call void @llvm.sadd.sat.mine(i32 %e)",
                    "  %5 = call i32 @sadd.sat.i32(i32 %e, i32 %f)"};
  EXPECT_EQ(without_unfit_builtins(lines), lines);
}

} // namespace
} // namespace xeforge::toolchain
