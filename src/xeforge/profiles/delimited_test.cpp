#include "xeforge/profiles/delimited.hpp"

#include <gtest/gtest.h>

namespace xeforge::profiles {
namespace {

using Fields = std::vector<std::string>;

TEST(Delimited, lines_end_in_either_way_and_a_byte_order_mark_is_no_text) {
  EXPECT_EQ(lines_of("\xef\xbb\xbf"
                     "a\r\nb\n\nc"),
            (std::vector<std::string_view>{"a", "b", "", "c"}));
  EXPECT_TRUE(lines_of("").empty());
}

TEST(Delimited, fields_are_without_blanks_around_them) {
  EXPECT_EQ(fields_of("  a ,b,  ,\tc", ','), (Fields{"a", "b", "", "c"}));
  EXPECT_EQ(fields_of("a,", ','), (Fields{"a", ""}));
  EXPECT_EQ(fields_of("", ','), (Fields{""}));
  EXPECT_EQ(fields_of("a\t\tb", '\t'), (Fields{"a", "", "b"}));
}

TEST(Delimited, a_field_in_quotes_may_hold_the_delimiter_and_quotes) {
  EXPECT_EQ(fields_of(R"(  "simd<float, 16>" , "say ""so""" ,1)", ','), (Fields{"simd<float, 16>", "say \"so\"", "1"}));
  EXPECT_EQ(fields_of(R"("")", ','), (Fields{""}));
}

TEST(Delimited, a_quote_that_does_not_close_gives_nothing) {
  EXPECT_FALSE(fields_of("\"a,b", ','));
  EXPECT_FALSE(fields_of("\"a\"b,c", ','));
  EXPECT_FALSE(fields_of("a,\"", ','));
}

TEST(Delimited, numbers_may_have_a_unit_and_nothing_else) {
  EXPECT_EQ(number_in(" 12.5% "), 12.5);
  EXPECT_EQ(number_in("1.5s"), 1.5);
  EXPECT_EQ(number_in("6.89741e-06"), 6.89741e-06);
  EXPECT_EQ(number_in("-3"), -3);
  for (const char* none : {"", "-", "1,234", "12 x 4", "nan", "inf", "1e999", "s", "%", "0x10", "1s%"})
    EXPECT_FALSE(number_in(none)) << none;
}

} // namespace
} // namespace xeforge::profiles
