// docs/guide/optimise-a-kernel.md: the counts in its ladder are those of the compiler.
#include "cli/program.hpp"
#include "xeforge/toolchain/tools/device_tools.hpp"
#include "xeforge/toolchain/tools/repository.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <regex>
#include <sstream>

namespace xeforge::cli_tests {
namespace {

using Json = nlohmann::json;

struct Counts {
  int instructions = 0, sends = 0, math = 0;
  bool operator==(const Counts&) const = default;
};
void PrintTo(const Counts& counts, std::ostream* out) {
  *out << counts.instructions << " instructions, " << counts.sends << " sends, " << counts.math << " math";
}
using Ladder = std::map<std::string, Counts>;

// Rows as "| Step0 | 192 | 13 | 9 | ...".
Ladder ladder_in(const std::string& page) {
  const std::regex row(R"(\| (Step\d) \| (\d+) \| (\d+) \| (\d+) \|)");
  Ladder ladder;
  for (std::sregex_iterator at(page.begin(), page.end(), row), end; at != end; ++at)
    ladder[(*at)[1]] = {std::stoi((*at)[2]), std::stoi((*at)[3]), std::stoi((*at)[4])};
  return ladder;
}

class optimise_guide : public InFolder {};

TEST_F(optimise_guide, has_the_counts_that_the_compiler_makes) {
  if (const auto reason = toolchain::missing_device_tools(toolchain::default_tools_folder()))
    GTEST_SKIP() << "no device tools (" << *reason << "); './forge device-tools' fetches them";
  const std::string source = (repository() / "examples/optimise/softmax_topk_steps.cpp").string();
  ASSERT_TRUE(is_success(xeforge({"compile", source, "--device", "bmg", "-o", "out"})));
  Ladder compiled;
  const Json report = Json::parse(contents(folder / "out/report.json"));
  for (const Json& kernel : report.at("kernels"))
    compiled[kernel.at("name")] = {kernel.at("instructions"), kernel.at("sends"), kernel.at("math")};
  const Ladder told = ladder_in(contents(repository() / "docs/guide/optimise-a-kernel.md"));
  EXPECT_EQ(told.size(), 7u);
  EXPECT_EQ(told, compiled);
}

} // namespace
} // namespace xeforge::cli_tests
