#include "xeforge/toolchain/binary/virtual_assembly.hpp"

#include <gtest/gtest.h>

namespace xeforge::toolchain {
namespace {

TEST(virtual_assembly, parts_of_masks_at_multiples_of_eight_lanes_are_none) {
  EXPECT_EQ(part_of_mask(""), "");
  EXPECT_EQ(part_of_mask(".decl V33 v_type=G type=ud num_elts=8 align=GRF\n"
                         "    cmp.lt (M1, 32) P1 V52(0,0)<1;1,0> V53(0,0)<1;1,0>   /// $19\n"
                         "    (P1) sel (M3, 4) V52(0,8)<1> 0x1:w 0x0:w             /// $20\n"
                         "    (!P1) sel (M5_NM, 16) V52(0,16)<1> 0x1:w 0x0:w       /// (M2, 4)\n"
                         "    (P1) sel (M7, 8) V52(0,24)<1> 0x1:w 0x0:w"),
            "");
}

TEST(virtual_assembly, other_parts_are_found) {
  const std::string before = "    (P1) sel (M1, 16) V52(0,0)<1> 0x1:w 0x0:w              /// $20\n";
  EXPECT_EQ(part_of_mask(before + "    (P1) sel (M8, 2) V52(0,28)<1> 0x1:w 0x0:w    /// $21\n    ret (M1, 1)\n"),
            "(P1) sel (M8, 2) V52(0,28)<1> 0x1:w 0x0:w");
  EXPECT_EQ(part_of_mask(before + "    cmp.ne (M2_NM, 4) P2 V1(0,4)<1;1,0> 0x0:d"),
            "cmp.ne (M2_NM, 4) P2 V1(0,4)<1;1,0> 0x0:d");
  EXPECT_EQ(part_of_mask("(P3) sel (M4, 4) V1(0,0)<1> V2(0,0)<1;1,0> 0x0:d\n" + before),
            "(P3) sel (M4, 4) V1(0,0)<1> V2(0,0)<1;1,0> 0x0:d");
  EXPECT_EQ(part_of_mask("(P3) sel (M6, 4) V1(0,0)<1> V2(0,0)<1;1,0> 0x0:d"),
            "(P3) sel (M6, 4) V1(0,0)<1> V2(0,0)<1;1,0> 0x0:d");
}

} // namespace
} // namespace xeforge::toolchain
