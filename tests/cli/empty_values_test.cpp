// An empty value is what a shell makes of a variable that is not set. No option takes one: what was left out by mistake
// would be computed without.
#include "cli/npy_file.hpp"
#include "cli/program.hpp"

#include <gtest/gtest.h>

#include <regex>
#include <sstream>

namespace xeforge::cli_tests {
namespace {

struct Command {
  Words words;
  std::string help;
};

class empty_values : public InFolder {
protected:
  std::string help_of(Words words) const {
    words.push_back("--help");
    return xeforge(words).output;
  }

  // The command and all below it, as its own help lists them.
  void collect(const Words& words, std::vector<Command>& commands) const {
    const std::string help = help_of(words);
    commands.push_back({words, help});
    const std::size_t begin = help.find("\nSubcommands:\n");
    if (begin == std::string::npos)
      return;
    std::istringstream lines(help.substr(begin + std::string("\nSubcommands:\n").size()));
    std::smatch found;
    for (std::string line; std::getline(lines, line) && !line.empty();)
      if (std::regex_search(line, found, std::regex("^  ([a-z-]+)"))) {
        Words below = words;
        below.push_back(found[1]);
        collect(below, commands);
      }
  }
};

// Of every command all options with a value, as the parser describes them: "  --name TYPE", "  -o,--output TEXT".
TEST_F(empty_values, are_refused_by_every_option_of_every_command) {
  std::vector<Command> commands;
  collect({}, commands);
  collect({"demo"}, commands); // not listed
  EXPECT_GE(commands.size(), 20u);
  int options = 0;
  for (const Command& command : commands) {
    std::istringstream lines(command.help);
    std::smatch found;
    for (std::string line; std::getline(lines, line);) {
      if (!std::regex_search(line, found, std::regex("^  (-[A-Za-z]|)(,?)(--[a-z0-9-]+|) ([A-Z][A-Z.,a-z]*)( |$)")))
        continue;
      const std::string name = found[3].length() > 0 ? found[3] : found[1];
      ++options;
      Words words = command.words;
      words.insert(words.end(), {name, ""});
      EXPECT_TRUE(is_refusal(xeforge(words), {name + ": got an empty value"})) << testing::PrintToString(words);
      if (!name.starts_with("--"))
        continue;
      words = command.words;
      words.insert(words.end(), {name + "=", "5"}); // the next word is not its value
      EXPECT_TRUE(is_refusal(xeforge(words), {name + ": got an empty value"})) << testing::PrintToString(words);
    }
  }
  EXPECT_GE(options, 100);
}

TEST_F(empty_values, are_refused_by_arguments_without_a_name) {
  for (const Words& words :
       {Words{"isa", ""}, Words{"explain", ""}, Words{"compare", "a.json", ""}, Words{"profile", ""},
        Words{"journal", "show", ""}, Words{"compile", "", "--device", "bmg", "-o", "out"}})
    EXPECT_TRUE(is_refusal(xeforge(words), {": got an empty value"})) << testing::PrintToString(words);
}

// What has no elements is as good as not given, and must not be taken for it.
TEST_F(empty_values, of_arrays_are_refused_as_well) {
  write(folder / "q.npy", npy_bytes("<f4", "(1, 2, 3, 8)", std::string(192, '\0')));
  const Words good{"run", "attention", "--q", "q.npy", "--k", "q.npy", "--v", "q.npy", "--out", "o.npy"};
  ASSERT_TRUE(is_success(xeforge(good)));
  for (const auto& [option, type] : {std::pair<const char*, const char*>{"--cu-seqlens-q", "<i4"},
                                     {"--cu-seqlens-k", "<i8"},
                                     {"--attn-bias", "<f4"},
                                     {"--attn-mask", "|b1"},
                                     {"--alibi-slopes", "<f4"},
                                     {"--sinks", "<f4"}}) {
    write(folder / "none.npy", npy_bytes(type, "(0,)", ""));
    Words words = good;
    words.insert(words.end(), {option, "none.npy"});
    EXPECT_TRUE(is_refusal(xeforge(words), {std::string(option) + ": got ", "(0,)", "elements"}));
  }
}

} // namespace
} // namespace xeforge::cli_tests
