#include "xeforge/pages/text.hpp"

#include <gtest/gtest.h>

namespace xeforge::pages {
namespace {

constexpr std::string_view replaced = "\xef\xbf\xbd";

TEST(Text, what_is_special_in_markup_becomes_an_entity) {
  EXPECT_EQ(escaped("<a href=\"x\" b='y'>&"), "&lt;a href=&quot;x&quot; b=&#39;y&#39;&gt;&amp;");
  EXPECT_EQ(escaped("simd<float, 16>"), "simd&lt;float, 16&gt;");
}

TEST(Text, characters_beyond_ascii_stay) {
  EXPECT_EQ(escaped("\u00e9\u20ac\U0001f600\n\t"), "\u00e9\u20ac\U0001f600\n\t");
}

TEST(Text, bytes_that_are_no_utf8_and_control_characters_are_replaced) {
  const std::string r(replaced);
  EXPECT_EQ(escaped(std::string_view("a\0b", 3)), "a" + r + "b");
  EXPECT_EQ(escaped("\x01\x1b\x7f"), r + r + r);
  EXPECT_EQ(escaped("\xff"), r);
  EXPECT_EQ(escaped("\xe2\x82"), r + r); // cut short
  EXPECT_EQ(escaped("\xc0\xbc"
                    "script"),
            r + r + "script");                           // '<' in two bytes instead of one
  EXPECT_EQ(escaped("\xed\xa0\x80"), r + r + r);         // a surrogate
  EXPECT_EQ(escaped("\xf4\x90\x80\x80"), r + r + r + r); // beyond Unicode
  EXPECT_EQ(escaped("\xef\xbf\xbf"), r);                 // what XML forbids
}

TEST(Text, a_cut_text_fits_and_ends_in_an_ellipsis) {
  const std::string text = "a label of some length";
  EXPECT_EQ(fitted(text, 12, 1000), text);
  const std::string cut = fitted(text, 12, 80);
  EXPECT_TRUE(cut.ends_with("\u2026")) << cut;
  EXPECT_TRUE(text.starts_with(cut.substr(0, cut.size() - 3))) << cut;
  EXPECT_LE(text_width(cut, 12), 80);
}

TEST(Text, a_character_is_never_cut_in_two) {
  for (double width = 10; width < 100; width += 1) {
    const std::string cut = fitted("\U0001f600\u20ac\u00e9\U0001f600\u20ac\u00e9\U0001f600", 12, width);
    EXPECT_EQ(escaped(cut).find(replaced), std::string::npos) << width;
  }
}

TEST(Text, lines_are_broken_between_words_and_the_last_one_is_cut) {
  EXPECT_EQ(broken("one two", 10, 1000, 2), (std::vector<std::string>{"one two"}));
  EXPECT_EQ(broken("one two", 10, 30, 2), (std::vector<std::string>{"one", "two"}));
  EXPECT_TRUE(broken("  ", 10, 30, 2).empty());
  const auto lines = broken("one two three four five", 10, 40, 2);
  ASSERT_EQ(lines.size(), 2u);
  for (const std::string& line : lines)
    EXPECT_LE(text_width(line, 10), 40) << line;
  EXPECT_TRUE(lines.back().ends_with("\u2026"));
}

TEST(Text, numbers_have_three_digits_and_the_prefix_of_their_unit) {
  EXPECT_EQ(with_prefix(109.4e12) + "FLOP/s", "109 TFLOP/s");
  EXPECT_EQ(with_prefix(456e9), "456 G");
  EXPECT_EQ(with_prefix(999.9e9), "1 T");
  EXPECT_EQ(with_prefix(12.34), "12.3 ");
  EXPECT_EQ(three_digits(239.9), "240");
  EXPECT_EQ(three_digits(0.01234), "0.0123");
  EXPECT_EQ(three_digits(1e6), "1000000");
  EXPECT_EQ(three_digits(0), "0");
  EXPECT_EQ(three_digits(-2.5), "-2.5");
}

} // namespace
} // namespace xeforge::pages
