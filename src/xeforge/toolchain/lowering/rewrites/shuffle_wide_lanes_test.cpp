#include "xeforge/toolchain/lowering/testing.hpp"

namespace xeforge::toolchain::lowering {
namespace {

std::string shuffled(const std::string& parameters, const std::string& body) {
  return body_after(ShuffleWideLanes(), parameters, body);
}

TEST(shuffle_wide_lanes, a_part_of_a_vector_is_taken_by_a_shuffle) {
  EXPECT_EQ(shuffled("<16 x float> %a", "  %b = bitcast <16 x float> %a to <2 x i256>\n"
                                        "  %c = extractelement <2 x i256> %b, i64 1\n"
                                        "  %d = bitcast i256 %c to <8 x i32>\n"
                                        "  %e = add <8 x i32> %d, %d\n"),
            "  %1 = bitcast <16 x float> %a to <16 x i32>\n"
            "  %2 = shufflevector <16 x i32> %1, <16 x i32> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, "
            "i32 13, i32 14, i32 15>\n"
            "  %e = add <8 x i32> %2, %2\n");
}

TEST(shuffle_wide_lanes, several_parts_of_other_element_types_share_one_vector) {
  EXPECT_EQ(shuffled("<4 x i64> %a", "  %b = bitcast <4 x i64> %a to <2 x i128>\n"
                                     "  %c = extractelement <2 x i128> %b, i64 0\n"
                                     "  %d = extractelement <2 x i128> %b, i64 1\n"
                                     "  %e = bitcast i128 %c to <2 x double>\n"
                                     "  %g = bitcast i128 %d to <4 x i32>\n"
                                     "  %h = fadd <2 x double> %e, %e\n  %i = add <4 x i32> %g, %g\n"),
            "  %1 = bitcast <4 x i64> %a to <4 x double>\n"
            "  %2 = shufflevector <4 x double> %1, <4 x double> poison, <2 x i32> <i32 0, i32 1>\n"
            "  %3 = bitcast <4 x i64> %a to <8 x i32>\n"
            "  %4 = shufflevector <8 x i32> %3, <8 x i32> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>\n"
            "  %h = fadd <2 x double> %2, %2\n  %i = add <4 x i32> %4, %4\n");
}

TEST(shuffle_wide_lanes, what_is_used_as_a_wide_integer_stays) {
  for (const std::string body :
       {"  %b = bitcast <4 x i64> %a to <2 x i128>\n  %c = extractelement <2 x i128> %b, i64 0\n"
        "  %d = add i128 %c, 1\n",
        "  %b = bitcast <4 x i64> %a to <8 x i32>\n  %c = extractelement <8 x i32> %b, i64 0\n"
        "  %d = bitcast i32 %c to <2 x i16>\n",
        "  %b = bitcast <4 x i64> %a to <2 x i128>\n  %c = extractelement <2 x i128> %b, i64 %n\n"
        "  %d = bitcast i128 %c to <4 x i32>\n"})
    EXPECT_EQ(shuffled("<4 x i64> %a, i64 %n", body), body);
}

TEST(shuffle_wide_lanes, bits_of_a_shifted_vector_are_elements) {
  const std::string result = body_after(ShuffleWideLanes(), "<32 x i16> %v",
                                        "  %w = bitcast <32 x i16> %v to i512\n  %s = lshr i512 %w, 48\n"
                                        "  %t = trunc i512 %s to i128\n  %b = bitcast i128 %t to <8 x i16>\n"
                                        "  %n = trunc i512 %s to i16\n  %low = trunc i512 %w to i32\n"
                                        "  %odd = trunc i512 %s to i32\n");
  EXPECT_NE(result.find("<8 x i32> <i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10>"), std::string::npos)
      << result;
  EXPECT_NE(result.find("extractelement <32 x i16> %v, i64 3"), std::string::npos) << result;
  EXPECT_NE(result.find("extractelement <16 x i32>"), std::string::npos) << result;
  EXPECT_NE(result.find("<2 x i32> <i32 3, i32 4>"), std::string::npos)
      << result; // begins inside of an element of 32 bits
}

TEST(shuffle_wide_lanes, zeros_that_are_shifted_in_are_no_elements) {
  const std::string body = "  %w = bitcast <32 x i16> %v to i512\n  %s = lshr i512 %w, 400\n"
                           "  %t = trunc i512 %s to i128\n  %b = bitcast i128 %t to <8 x i16>\n";
  EXPECT_EQ(body_after(ShuffleWideLanes(), "<32 x i16> %v", body), body);
}

TEST(shuffle_wide_lanes, they_are_stored_as_elements) {
  EXPECT_EQ(body_after(ShuffleWideLanes(), "<16 x float> %v, ptr %p",
                       "  %w = bitcast <16 x float> %v to i512\n  %s = lshr i512 %w, 32\n  %t = trunc i512 %s to i128\n"
                       "  store i128 %t, ptr %p, align 4\n"),
            "  %1 = shufflevector <16 x float> %v, <16 x float> poison, <4 x i32> <i32 1, i32 2, i32 3, i32 4>\n"
            "  store <4 x float> %1, ptr %p, align 4\n");
}

TEST(shuffle_wide_lanes, they_are_stored_as_elements_that_begin_inside_of_others) {
  EXPECT_EQ(body_after(ShuffleWideLanes(), "<4 x i64> %v, ptr %p",
                       "  %w = bitcast <4 x i64> %v to i256\n  %s = lshr i256 %w, 48\n  %t = trunc i256 %s to i128\n"
                       "  store i128 %t, ptr %p, align 1\n"),
            "  %1 = bitcast <4 x i64> %v to <16 x i16>\n"
            "  %2 = shufflevector <16 x i16> %1, <16 x i16> poison, <8 x i32> <i32 3, i32 4, i32 5, i32 6, i32 7, "
            "i32 8, i32 9, i32 10>\n"
            "  %3 = bitcast <8 x i16> %2 to <2 x i64>\n"
            "  store <2 x i64> %3, ptr %p, align 1\n");
}

} // namespace
} // namespace xeforge::toolchain::lowering
