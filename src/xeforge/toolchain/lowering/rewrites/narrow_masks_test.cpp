#include "xeforge/toolchain/lowering/testing.hpp"

namespace xeforge::toolchain::lowering {
namespace {

std::string narrowed(const std::string& body) {
  return body_after(NarrowMasks(), "<32 x i1> %m, <32 x i16> %a, <32 x i16> %b, ptr %p, i16 %at", body,
                    "declare <32 x i16> @llvm.genx.wrregioni.x0(<32 x i16>, <16 x i16>, i32, i32, i32, i16, i32, i1)\n"
                    "declare <32 x i16> @llvm.genx.dpas.x1(<32 x i16>, <32 x i16>)\n"
                    "declare <32 x i16> @llvm.genx.lsc.load.stateless.x2(<32 x i16>)\n");
}

// The operands of a write of `count` numbers from number `first` on.
std::string place(int first, int count) {
  return "i32 " + std::to_string(count) + ", i32 " + std::to_string(count) + ", i32 1, i16 " +
         std::to_string(2 * first) + ", i32 0, i1 true)";
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
  EXPECT_NE(result.find("<32 x i16> poison, <3 x i16> %5, " + place(28, 3)), std::string::npos) << result;
}

TEST(narrow_masks, of_other_masks_the_bits_are_shifted) {
  const std::string result = narrowed("  %s = select <32 x i1> %m, <32 x i16> %a, <32 x i16> %b\n"
                                      "  %x = extractelement <32 x i16> %s, i64 30\n" +
                                      store);
  for (const char* part : {"bitcast <32 x i1> %m to i32", "lshr i32 %1, 28", "trunc i32 %2 to i8",
                           "bitcast i8 %3 to <8 x i1>", "<8 x i32> <i32 28, i32 29, i32 30, i32 31, i32 poison,",
                           "<32 x i16> poison, <4 x i16> %8, i32 4, i32 4, i32 1, i16 56,"})
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
  EXPECT_NE(result.find("<32 x i16> poison, <16 x i16> %5, " + place(16, 16)), std::string::npos) << result;
}

TEST(narrow_masks, of_what_is_the_same_in_all_lanes) {
  const std::string result =
      narrowed("  %t = insertelement <1 x i16> poison, i16 %at, i64 0\n"
               "  %w = shufflevector <1 x i16> %t, <1 x i16> poison, <32 x i32> zeroinitializer\n"
               "  %c = icmp ne <32 x i16> %w, zeroinitializer\n"
               "  %s = select <32 x i1> %c, <32 x i16> %b, <32 x i16> zeroinitializer\n"
               "  %x = extractelement <32 x i16> %s, i64 30\n" +
               store);
  for (const char* part : {"shufflevector <1 x i16> %t, <1 x i16> poison, <3 x i32> zeroinitializer",
                           "icmp ne <3 x i16> %1, zeroinitializer", "select <3 x i1> %2, <3 x i16> %3"})
    EXPECT_NE(result.find(part), std::string::npos) << part << "\n" << result;
}

TEST(narrow_masks, beside_loads_that_nothing_uses) {
  const std::string loaded = "  %l = call <32 x i16> @llvm.genx.lsc.load.stateless.x2(<32 x i16> %s)\n";
  const std::string lane = "  %x = extractelement <32 x i16> %s, i64 30\n" + store;
  const std::string by_all = "x2(<32 x i16> %s)", used = "  store <32 x i16> %l, ptr %p, align 64\n";
  EXPECT_EQ(narrowed(chosen + loaded + lane).find(by_all), std::string::npos);
  EXPECT_NE(narrowed(chosen + loaded + used + lane).find(by_all), std::string::npos);
}

// As many lanes as one instruction computes; for elements of another size, those whose bits are needed.
TEST(narrow_masks, of_each_piece_by_itself) {
  const std::string result =
      body_after(NarrowMasks(), "<40 x i8> %a, <40 x i8> %b, <2 x i32> %w, ptr %p",
                 "  %c = icmp slt <40 x i8> %a, %b\n  %s = select <40 x i1> %c, <40 x i8> %a, <40 x i8> %b\n"
                 "  %v = bitcast <40 x i8> %s to <10 x i32>\n"
                 "  %x = call <10 x i32> @llvm.genx.wrregioni.x0(<10 x i32> %v, <2 x i32> %w, i32 2, i32 2, i32 4, i16 "
                 "16, i32 0, i1 "
                 "true)\n  store <10 x i32> %x, ptr %p, align 64\n",
                 "declare <10 x i32> @llvm.genx.wrregioni.x0(<10 x i32>, <2 x i32>, i32, i32, i32, i16, i32, i1)\n");
  // Words 4 and 8 are overwritten: the first four of lanes 16 to 31 are not needed, and neither are those of lanes 32
  // to 39.
  for (const char* part :
       {"select <40 x i1> %c, <40 x i8> %a, <40 x i8> %b", "icmp slt <12 x i8>", "icmp slt <4 x i8>",
        "<12 x i8> %7, i32 12, i32 12, i32 1, i16 20, i32 0, i1 true)",
        "<4 x i8> %14, i32 4, i32 4, i32 1, i16 36, i32 0, i1 true)", "bitcast <40 x i8> %15 to <10 x i32>"})
    EXPECT_NE(result.find(part), std::string::npos) << part << "\n" << result;
}

TEST(narrow_masks, also_behind_arithmetic_and_in_loops) {
  const std::string result = narrowed(
      "  br label %loop\nloop:\n  %l = phi <32 x i16> [ %a, %0 ], [ %n, %loop ]\n  %c = icmp slt <32 x i16> %l, %b\n"
      "  %z = zext <32 x i1> %c to <32 x i16>\n  %n = add <32 x i16> %l, %z\n"
      "  %x = extractelement <32 x i16> %n, i64 9\n  %f = icmp eq i16 %x, 3\n  br i1 %f, label %loop, label "
      "%end\nend:\n");
  EXPECT_NE(result.find("zext <2 x i1>"), std::string::npos) << result;
}

TEST(narrow_masks, also_behind_functions_of_single_lanes) {
  const auto after = [](const std::string& function) {
    return body_after(
        NarrowMasks(), "<16 x float> %a, <16 x float> %b, ptr %p",
        "  %c = fcmp olt <16 x float> %a, %b\n  %s = select <16 x i1> %c, <16 x float> %a, <16 x float> %b\n"
        "  %r = call <16 x float> @llvm." +
            function +
            "(<16 x float> %s)\n  %x = extractelement <16 x float> %r, i64 4\n"
            "  store float %x, ptr %p, align 4\n",
        "declare <16 x float> @llvm." + function + "(<16 x float>)\n");
  };
  for (const char* function : {"genx.rnde.x0", "genx.ieee.sqrt.x0", "floor.v16f32", "vc.internal.cast.to.x0"})
    EXPECT_TRUE(contains(after(function), "fcmp olt <1 x float>")) << after(function);
  EXPECT_FALSE(contains(after("genx.other.x0"), "fcmp olt <1 x float>"));
}

TEST(narrow_masks, also_of_conversions_that_ask_for_what_is_no_number) {
  const std::string result = body_after(NarrowMasks(), "<16 x double> %a, ptr %p",
                                        "  %i = call <16 x i32> @llvm.genx.fptosi.sat.x0(<16 x double> %a)\n"
                                        "  %x = extractelement <16 x i32> %i, i64 4\n  store i32 %x, ptr %p, align 4\n",
                                        "declare <16 x i32> @llvm.genx.fptosi.sat.x0(<16 x double>)\n");
  EXPECT_TRUE(contains(result, "call spir_func <1 x i32> @llvm.genx.fptosi.sat.v1i32.v1f64(<1 x double> %1)"))
      << result;
  EXPECT_FALSE(contains(result, "sat.x0")) << result;
}

TEST(narrow_masks, also_of_signs) {
  const auto after = [](const std::string& bits) {
    return body_after(NarrowMasks(), "<16 x i32> %a, ptr %p",
                      "  %s = ashr <16 x i32> %a, splat (i32 " + bits +
                          ")\n  %x = extractelement <16 x i32> %s, i64 4\n  store i32 %x, ptr %p, align 4\n");
  };
  EXPECT_TRUE(contains(after("31"), "ashr <1 x i32> %1, splat (i32 31)")) << after("31");
  EXPECT_TRUE(contains(after("30"), "ashr <16 x i32>"));
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
