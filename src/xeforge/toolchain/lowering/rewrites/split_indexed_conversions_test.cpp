#include "xeforge/toolchain/lowering/testing.hpp"

namespace xeforge::toolchain::lowering {
namespace {

// llvm.genx.wrregionf of this many floats.
std::string declaration(int count) {
  const std::string type = "<" + std::to_string(count) + " x float>";
  return "declare <128 x float> @llvm.genx.wrregionf.x" + std::to_string(count) + "(<128 x float>, " + type +
         ", i32, i32, i32, i16, i32, i1)\n";
}

// A write of `count` floats as rows of `width`, `rows` and `columns` elements apart.
std::string write_of(int count, const std::string& value, const std::string& region, const std::string& offset) {
  return "  %result = call <128 x float> @llvm.genx.wrregionf.x" + std::to_string(count) + "(<128 x float> %v, <" +
         std::to_string(count) + " x float> " + value + ", " + region + ", i16 " + offset + ", i32 0, i1 true)\n";
}

std::string split(const std::string& body) {
  return body_after(SplitIndexedConversions(),
                    "<128 x float> %v, <16 x half> %h, <16 x bfloat> %b, <16 x float> %f, <5 x half> %five, i16 %at",
                    body, declaration(16) + declaration(5));
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

TEST(split_indexed_conversions, even_and_odd_elements_are_written_alone) {
  const std::string result =
      split("  %c = fpext <16 x half> %h to <16 x float>\n" + write_of(16, "%c", "i32 16, i32 16, i32 1", "%at"));
  EXPECT_TRUE(has(result, "<16 x float> %c, <16 x float> poison, <8 x i32> <i32 0, i32 2, i32 4")) << result;
  EXPECT_TRUE(has(result, "<16 x float> %c, <16 x float> poison, <8 x i32> <i32 1, i32 3, i32 5")) << result;
  EXPECT_TRUE(has(result, "i32 16, i32 8, i32 2, i16 %at, i32 0, i1 true)")) << result;
  EXPECT_TRUE(has(result, " = add i16 %at, 4\n")) << result;
  EXPECT_FALSE(has(result, "wrregionf.x16(")) << result;
}

// Rows of four, eight elements apart: columns 0 and 2, then 1 and 3, of all rows at once.
TEST(split_indexed_conversions, rows_of_an_even_width_stay_together) {
  const std::string result =
      split("  %c = fpext <16 x half> %h to <16 x float>\n" + write_of(16, "%c", "i32 8, i32 4, i32 1", "%at"));
  EXPECT_TRUE(has(result, "<8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8")) << result;
  EXPECT_TRUE(has(result, "i32 8, i32 2, i32 2, i16 %at")) << result;
}

// Every second element of a column.
TEST(split_indexed_conversions, a_column_is_a_row_that_lies_the_other_way) {
  const std::string result =
      split("  %c = fpext <16 x half> %h to <16 x float>\n" + write_of(16, "%c", "i32 8, i32 1, i32 0", "%at"));
  EXPECT_TRUE(has(result, "i32 8, i32 8, i32 16, i16 %at")) << result;
  EXPECT_TRUE(has(result, " = add i16 %at, 32\n")) << result;
}

TEST(split_indexed_conversions, predicates_as_numbers_are_chosen_where_they_are_written) {
  const auto written = [](const std::string& to) {
    return body_after(SplitIndexedConversions(), "i32 %a, i32 %b, i64 %at, ptr %out",
                      "  %v = alloca [16 x i32], align 4\n  %p = getelementptr i32, ptr %v, i64 %at\n"
                      "  %c = icmp slt i32 %a, %b\n  %s = sext i1 %c to i32\n  store i32 %s, ptr " +
                          to + ", align 4\n");
  };
  EXPECT_TRUE(has(written("%p"), " @llvm.genx.constanti.i32(i32 -1)")) << written("%p");
  EXPECT_TRUE(has(written("%p"), " = select i1 %c, i32 ")) << written("%p");
  EXPECT_TRUE(has(written("%out"), "store i32 %s, ptr %out")) << written("%out");
}

TEST(split_indexed_conversions, of_an_odd_number_the_even_part_has_one_more) {
  const std::string result =
      split("  %c = fpext <5 x half> %five to <5 x float>\n" + write_of(5, "%c", "i32 5, i32 5, i32 1", "%at"));
  EXPECT_TRUE(has(result, "<3 x i32> <i32 0, i32 2, i32 4>")) << result;
  EXPECT_TRUE(has(result, "<2 x i32> <i32 1, i32 3>")) << result;
}

TEST(split_indexed_conversions, negated_and_absolute_halves_too) {
  const std::string result = split("  %c = fpext <16 x half> %h to <16 x float>\n  %n = fneg <16 x float> %c\n" +
                                   write_of(16, "%n", "i32 16, i32 16, i32 1", "%at"));
  EXPECT_TRUE(has(result, "<16 x float> %n, <16 x float> poison, <8 x i32> <i32 1")) << result;
}

TEST(split_indexed_conversions, other_writes_stay) {
  const std::string region = "i32 16, i32 16, i32 1";
  for (const std::string& body : {"  %c = fpext <16 x half> %h to <16 x float>\n" + write_of(16, "%c", region, "64"),
                                  "  %c = fpext <16 x bfloat> %b to <16 x float>\n" + write_of(16, "%c", region, "%at"),
                                  write_of(16, "%f", region, "%at")})
    EXPECT_TRUE(has(split(body), write_of(16, body.find("%c") == body.npos ? "%f" : "%c", region,
                                          body.find("i16 64") == body.npos ? "%at" : "64")))
        << split(body);
}

} // namespace
} // namespace xeforge::toolchain::lowering
