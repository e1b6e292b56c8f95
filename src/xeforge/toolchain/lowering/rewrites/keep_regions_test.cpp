#include "xeforge/toolchain/lowering/testing.hpp"

#include <array>

namespace xeforge::toolchain::lowering {
namespace {

const std::string functions =
    "declare <16 x i32> @llvm.genx.rdregioni.x0(<32 x i32>, i32, i32, i32, i16, i32)\n"
    "declare <4 x i32> @llvm.genx.rdregioni.x1(<16 x i32>, i32, i32, i32, i16, i32)\n"
    "declare <16 x double> @llvm.genx.wrregionf.x2(<16 x double>, <3 x double>, i32, i32, i32, "
    "i16, i32, <3 x i1>)\n";

std::string kept(const std::string& body) {
  return body_after(KeepRegions(), "<32 x i32> %v, <16 x double> %d, <3 x double> %e, <3 x i1> %m, i16 %at", body,
                    functions);
}

std::string rows(const std::string& region) {
  return "  %r = call <16 x i32> @llvm.genx.rdregioni.x0(<32 x i32> %v, " + region + ", i32 0)\n";
}
const std::string four_from_6 =
    "  %f = call <4 x i32> @llvm.genx.rdregioni.x1(<16 x i32> %r, i32 4, i32 4, i32 1, i16 24, i32 0)\n";

TEST(keep_regions, elements_of_rows_are_taken_from_the_first_vector) {
  // Rows of 8: 3 eight times, then 5 eight times.
  EXPECT_EQ(kept(rows("i32 2, i32 8, i32 0, i16 12") + four_from_6),
            rows("i32 2, i32 8, i32 0, i16 12") +
                "  %1 = shufflevector <32 x i32> %v, <32 x i32> poison, <4 x i32> <i32 3, i32 3, i32 5, i32 5>\n");
  // 1 to 4 repeatedly.
  EXPECT_EQ(kept(rows("i32 0, i32 4, i32 1, i16 4") + four_from_6),
            rows("i32 0, i32 4, i32 1, i16 4") +
                "  %1 = shufflevector <32 x i32> %v, <32 x i32> poison, <4 x i32> <i32 3, i32 4, i32 1, i32 2>\n");
}

TEST(keep_regions, also_as_bytes) {
  const std::string body = rows("i32 0, i32 16, i32 0, i16 12") + "  %b = bitcast <16 x i32> %r to <64 x i8>\n";
  const std::string read =
      "  %f = call <4 x i8> @llvm.genx.rdregioni.x3(<64 x i8> %b, i32 4, i32 4, i32 1, i16 6, i32 0)\n";
  const std::string result =
      body_after(KeepRegions(), "<32 x i32> %v", body + read,
                 functions + "declare <4 x i8> @llvm.genx.rdregioni.x3(<64 x i8>, i32, i32, i32, i16, i32)\n");
  EXPECT_NE(result.find("bitcast <32 x i32> %v to <128 x i8>"), std::string::npos) << result;
  EXPECT_NE(result.find("<4 x i32> <i32 14, i32 15, i32 12, i32 13>"), std::string::npos) << result;
}

TEST(keep_regions, also_of_a_shuffle_as_bytes) {
  const std::string shuffled =
      "  %s = shufflevector <32 x i32> %v, <32 x i32> poison, <4 x i32> <i32 0, i32 5, i32 poison, i32 "
      "9>\n  %b = bitcast <4 x i32> %s to <16 x i8>\n";
  const std::string result = body_after(
      KeepRegions(), "<32 x i32> %v",
      shuffled + "  %f = call <4 x i8> @llvm.genx.rdregioni.x3(<16 x i8> %b, i32 4, i32 4, i32 1, i16 6, i32 0)\n",
      "declare <4 x i8> @llvm.genx.rdregioni.x3(<16 x i8>, i32, i32, i32, i16, i32)\n");
  EXPECT_NE(result.find("bitcast <32 x i32> %v to <128 x i8>"), std::string::npos) << result;
  EXPECT_NE(result.find("<4 x i32> <i32 22, i32 23, i32 poison, i32 poison>"), std::string::npos) << result;
}

TEST(keep_regions, also_of_a_shuffle) {
  const std::string rows =
      "  %s = shufflevector <32 x i32> %v, <32 x i32> poison, <6 x i32> <i32 14, i32 18, i32 22, i32 16, "
      "i32 20, i32 24>\n";
  EXPECT_EQ(
      body_after(KeepRegions(), "<32 x i32> %v",
                 rows +
                     "  %f = call <3 x i32> @llvm.genx.rdregioni.x3(<6 x i32> %s, i32 3, i32 3, i32 2, i16 4, i32 0)\n",
                 "declare <3 x i32> @llvm.genx.rdregioni.x3(<6 x i32>, i32, i32, i32, i16, i32)\n"),
      "  %1 = shufflevector <32 x i32> %v, <32 x i32> poison, <3 x i32> <i32 18, i32 16, i32 24>\n");
}

TEST(keep_regions, elements_of_64_bits_four_apart_are_taken_one_by_one) {
  const std::string result =
      body_after(KeepRegions(), "<16 x i64> %v",
                 "  %r = call <8 x i64> @llvm.genx.rdregioni.x3(<16 x i64> %v, i32 2, i32 4, i32 2, i16 24, i32 0)\n"
                 "  %f = call <3 x i64> @llvm.genx.rdregioni.x4(<8 x i64> %r, i32 3, i32 3, i32 2, i16 8, i32 0)\n",
                 "declare <8 x i64> @llvm.genx.rdregioni.x3(<16 x i64>, i32, i32, i32, i16, i32)\n"
                 "declare <3 x i64> @llvm.genx.rdregioni.x4(<8 x i64>, i32, i32, i32, i16, i32)\n");
  for (const char* element : {"<1 x i32> <i32 5>", "<1 x i32> <i32 9>", "<1 x i32> <i32 7>"})
    EXPECT_TRUE(contains(result, element)) << result;
  EXPECT_TRUE(contains(result, "@llvm.genx.wrregioni.v3i64.v1i64.i16.i1(<3 x i64> %4, <1 x i64> %5,")) << result;
}

TEST(keep_regions, bytes_of_numbers_that_are_loaded_apart_are_computed) {
  const auto cast = [](const std::string& type, const std::string& align, const std::string& element) {
    return body_after(KeepRegions(), "ptr %p",
                      "  %l = load " + type + ", ptr %p, align " + align + "\n  %b = bitcast " + type + " %l to <" +
                          element + ">\n  store <" + element + "> %b, ptr %p, align 1\n");
  };
  EXPECT_EQ(cast("<4 x i16>", "2", "8 x i8"),
            "  %l = load <4 x i16>, ptr %p, align 2\n  %1 = trunc <4 x i16> %l to <4 x i8>\n"
            "  %2 = lshr <4 x i16> %l, splat (i16 8)\n  %3 = trunc <4 x i16> %2 to <4 x i8>\n"
            "  %4 = shufflevector <4 x i8> %1, <4 x i8> %3, <8 x i32> <i32 0, i32 4, i32 1, i32 5, i32 2, i32 6, "
            "i32 3, i32 7>\n  store <8 x i8> %4, ptr %p, align 1\n");
  EXPECT_TRUE(contains(cast("<4 x half>", "2", "8 x i8"), "bitcast <4 x half> %l to <4 x i16>"));
  for (const auto& [type, align, element] : {std::array{"<4 x i16>", "4", "8 x i8"},
                                             {"<4 x i16>", "2", "2 x i32"},
                                             {"<4 x i32>", "2", "16 x i8"},
                                             {"<8 x i8>", "1", "4 x i16"}})
    EXPECT_TRUE(contains(cast(type, align, element), "%b = bitcast")) << type << " " << align << " " << element;
}

TEST(keep_regions, numbers_that_lie_apart_are_moved_together_before_they_are_wider_and_wider_still) {
  const auto widened = [](const std::string& bytes) {
    return body_after(KeepRegions(), "ptr %p, <8 x i32> %n, <16 x i8> %s, <8 x i8> %t",
                      "  %a = " + bytes +
                          "\n  %b = bitcast <8 x i8> %a to <4 x i16>\n  %w = zext <4 x i16> %b to <4 x i32>\n"
                          "  store <4 x i32> %w, ptr %p, align 16\n");
  };
  for (const char* apart :
       {"load <8 x i8>, ptr %p, align 1", "trunc <8 x i32> %n to <8 x i8>",
        "shufflevector <16 x i8> %s, <16 x i8> poison, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, "
        "i32 10, i32 12, i32 14>"})
    EXPECT_TRUE(contains(widened(apart), "@llvm.genx.constanti.v8i8(<8 x i8> zeroinitializer)")) << widened(apart);
  for (const char* together : {"load <8 x i8>, ptr %p, align 4", "add <8 x i8> %t, %t"})
    EXPECT_FALSE(contains(widened(together), "constanti")) << together;
  const std::string mask = body_after(KeepRegions(), "<16 x i32> %n, ptr %p",
                                      "  %m = trunc <16 x i32> %n to <16 x i1>\n  %b = bitcast <16 x i1> %m to i16\n"
                                      "  %w = zext i16 %b to i32\n  store i32 %w, ptr %p, align 4\n");
  EXPECT_FALSE(contains(mask, "constanti")) << mask;
}

TEST(keep_regions, three_lanes_are_taken_directly_and_not_from_four) {
  const auto taken = [](const std::string& widened, const std::string& shuffle) {
    return body_after(KeepRegions(), "<3 x i64> %t, <4 x i64> %q",
                      "  %w = shufflevector <3 x i64> %t, <3 x i64> poison, <4 x i32> " + widened +
                          "\n  %b = bitcast <4 x i64> %w to <4 x double>\n  %s = shufflevector <4 x double> %b, <4 x "
                          "double> poison, " +
                          shuffle + "\n  %u = fadd <3 x double> splat (double 1.0), %s\n");
  };
  const std::string padded = "<i32 0, i32 1, i32 2, i32 poison>", three = "<3 x i32> <i32 0, i32 1, i32 2>";
  EXPECT_EQ(taken(padded, three),
            "  %1 = bitcast <3 x i64> %t to <3 x double>\n  %u = fadd <3 x double> splat (double 1.000000e+00), %1\n");
  EXPECT_TRUE(contains(taken(padded, "<3 x i32> <i32 2, i32 0, i32 0>"),
                       "shufflevector <3 x double> %1, <3 x double> poison, <3 x i32> <i32 2, i32 0, i32 0>"));
  EXPECT_TRUE(contains(taken(padded, "<3 x i32> <i32 0, i32 1, i32 3>"), "shufflevector <4 x double> %b"));
  EXPECT_TRUE(contains(taken("<i32 0, i32 2, i32 1, i32 poison>", three), "shufflevector <4 x double> %b"));
}

TEST(keep_regions, first_factors_of_products_begin_where_they_can) {
  const auto factor = [](int first, const std::string& source) {
    return body_after(
        KeepRegions(), source + " %a, <128 x i32> %b, <16 x i32> %c",
        "  %r = call <8 x i32> @llvm.genx.rdregioni.x5(" + source + " %a, i32 8, i32 8, i32 1, i16 " +
            std::to_string(4 * first) +
            ", i32 0)\n  %p = call <16 x i32> @llvm.genx.dpas2.x6(<16 x i32> %c, <128 x i32> %b, <8 x i32> "
            "%r)\n",
        "declare <8 x i32> @llvm.genx.rdregioni.x5(" + source +
            ", i32, i32, i32, i16, i32)\n"
            "declare <16 x i32> @llvm.genx.dpas2.x6(<16 x i32>, <128 x i32>, <8 x i32>)\n");
  };
  for (const std::string& moved : {factor(4, "<32 x i32>"), factor(0, "<12 x i32>")}) {
    EXPECT_TRUE(contains(moved, "<8 x i32> poison, <4 x i32> %1, i32 4, i32 4, i32 1, i16 0")) << moved;
    EXPECT_TRUE(contains(moved, "<4 x i32> %3, i32 4, i32 4, i32 1, i16 16")) << moved;
  }
  EXPECT_TRUE(contains(factor(8, "<32 x i32>"), "<8 x i32> %r)"));
}

TEST(keep_regions, elements_that_lie_evenly_or_anywhere_stay) {
  for (const std::string region :
       {"i32 16, i32 16, i32 2, i16 4", "i32 4, i32 4, i32 1, i16 0", "i32 2, i32 8, i32 0, i16 %at"})
    EXPECT_EQ(kept(rows(region) + four_from_6), rows(region) + four_from_6);
}

std::string write(const std::string& rows) {
  return "  %w = call <16 x double> @llvm.genx.wrregionf.x2(<16 x double> %d, <3 x double> %e, " + rows +
         ", i16 8, i32 0, <3 x i1> %m)\n";
}

TEST(keep_regions, elements_of_64_bits_four_apart_are_written_one_by_one) {
  const std::string result = kept(write("i32 3, i32 3, i32 4"));
  for (const char* where :
       {"i32 1, i32 1, i32 1, i16 8, ", "i32 1, i32 1, i32 1, i16 40, ", "i32 1, i32 1, i32 1, i16 72, "})
    EXPECT_NE(result.find(where), std::string::npos) << result;
  EXPECT_NE(result.find("shufflevector <3 x i1> %m, <3 x i1> poison, <1 x i32> <i32 2>"), std::string::npos) << result;
  EXPECT_EQ(result.find("x2("), std::string::npos) << result;
  EXPECT_EQ(kept(write("i32 3, i32 3, i32 3")), write("i32 3, i32 3, i32 3"));
}

TEST(keep_regions, also_two_apart_in_every_second_one) {
  const auto kept_in = [](const std::string& outer) {
    return body_after(
        KeepRegions(), "<16 x double> %d, <8 x double> %o, <3 x double> %e, <3 x i1> %m",
        "  %w = call <8 x double> @llvm.genx.wrregionf.x3(<8 x double> %o, <3 x double> %e, i32 3, i32 3, i32 2, i16 "
        "0, i32 0, <3 x i1> %m)\n  %x = call <16 x double> @llvm.genx.wrregionf.x4(<16 x double> %d, <8 x double> %w, "
        "i32 8, i32 8, i32 " +
            outer + ", i16 0, i32 0, i1 true)\n",
        "declare <8 x double> @llvm.genx.wrregionf.x3(<8 x double>, <3 x double>, i32, i32, i32, i16, i32, <3 x i1>)\n"
        "declare <16 x double> @llvm.genx.wrregionf.x4(<16 x double>, <8 x double>, i32, i32, i32, i16, i32, i1)\n");
  };
  EXPECT_EQ(kept_in("2").find("x3("), std::string::npos) << kept_in("2");
  EXPECT_NE(kept_in("1").find("x3("), std::string::npos) << kept_in("1");
}

TEST(keep_regions, lower_parts_of_integers_are_taken_from_the_whole_ones) {
  const std::string result =
      body_after(KeepRegions(), "<8 x i32> %w",
                 "  %r = trunc <8 x i32> %w to <8 x i16>\n  %b = bitcast <8 x i16> %r to <16 x i8>\n"
                 "  %f = call <4 x i8> @llvm.genx.rdregioni.x5(<16 x i8> %b, i32 4, i32 4, i32 1, i16 3, i32 0)\n",
                 "declare <4 x i8> @llvm.genx.rdregioni.x5(<16 x i8>, i32, i32, i32, i16, i32)\n");
  EXPECT_NE(result.find("bitcast <8 x i32> %w to <16 x i16>"), std::string::npos) << result;
  EXPECT_NE(result.find("<4 x i32> <i32 5, i32 8, i32 9, i32 12>"), std::string::npos) << result;
}

} // namespace
} // namespace xeforge::toolchain::lowering
