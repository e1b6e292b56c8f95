#include "xeforge/lab/terminal/options.hpp"

#include "xeforge/base/error.hpp"

#include <gtest/gtest.h>

namespace xeforge::lab {
namespace {

struct Parsed {
  std::int64_t count = 0;
  float factor = 0;
  std::string colour, file;
};

// What the user is told about this command line; empty when it is right.
std::string refusal(const std::vector<std::string>& words, Parsed& parsed) {
  CommandLine line("", "tool", [] { return std::string("1"); });
  line.top().require_command();
  Command paint = line.top().add_command("paint", "");
  add_integer(paint, "--count", parsed.count, {1, 9}, "");
  add_number(paint, "--factor", parsed.factor, "");
  add_choice(paint, "--colour", parsed.colour, {"red", "green"}, "");
  paint.add_option("--file", parsed.file, "").required();
  try {
    line.run(words);
    return {};
  } catch (const Error& error) {
    return error.what();
  }
}
std::string refusal(const std::vector<std::string>& words) {
  Parsed ignored;
  return refusal(words, ignored);
}

TEST(options, values_that_are_accepted_arrive) {
  Parsed parsed;
  EXPECT_EQ(refusal({"paint", "--count", "7", "--factor", "-2.5e1", "--colour=green", "--file", "x"}, parsed), "");
  EXPECT_EQ(parsed.count, 7);
  EXPECT_EQ(parsed.factor, -25.0f);
  EXPECT_EQ(parsed.colour, "green");
  EXPECT_EQ(parsed.file, "x");
}

TEST(options, a_value_out_of_range_or_not_a_number_is_refused_with_the_range) {
  for (const std::string text : {"0", "10", "-3", "x", "3x", "3.5", "99999999999999999999"})
    EXPECT_EQ(refusal({"paint", "--file", "x", "--count", text}),
              "--count: got '" + text + "'; expected an integer from 1 to 9");
}

TEST(options, a_number_has_to_be_finite) {
  for (const std::string text : {"nan", "inf", "one", "1e999"})
    EXPECT_EQ(refusal({"paint", "--file", "x", "--factor", text}),
              "--factor: got '" + text + "'; expected a finite number");
}

TEST(options, an_unknown_choice_is_refused_with_the_choices) {
  EXPECT_EQ(refusal({"paint", "--file", "x", "--colour", "blue"}), "--colour: got 'blue'; expected one of red, green");
}

TEST(options, an_unknown_option_is_refused_with_the_options) {
  EXPECT_EQ(refusal({"paint", "--size", "3"}),
            "--size: got an option that 'tool paint' does not have; expected --help, "
            "--count, --factor, --colour, --file");
}

TEST(options, a_missing_option_a_missing_value_and_a_repeated_one_are_named) {
  EXPECT_EQ(refusal({"paint"}), "--file: got nothing; expected a value; see tool paint --help");
  EXPECT_EQ(refusal({"paint", "--file"}), "--file: got no value; expected one value");
  EXPECT_EQ(refusal({"paint", "--file", "x", "--file", "y"}), "--file: got more than one value; expected one value");
}

TEST(options, a_missing_and_an_unknown_command_are_refused_with_the_commands) {
  EXPECT_EQ(refusal({}), "COMMAND: got nothing; expected paint");
  EXPECT_EQ(refusal({"draw"}), "COMMAND: got 'draw'; expected paint");
}

TEST(options, a_word_that_belongs_nowhere_is_refused) {
  EXPECT_EQ(refusal({"paint", "--file", "x", "y"}),
            "'y': got an argument without an option; expected --help, --count, --factor, --colour, --file");
}

} // namespace
} // namespace xeforge::lab
