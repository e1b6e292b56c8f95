// What commands print where somebody looks: on a terminal, which `script` (bsdutils) makes.
#include "cli/program.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <sstream>

namespace xeforge::cli_tests {
namespace {

class terminal : public InFolder {
protected:
  void SetUp() override {
    if (!toolchain::installed_program("script").empty())
      return;
    GTEST_SKIP() << "no program 'script' (Debian: bsdutils)";
  }
  // What it prints on a terminal of so many columns, standard error included.
  std::string shown(const std::string& command, int columns = 80) const {
    const toolchain::Outcome outcome =
        shell("script -qec 'stty cols " + std::to_string(columns) + "; " + command + "' /dev/null");
    EXPECT_TRUE(outcome.succeeded()) << outcome.output << outcome.errors;
    return outcome.output;
  }
};

// In characters, colours left out.
std::size_t longest_line(const std::string& text) {
  std::size_t longest = 0;
  std::istringstream lines(std::regex_replace(text, std::regex("\x1b\\[[0-9;]*m|\r"), ""));
  for (std::string line; std::getline(lines, line);)
    longest = std::max(longest, line.size());
  return longest;
}

TEST_F(terminal, text_is_as_wide_as_the_terminal) {
  const std::string narrow = shown("xeforge list 2>/dev/null", 70), wide = shown("xeforge list 2>/dev/null", 160);
  EXPECT_LE(longest_line(narrow), 70u) << narrow;
  EXPECT_GT(longest_line(wide), 100u) << wide;
  EXPECT_LE(longest_line(shell("xeforge list").output), 100u) << "where nobody looks";
}

TEST_F(terminal, colours_are_for_whoever_does_not_forbid_them) {
  const std::string check = "xeforge check rms-norm --set smoke 2>/dev/null";
  EXPECT_NE(shown(check).find("\x1b["), std::string::npos);
  EXPECT_NE(shown("NO_COLOR= " + check).find("\x1b["), std::string::npos) << "empty forbids nothing";
  EXPECT_EQ(shown("NO_COLOR=1 " + check).find("\x1b["), std::string::npos);
  EXPECT_EQ(shell(check).output.find("\x1b["), std::string::npos) << "no terminal";
}

TEST_F(terminal, results_are_shown_as_they_come) {
  const std::string bench = "xeforge bench rms-norm --case hidden-7168 --seconds 0.05";
  EXPECT_NE(shown(bench).find("[1/1] hidden-7168: "), std::string::npos);
  EXPECT_EQ(shell(bench).errors, "") << "nobody looks";
}

} // namespace
} // namespace xeforge::cli_tests
