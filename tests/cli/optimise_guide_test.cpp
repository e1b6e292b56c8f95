// docs/guide/optimise-a-kernel.md: the counts in its ladder are those of the compiler.
#include "cli/program.hpp"
#include "xeforge/toolchain/tools/device_tools.hpp"
#include "xeforge/toolchain/tools/repository.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <map>
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

struct Told {
  double cycles = 0;                    // of a row; 0: not known
  std::map<std::string, Json> findings; // by kind
};

std::map<std::string, Told> told_by(const Json& explanation) {
  std::map<std::string, Told> all;
  for (const Json& kernel : explanation.at("kernels")) {
    Told& told = all[kernel.at("name")];
    told.cycles = kernel.at("total_cycles").is_null() ? 0 : kernel.at("total_cycles").get<double>();
    for (const Json& finding : kernel.at("findings"))
      told.findings.emplace(finding.at("kind"), finding);
  }
  return all;
}

std::string words_of(const Told& told, const std::string& kind) {
  const auto found = told.findings.find(kind);
  return found == told.findings.end() ? "no finding of " + kind : found->second.at("says").get<std::string>();
}

TEST_F(optimise_guide, explain_says_what_the_guide_says_that_it_shows) {
  if (const auto reason = toolchain::missing_device_tools(toolchain::default_tools_folder()))
    GTEST_SKIP() << "no device tools (" << *reason << "); './forge device-tools' fetches them";
  const std::string source = (repository() / "examples/optimise/softmax_topk_steps.cpp").string();
  ASSERT_TRUE(is_success(xeforge({"explain", source, "--device", "bmg", "--json", "e.json"})));
  const auto told = told_by(Json::parse(contents(folder / "e.json")));
  // Loops that are counted give the cycles of a row.
  for (const auto& [step, cycles] :
       std::map<std::string, double>{{"Step0", 609}, {"Step1", 562}, {"Step2", 505}, {"Step3", 372}, {"Step6", 321}})
    EXPECT_EQ(told.at(step).cycles, cycles) << step;
  // Step 0: small messages, the math unit, and the line that puts -inf in one place of 128.
  EXPECT_NE(words_of(told.at("Step0"), "gathers").find("10 of 13 messages"), std::string::npos)
      << words_of(told.at("Step0"), "gathers");
  EXPECT_TRUE(words_of(told.at("Step0"), "math").starts_with("9 math instructions"));
  for (const auto& [step, of] : {std::pair("Step0", "18 of 56"), std::pair("Step3", "18 of 35")}) {
    const std::string words = words_of(told.at(step), "masked writes");
    EXPECT_NE(words.find(std::string("they are ") + of + " cycles to issue"), std::string::npos) << words;
    EXPECT_FALSE(told.at(step).findings.contains("hot line")) << "said once";
  }
  EXPECT_EQ(told.at("Step3").findings.at("masked writes").at("line"), 159);
  // Step 6: the subtraction and the maximum, and what counting costs.
  EXPECT_NE(words_of(told.at("Step6"), "hot line").find("20 of 28 cycles"), std::string::npos);
  EXPECT_NE(words_of(told.at("Step6"), "loop control").find("5 of 28 cycles"), std::string::npos);
}

} // namespace
} // namespace xeforge::cli_tests
