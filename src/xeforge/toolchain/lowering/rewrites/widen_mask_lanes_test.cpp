#include "xeforge/toolchain/lowering/testing.hpp"

namespace xeforge::toolchain::lowering {
namespace {

std::string with_wide_masks(const std::string& parameters, const std::string& body) {
  return body_after(WidenMaskLanes(), parameters, body);
}

TEST(widen_mask_lanes, a_shuffle_of_predicates_is_done_on_16_bit_lanes) {
  EXPECT_EQ(with_wide_masks("<5 x i1> %a",
                            "  %s = shufflevector <5 x i1> %a, <5 x i1> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 "
                            "3, i32 4, i32 poison, i32 poison, i32 poison>\n"),
            "  %1 = zext <5 x i1> %a to <5 x i16>\n"
            "  %2 = shufflevector <5 x i16> %1, <5 x i16> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 "
            "poison, i32 poison, i32 poison>\n"
            "  %3 = icmp ne <8 x i16> %2, zeroinitializer\n");
}

TEST(widen_mask_lanes, so_are_a_lane_put_in_and_a_lane_taken_out) {
  EXPECT_EQ(with_wide_masks("i1 %a", "  %s = insertelement <16 x i1> splat (i1 true), i1 %a, i64 3\n"),
            "  %1 = zext i1 %a to i16\n"
            "  %2 = insertelement <16 x i16> splat (i16 1), i16 %1, i64 3\n"
            "  %3 = icmp ne <16 x i16> %2, zeroinitializer\n");
  EXPECT_EQ(with_wide_masks("<4 x i1> %a, i64 %n", "  %s = extractelement <4 x i1> %a, i64 %n\n"),
            "  %1 = zext <4 x i1> %a to <4 x i16>\n"
            "  %2 = extractelement <4 x i16> %1, i64 %n\n"
            "  %3 = icmp ne i16 %2, 0\n");
}

TEST(widen_mask_lanes, other_lanes_and_other_instructions_stay) {
  const std::string body = "  %1 = shufflevector <4 x i16> %a, <4 x i16> poison, <2 x i32> zeroinitializer\n"
                           "  %2 = extractelement <4 x float> %b, i64 0\n"
                           "  %3 = select <4 x i1> %c, <4 x i1> %c, <4 x i1> %c\n"
                           "  %4 = bitcast <32 x i1> %d to i32\n";
  EXPECT_EQ(with_wide_masks("<4 x i16> %a, <4 x float> %b, <4 x i1> %c, <32 x i1> %d", body), body);
}

} // namespace
} // namespace xeforge::toolchain::lowering
