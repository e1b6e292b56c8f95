// Tests the tests: the checks over the case table have to catch every planted defect, and nothing else.
#include "xeforge/ops/attention/checks/planted_defects.hpp"

#include "xeforge/ops/attention/checks/check.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <utility>

namespace xeforge::ops::attention {
namespace {

CaseRun planted_run(Defect defect) {
  return [defect](const CaseData& data, CaseOutputs& outputs) {
    run_planted(kernel_arguments(data.description(), outputs.out_view(), outputs.lse_view()), data.options(), defect);
  };
}

double work_of(const Case& problem) {
  return static_cast<double>(problem.batch * problem.heads_q * problem.seq_q) *
         static_cast<double>(problem.seq_k * (problem.d_qk + problem.d_v));
}

// The smallest first: most defects are seen there.
std::vector<const Case*> cases_by_work() {
  std::vector<const Case*> result = cases_of(CaseSet::ci);
  std::ranges::sort(result, {}, [](const Case* problem) { return std::pair(work_of(*problem), problem->name); });
  return result;
}

TEST(PlantedDefects, a_correct_kernel_passes_every_case) {
  for (const Case* problem : cases_of(CaseSet::ci)) {
    const CheckOutcome result = check(CaseData(*problem), planted_run(Defect::none));
    EXPECT_TRUE(result.passed) << problem->name << ": " << result.failure;
  }
}

class PlantedDefect : public testing::TestWithParam<NamedDefect> {};

TEST_P(PlantedDefect, turns_the_checks_red) {
  constexpr std::size_t enough = 3;
  std::vector<std::string> caught;
  for (const Case* problem : cases_by_work()) {
    if (caught.size() == enough)
      break;
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
} // namespace xeforge::ops::attention
