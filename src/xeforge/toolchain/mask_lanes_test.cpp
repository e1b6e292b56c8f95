#include "xeforge/toolchain/mask_lanes.hpp"

#include <gtest/gtest.h>

namespace xeforge::toolchain {
namespace {

std::string rewritten(std::string_view line) {
  int number = 0;
  return without_mask_lane_moves(line, number).value_or("unchanged");
}

TEST(mask_lanes, a_shuffle_of_predicates_is_done_on_16_bit_lanes) {
  EXPECT_EQ(
      rewritten("  %7 = shufflevector <5 x i1> %4, <5 x i1> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, "
                "i32 poison, i32 poison, i32 poison>, !dbg !9"),
      "  %xeforge.lanes.0 = zext <5 x i1> %4 to <5 x i16>\n"
      "  %xeforge.lanes.1 = zext <5 x i1> poison to <5 x i16>\n"
      "  %xeforge.lanes.2 = shufflevector <5 x i16> %xeforge.lanes.0, <5 x i16> %xeforge.lanes.1, <8 x i32> <i32 0, "
      "i32 1, i32 2, i32 3, i32 4, i32 poison, i32 poison, i32 poison>\n"
      "  %7 = icmp ne <8 x i16> %xeforge.lanes.2, zeroinitializer");
}

TEST(mask_lanes, so_are_a_lane_put_in_and_a_lane_taken_out) {
  EXPECT_EQ(rewritten("  %2 = insertelement <16 x i1> splat (i1 true), i1 %1, i64 3"),
            "  %xeforge.lanes.0 = zext <16 x i1> splat (i1 true) to <16 x i16>\n"
            "  %xeforge.lanes.1 = zext i1 %1 to i16\n"
            "  %xeforge.lanes.2 = insertelement <16 x i16> %xeforge.lanes.0, i16 %xeforge.lanes.1, i64 3\n"
            "  %2 = icmp ne <16 x i16> %xeforge.lanes.2, zeroinitializer");
  EXPECT_EQ(rewritten("  %2 = extractelement <4 x i1> %1, i64 %9"),
            "  %xeforge.lanes.0 = zext <4 x i1> %1 to <4 x i16>\n"
            "  %xeforge.lanes.1 = extractelement <4 x i16> %xeforge.lanes.0, i64 %9\n"
            "  %2 = icmp ne i16 %xeforge.lanes.1, 0");
}

TEST(mask_lanes, other_lanes_and_other_instructions_stay) {
  for (const char* line :
       {"  %2 = shufflevector <4 x i16> %1, <4 x i16> poison, <2 x i32> zeroinitializer",
        "  %2 = extractelement <4 x float> %1, i64 0", "  %2 = select <4 x i1> %1, <4 x i1> %3, <4 x i1> %4",
        "  %2 = bitcast <32 x i1> %1 to i32", "  ret void", "", "  %2 = shufflevector "})
    EXPECT_EQ(rewritten(line), "unchanged") << line;
}

} // namespace
} // namespace xeforge::toolchain
