// Tests the tests: the checks over the case table have to catch every planted defect, and nothing else.
#include "xeforge/ops/softmax_topk/checks/planted_defects.hpp"

#include "xeforge/ops/softmax_topk/checks/check.hpp"

#include <gtest/gtest.h>

#include <iostream>

namespace xeforge::ops::softmax_topk {
namespace {

CaseRun planted_run(Defect defect) {
  return [defect](const CaseData& data, CaseOutputs& outputs) {
    run_planted(kernel_arguments(data.scores(), outputs.weights.view(), outputs.indices.view(), data.options()),
                defect);
  };
}

// Rows beyond these show nothing that the shorter cases do not.
bool is_short(const Case& problem) { return problem.rows <= 1000; }

TEST(PlantedDefects, a_correct_kernel_passes_every_case) {
  for (const Case* problem : cases_of(CaseSet::ci)) {
    const CheckOutcome result = check(CaseData(*problem), planted_run(Defect::none));
    EXPECT_TRUE(result.passed) << problem->name << ": " << result.failure;
  }
}

class PlantedDefect : public testing::TestWithParam<NamedDefect> {};

TEST_P(PlantedDefect, turns_the_checks_red) {
  constexpr std::size_t enough = 5;
  std::vector<std::string> caught;
  for (const Case* problem : cases_of(CaseSet::ci)) {
    if (!is_short(*problem) || caught.size() == enough)
      continue;
    const CheckOutcome result = check(CaseData(*problem), planted_run(GetParam().defect));
    if (!result.passed)
      caught.push_back(problem->name + " (" + result.failure + ")");
  }
  EXPECT_FALSE(caught.empty()) << "no case caught " << GetParam().name;
  std::cout << GetParam().name << ", first caught by:\n";
  for (const std::string& line : caught)
    std::cout << "  " << line << '\n';
}

INSTANTIATE_TEST_SUITE_P(EachAlone, PlantedDefect,
                         testing::ValuesIn(planted_defects().begin(), planted_defects().end()),
                         [](const auto& info) { return std::string(info.param.name); });

} // namespace
} // namespace xeforge::ops::softmax_topk
