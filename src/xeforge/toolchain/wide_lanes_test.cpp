#include "xeforge/toolchain/wide_lanes.hpp"

#include <gtest/gtest.h>

namespace xeforge::toolchain {
namespace {

using Lines = std::vector<std::string>;

Lines rewritten(Lines lines) {
  int number = 0;
  without_wide_lanes(lines, 0, lines.size(), number);
  return lines;
}

TEST(wide_lanes, a_part_of_a_vector_is_taken_by_a_shuffle) {
  EXPECT_EQ(rewritten({"  %10 = bitcast <16 x float> %9 to <2 x i256>, !dbg !83",
                       "  %11 = extractelement <2 x i256> %10, i64 1, !dbg !83",
                       "  %12 = bitcast i256 %11 to <8 x i32>, !dbg !83", "  ret void"}),
            (Lines{"", "",
                   "  %xeforge.part.0 = bitcast <16 x float> %9 to <16 x i32>, !dbg !83\n"
                   "  %12 = shufflevector <16 x i32> %xeforge.part.0, <16 x i32> poison, <8 x i32> <i32 8, i32 9, i32 "
                   "10, i32 11, i32 12, i32 13, i32 14, i32 15>, !dbg !83",
                   "  ret void"}));
}

TEST(wide_lanes, several_parts_of_other_element_types_share_one_vector) {
  EXPECT_EQ(rewritten({"  %1 = bitcast <4 x i64> %0 to <2 x i128>", "  %2 = extractelement <2 x i128> %1, i64 0",
                       "  %3 = extractelement <2 x i128> %1, i64 1", "  %12 = bitcast i128 %2 to <2 x double>",
                       "  %13 = bitcast i128 %3 to <4 x i32>"}),
            (Lines{"", "", "",
                   "  %xeforge.part.0 = bitcast <4 x i64> %0 to <4 x double>\n"
                   "  %12 = shufflevector <4 x double> %xeforge.part.0, <4 x double> poison, <2 x i32> <i32 0, i32 1>",
                   "  %xeforge.part.1 = bitcast <4 x i64> %0 to <8 x i32>\n"
                   "  %13 = shufflevector <8 x i32> %xeforge.part.1, <8 x i32> poison, <4 x i32> <i32 4, i32 5, i32 6, "
                   "i32 7>"}));
}

TEST(wide_lanes, what_is_used_as_a_wide_integer_stays) {
  const Lines lines{"  %1 = bitcast <4 x i64> %0 to <2 x i128>", "  %2 = extractelement <2 x i128> %1, i64 0",
                    "  %3 = add i128 %2, 1"};
  EXPECT_EQ(rewritten(lines), lines);
  const Lines narrow{"  %1 = bitcast <4 x i64> %0 to <8 x i32>", "  %2 = extractelement <8 x i32> %1, i64 0",
                     "  %3 = bitcast i32 %2 to <2 x i16>"};
  EXPECT_EQ(rewritten(narrow), narrow);
  const Lines runtime{"  %1 = bitcast <4 x i64> %0 to <2 x i128>", "  %2 = extractelement <2 x i128> %1, i64 %n",
                      "  %3 = bitcast i128 %2 to <4 x i32>"};
  EXPECT_EQ(rewritten(runtime), runtime);
}

} // namespace
} // namespace xeforge::toolchain
