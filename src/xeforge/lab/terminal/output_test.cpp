#include "xeforge/lab/terminal/output.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace xeforge::lab {
namespace {

std::size_t longest_line(const std::string& text) {
  std::size_t longest = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    longest = std::max(longest, line.size());
  return longest;
}

TEST(output, a_table_lines_its_columns_up) {
  Table table({{"name"}, {"size", Align::right}});
  table.add({"a", "1"});
  table.add({"longer", "1000"});
  EXPECT_EQ(table.text(), "name    size\n"
                          "a          1\n"
                          "longer  1000\n");
}

TEST(output, a_table_too_wide_cuts_its_widest_text_and_never_a_number) {
  Table table({{"first"}, {"second"}, {"number", Align::right}});
  table.add({std::string(30, 'a'), std::string(90, 'b'), "123456789"});
  EXPECT_EQ(longest_line(table.text()), line_width());
  EXPECT_NE(table.text().find("b...  123456789\n"), std::string::npos);
  EXPECT_NE(table.text().find(std::string(30, 'a')), std::string::npos);
}

TEST(output, characters_of_several_bytes_take_one_place) {
  Table table({{"name"}, {"n", Align::right}});
  table.add({"\u2014", "1"});
  EXPECT_EQ(table.text(), "name  n\n\u2014     1\n");
}

TEST(output, wrapped_text_breaks_between_words_within_the_width) {
  std::string text;
  for (int word = 0; word < 60; ++word)
    text += "word" + std::to_string(word) + " ";
  const std::string result = wrapped(text, 4);
  EXPECT_LE(longest_line(result), line_width());
  EXPECT_GT(longest_line(result), line_width() - 10);
  EXPECT_EQ(result.substr(0, 10), "    word0 ");
  EXPECT_EQ(result.substr(result.size() - 7), "word59\n");
}

TEST(output, what_controls_a_terminal_is_shown_and_colours_and_letters_stay) {
  const std::string good = "a\nb \x1b[31mred\x1b[0m \x1b[38;2;1;2;3m \u00e9 \u2014 \u4e2d \U0001f600";
  EXPECT_EQ(fit_for_terminal(good), good);
  EXPECT_EQ(fit_for_terminal("\x1b[2J\x1b]0;t\x07\r\b\t\x7f"), "\\x1b[2J\\x1b]0;t\\x07\\x0d\\x08\\x09\\x7f");
  EXPECT_EQ(fit_for_terminal("\xff\xc3(\xe2\x80"), "\\xff\\xc3(\\xe2\\x80");      // no UTF-8
  EXPECT_EQ(fit_for_terminal("\u009b2J \u202e"), "\\xc2\\x9b2J \\xe2\\x80\\xae"); // CSI in one, right to left
}

TEST(output, durations_have_the_unit_that_suits_them) {
  EXPECT_EQ(duration_text(12), "12 ns");
  EXPECT_EQ(duration_text(230'100), "230.1 us");
  EXPECT_EQ(duration_text(1.5e6), "1.50 ms");
  EXPECT_EQ(duration_text(2e9), "2.00 s");
}

TEST(output, the_time_that_is_left_is_told_when_it_is_known_and_long) {
  EXPECT_EQ(time_left_text(0, 10, 3), "");
  EXPECT_EQ(time_left_text(1, 10, 3), "27 s");
  EXPECT_EQ(time_left_text(9, 10, 27), "") << "soon over";
  EXPECT_EQ(time_left_text(10, 10, 30), "");
  EXPECT_EQ(time_left_text(1, 100, 6), "10 min");
}

TEST(output, one_is_one_and_others_are_several) {
  EXPECT_EQ(counted(0, "entry", "entries"), "0 entries");
  EXPECT_EQ(counted(1, "entry", "entries"), "1 entry");
  EXPECT_EQ(counted(2, "entry", "entries"), "2 entries");
  EXPECT_EQ(counted(1, "thread") + ", " + counted(2, "thread"), "1 thread, 2 threads");
}

TEST(output, sizes_have_the_unit_that_suits_them) {
  EXPECT_EQ(bytes_text(512), "512 B");
  EXPECT_EQ(bytes_text(256.0 * 1024 * 1024), "256 MiB");
  EXPECT_EQ(bytes_text(1536), "1.5 KiB");
}

} // namespace
} // namespace xeforge::lab
