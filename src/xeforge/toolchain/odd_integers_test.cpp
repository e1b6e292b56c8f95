#include "xeforge/toolchain/odd_integers.hpp"

#include <gtest/gtest.h>

namespace xeforge::toolchain {
namespace {

using Lines = std::vector<std::string>;

Lines rewritten(Lines lines) {
  int number = 0;
  without_odd_integers(lines, 0, lines.size(), number);
  return lines;
}

TEST(odd_integers, a_switch_over_three_bits_is_one_over_eight) {
  EXPECT_EQ(rewritten({"  %24 = trunc nuw i64 %23 to i3, !dbg !5", "  switch i3 %24, label %38 [",
                       "    i3 0, label %30", "    i3 -3, label %32", "  ], !dbg !6"}),
            (Lines{"  %xeforge.odd.0 = trunc i64 %23 to i8, !dbg !5\n  %24 = and i8 %xeforge.odd.0, 7, !dbg !5",
                   "  switch i8 %24, label %38 [", "    i8 0, label %30", "    i8 5, label %32", "  ], !dbg !6"}));
}

TEST(odd_integers, results_keep_their_upper_bits_clear) {
  EXPECT_EQ(
      rewritten({"  %2 = add nuw nsw i12 %0, -1", "  %3 = xor i12 %2, -1", "  %4 = sext i1 %c to i12"}),
      (Lines{"  %xeforge.odd.0 = add i16 %0, 4095\n  %2 = and i16 %xeforge.odd.0, 4095", "  %3 = xor i16 %2, 4095",
             "  %xeforge.odd.1 = sext i1 %c to i16\n  %4 = and i16 %xeforge.odd.1, 4095"}));
}

TEST(odd_integers, signs_are_where_the_narrow_integer_has_them) {
  EXPECT_EQ(rewritten({"  %1 = icmp slt i3 %0, %b", "  %2 = sext i3 %0 to i32", "  %3 = icmp ugt i3 %0, -4"}),
            (Lines{"  %xeforge.odd.0 = shl i8 %0, 5\n  %xeforge.odd.1 = ashr i8 %xeforge.odd.0, 5\n"
                   "  %xeforge.odd.2 = shl i8 %b, 5\n  %xeforge.odd.3 = ashr i8 %xeforge.odd.2, 5\n"
                   "  %1 = icmp slt i8 %xeforge.odd.1, %xeforge.odd.3",
                   "  %xeforge.odd.4 = shl i8 %0, 5\n  %xeforge.odd.5 = ashr i8 %xeforge.odd.4, 5\n"
                   "  %2 = sext i8 %xeforge.odd.5 to i32",
                   "  %3 = icmp ugt i8 %0, 4"}));
}

TEST(odd_integers, meeting_choosing_and_widening) {
  EXPECT_EQ(rewritten({"  %1 = phi i2 [ -1, %5 ], [ %7, %6 ]", "  %2 = select i1 %c, i2 %1, i2 -2",
                       "  %3 = zext nneg i2 %2 to i8", "  %4 = zext i2 %2 to i64", "  %5 = freeze i2 %2",
                       "  %6 = trunc i8 %3 to i2"}),
            (Lines{"  %1 = phi i8 [ 3, %5 ], [ %7, %6 ]", "  %2 = select i1 %c, i8 %1, i8 2", "  %3 = or i8 %2, 0",
                   "  %4 = zext i8 %2 to i64", "  %5 = freeze i8 %2",
                   "  %xeforge.odd.0 = or i8 %3, 0\n  %6 = and i8 %xeforge.odd.0, 3"}));
}

TEST(odd_integers, what_is_used_in_another_way_stays) {
  for (const Lines& lines :
       {Lines{"  %1 = trunc i32 %0 to i24", "  %2 = bitcast i24 %1 to <3 x i8>"},
        Lines{"  %1 = trunc i32 %0 to i8", "  %i3 = add i32 %i2, 1, !dbg !3", "  %2 = zext i1 %c to i16"},
        Lines{"  %1 = sdiv i3 %a, %b"}, Lines{"  %1 = bitcast <4 x i64> %0 to <2 x i128>"}})
    EXPECT_EQ(rewritten(lines), lines);
}

} // namespace
} // namespace xeforge::toolchain
