// docs/guide/port-your-program.md works as it stands there: blocks of code go to the file that the line before names,
// blocks of commands are run, in order, in one folder.
#include "cli/program.hpp"

#include "xeforge/toolchain/tools/device_tools.hpp"
#include "xeforge/toolchain/tools/repository.hpp"

#include <sstream>

namespace xeforge::cli_tests {
namespace {

struct Block {
  std::string language, text, file;
  int line = 0;
};

// The last `word` of a line that ends with a colon.
std::string named_file(const std::string& line) {
  const auto end = line.rfind("`:");
  if (end == line.npos)
    return {};
  const auto start = line.rfind('`', end - 1);
  return line.substr(start + 1, end - start - 1);
}

std::vector<Block> blocks_of(const std::string& page) {
  std::vector<Block> blocks;
  std::istringstream lines(page);
  std::string last;
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (!line.starts_with("```")) {
      if (!line.empty())
        last = line;
      continue;
    }
    Block block{line.substr(3), {}, named_file(last), number};
    while (std::getline(lines, line) && line != "```") {
      ++number;
      block.text += line + "\n";
    }
    ++number;
    blocks.push_back(std::move(block));
  }
  return blocks;
}

class port_your_program : public InFolder {};

TEST_F(port_your_program, works_as_it_stands_there) {
  const bool has_device_tools = !toolchain::missing_device_tools(toolchain::default_tools_folder());
  int commands = 0;
  for (const Block& block : blocks_of(contents(repository() / "docs/guide/port-your-program.md"))) {
    if (!block.file.empty() && block.language != "sh") {
      write(folder / block.file, block.text);
      continue;
    }
    const bool for_device = block.text.find("-fsycl-targets=") != std::string::npos;
    if (block.language != "sh" || (for_device && !has_device_tools))
      continue;
    ++commands;
    const toolchain::Outcome outcome =
        shell("export XEFORGE='" + std::string(XEFORGE_BUILD) + "'\nset -e\n" + block.text);
    ASSERT_TRUE(outcome.succeeded()) << "line " << block.line << "\n" << outcome.output << outcome.errors;
  }
  EXPECT_GE(commands, has_device_tools ? 5 : 4);
}

} // namespace
} // namespace xeforge::cli_tests
