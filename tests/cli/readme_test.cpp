// Every command of README.md works as it stands there. Commands are the lines of the fenced blocks marked sh that begin
// with xeforge, build/.../xeforge or ./forge, continued lines included; what other blocks show is output.
#include "cli/program.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace xeforge::cli_tests {
namespace {

namespace fs = std::filesystem;

struct ReadmeCommand {
  int line = 0; // of README.md
  std::string text;
};

bool is_command(const std::string& line) {
  const std::string program = line.substr(0, line.find(' '));
  return program == "./forge" || program == "xeforge" || program.ends_with("/xeforge");
}

std::vector<ReadmeCommand> readme_commands() {
  std::vector<ReadmeCommand> commands;
  std::istringstream lines(contents(repository() / "README.md"));
  bool in_block = false;
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.starts_with("```")) {
      in_block = !in_block && (line == "```sh" || line == "```console");
      continue;
    }
    if (!in_block)
      continue;
    if (line.starts_with("$ "))
      line.erase(0, 2);
    if (!is_command(line))
      continue;
    ReadmeCommand command{number, line};
    while (command.text.ends_with("\\") && std::getline(lines, line)) {
      ++number;
      command.text.back() = ' ';
      command.text += line;
    }
    commands.push_back(command);
  }
  return commands;
}

std::vector<ReadmeCommand> commands_of(const std::string& program) {
  std::vector<ReadmeCommand> commands = readme_commands();
  std::erase_if(commands, [&](const ReadmeCommand& command) {
    return command.text.substr(0, command.text.find(' ')).ends_with("forge") &&
           command.text.starts_with("./forge") != (program == "./forge");
  });
  return commands;
}

bool needs_device_tools(const std::string& command) {
  return command.find("xeforge compile ") != std::string::npos || command.find("xeforge isa ") != std::string::npos;
}

class readme : public InFolder {
protected:
  // A fresh clone with the files that the commands speak of: x.npy stands for the reader's own scores; q.npy, k.npy and
  // v.npy for queries, keys and values.
  readme() {
    for (const char* name : {"examples", "src", "build", ".device-tools"})
      if (fs::exists(repository() / name))
        fs::create_directory_symlink(repository() / name, folder / name);
    fs::copy_file(repository() / "examples/data/attention_scores.npy", folder / "x.npy");
    for (const char* name : {"q.npy", "k.npy", "v.npy"})
      fs::copy_file(repository() / "examples/data/encoder" / name, folder / name);
  }
};

// In the order of the page within one folder: later commands may use what earlier ones made.
TEST_F(readme, commands_work) {
  const std::vector<ReadmeCommand> commands = commands_of("xeforge");
  EXPECT_GT(commands.size(), 5U);
  for (const ReadmeCommand& command : commands) {
    if (needs_device_tools(command.text) && !fs::exists(folder / ".device-tools/COMPLETE"))
      GTEST_SKIP() << "the device tools are not here; ./forge device-tools fetches them";
    const std::size_t arguments = std::min(command.text.find(' '), command.text.size());
    const toolchain::Outcome outcome = shell("xeforge" + command.text.substr(arguments));
    EXPECT_TRUE(outcome.succeeded()) << "line " << command.line << ": " << command.text << "\n"
                                     << outcome.output << outcome.errors;
  }
}

std::string name_of_line(const testing::TestParamInfo<ReadmeCommand>& info) {
  return "line_" + std::to_string(info.param.line);
}

class readme_forge : public testing::TestWithParam<ReadmeCommand> {};

// The verbs run this very test, so here it is enough that they exist.
TEST_P(readme_forge, verb_exists) {
  std::istringstream words(GetParam().text);
  std::string forge, verb;
  words >> forge >> verb;
  const toolchain::Outcome help =
      toolchain::run({.program = repository() / "forge", .arguments = {"help"}, .folder = {}, .environment = {}});
  ASSERT_TRUE(help.succeeded());
  EXPECT_NE(help.output.find("\n  " + verb + " "), std::string::npos) << help.output;
}
INSTANTIATE_TEST_SUITE_P(page, readme_forge, testing::ValuesIn(commands_of("./forge")), name_of_line);

TEST(readme_page, has_the_two_commands_that_a_newcomer_needs) {
  std::string all;
  for (const ReadmeCommand& command : readme_commands())
    all += command.text + "\n";
  EXPECT_NE(all.find("./forge demo\n"), std::string::npos);
  EXPECT_NE(all.find("./forge test\n"), std::string::npos);
}

} // namespace
} // namespace xeforge::cli_tests
