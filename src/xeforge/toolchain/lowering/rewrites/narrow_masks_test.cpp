#include "xeforge/toolchain/lowering/testing.hpp"

namespace xeforge::toolchain::lowering {
namespace {

std::string narrowed(const std::string& body) {
  return body_after(NarrowMasks(), "<32 x i1> %m, <32 x i16> %a, <32 x i16> %b, ptr %p, i16 %at", body,
                    "declare <32 x i16> @llvm.genx.wrregioni.x0(<32 x i16>, <16 x i16>, i32, i32, i32, i16, i32, i1)\n"
                    "declare <32 x i16> @llvm.genx.dpas.x1(<32 x i16>, <32 x i16>)\n");
}

// Of `count` numbers, those at `first` and behind it.
std::string place(int first, int count) {
  std::string text = "<";
  for (int lane = 0; lane < 32; ++lane)
    text += (lane == 0 ? "i32 " : ", i32 ") +
            (lane < first || lane >= first + count ? "poison" : std::to_string(lane - first));
  return text + ">";
}
const std::string compared = "  %c = icmp slt <32 x i16> %a, %b\n";
const std::string chosen = compared + "  %s = select <32 x i1> %c, <32 x i16> %b, <32 x i16> zeroinitializer\n";
const std::string store = "  store i16 %x, ptr %p, align 2\n";

TEST(narrow_masks, of_lanes_behind_the_first_four_alone_is_compared) {
  const std::string result = narrowed(chosen + "  %x = extractelement <32 x i16> %s, i64 30\n" + store);
  for (const char* part : {"@llvm.genx.rdregioni.v3i16.v32i16.i16(<32 x i16> %a, i32 3, i32 3, i32 1, i16 56, i32 0)",
                           "icmp slt <3 x i16> %1, %2", "select <3 x i1> %3, <3 x i16> %4, <3 x i16> zeroinitializer",
                           "extractelement <32 x i16> %6, i64 30"})
    EXPECT_NE(result.find(part), std::string::npos) << part << "\n" << result;
  EXPECT_NE(result.find("<32 x i32> " + place(28, 3)), std::string::npos) << result;
}

TEST(narrow_masks, of_other_masks_the_bits_are_shifted) {
  const std::string result = narrowed("  %s = select <32 x i1> %m, <32 x i16> %a, <32 x i16> %b\n"
                                      "  %x = extractelement <32 x i16> %s, i64 30\n" +
                                      store);
  for (const char* part : {"bitcast <32 x i1> %m to i32", "lshr i32 %1, 28", "trunc i32 %2 to i8",
                           "bitcast i8 %3 to <8 x i1>", "<8 x i32> <i32 28, i32 29, i32 30, i32 31, i32 poison,"})
    EXPECT_NE(result.find(part), std::string::npos) << part << "\n" << result;
}

TEST(narrow_masks, of_a_read_beside_uses_of_all_lanes) {
  const std::string result =
      narrowed("  %z = zext <32 x i1> %m to <32 x i16>\n  store <32 x i16> %z, ptr %p, align 64\n"
               "  %x = extractelement <32 x i16> %z, i64 9\n" +
               store);
  for (const char* part : {"store <32 x i16> %z", "zext <8 x i1>", "extractelement <32 x i16> %6, i64 9"})
    EXPECT_NE(result.find(part), std::string::npos) << part << "\n" << result;
}

TEST(narrow_masks, of_what_is_not_written_over) {
  const std::string written =
      "  %h = load <16 x i16>, ptr %p, align 32\n"
      "  %w = call <32 x i16> @llvm.genx.wrregioni.x0(<32 x i16> %s, <16 x i16> %h, i32 16, i32 16, i32 1, "
      "i16 0, i32 0, i1 true)\n  store <32 x i16> %w, ptr %p, align 64\n";
  const std::string result = narrowed(chosen + written);
  EXPECT_NE(result.find("icmp slt <16 x i16>"), std::string::npos) << result;
  EXPECT_NE(result.find("<32 x i32> " + place(16, 16)), std::string::npos) << result;
}

TEST(narrow_masks, also_behind_arithmetic_and_in_loops) {
  const std::string result = narrowed(
      "  br label %loop\nloop:\n  %l = phi <32 x i16> [ %a, %0 ], [ %n, %loop ]\n  %c = icmp slt <32 x i16> %l, %b\n"
      "  %z = zext <32 x i1> %c to <32 x i16>\n  %n = add <32 x i16> %l, %z\n"
      "  %x = extractelement <32 x i16> %n, i64 9\n  %f = icmp eq i16 %x, 3\n  br i1 %f, label %loop, label "
      "%end\nend:\n");
  EXPECT_NE(result.find("zext <2 x i1>"), std::string::npos) << result;
}

TEST(narrow_masks, others_stay) {
  const std::string whole = "  store <32 x i16> %d, ptr %p, align 64\n";
  for (const std::string& body :
       {chosen + "  %d = add <32 x i16> %s, %a\n" + whole,                 // all lanes
        chosen + "  %x = extractelement <32 x i16> %s, i64 3\n" + store,   // the first ones
        chosen + "  %x = extractelement <32 x i16> %s, i16 %at\n" + store, // any
        chosen +
            "  %d = call <32 x i16> @llvm.genx.dpas.x1(<32 x i16> %s, <32 x i16> %a)\n" // lanes of others
            "  %x = extractelement <32 x i16> %d, i64 30\n" +
            store})
    EXPECT_EQ(narrowed(body), body);
}

} // namespace
} // namespace xeforge::toolchain::lowering
