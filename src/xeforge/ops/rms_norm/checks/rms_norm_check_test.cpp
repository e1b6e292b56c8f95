// The case table: every variant on every instruction set passes it, with the same bits everywhere, and an
// implementation with a defect does not.
#include "xeforge/machine/cpu_targets.hpp"
#include "xeforge/ops/checks/on_target_for_test.hpp"
#include "xeforge/ops/checks/queue_for_test.hpp"
#include "xeforge/ops/rms_norm/checks/check.hpp"
#include "xeforge/ops/rms_norm/checks/planted_defects.hpp"
#include "xeforge/ops/rms_norm/host/kernels.hpp"
#include "xeforge/ops/rms_norm/host/variants.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <set>

namespace xeforge::ops::rms_norm {
namespace {

// --- the table -------------------------------------------------------------------------------------------------------

TEST(RmsNormCases, have_names_of_their_own_and_are_supported) {
  std::set<std::string_view> names;
  for (const Case& problem : cases()) {
    EXPECT_TRUE(names.insert(problem.name).second) << problem.name << " is there twice";
    EXPECT_EQ(find_case(problem.name), &problem);
    const Support support = supports(description_of(problem));
    EXPECT_TRUE(support) << problem.name << ": " << support.reason;
  }
  EXPECT_GT(cases_of(CaseSet::smoke).size(), 0u);
  EXPECT_GT(cases_of(CaseSet::ci).size(), cases_of(CaseSet::smoke).size());
  EXPECT_GT(cases().size(), cases_of(CaseSet::ci).size());
}

TEST(RmsNormCases, have_rows_of_nan_and_rows_beyond_the_squares_that_float_holds) {
  const CaseData nan(*find_case("one-nan-plain-float16")), large(*find_case("large-plain-float32"));
  EXPECT_TRUE(std::isnan(nan.expected()[2].exact.out[0]));
  EXPECT_FALSE(std::isnan(nan.expected()[3].exact.out[0]));
  double squares = 0;
  for (const double h : large.expected()[0].exact.sum)
    squares += h * h;
  EXPECT_GT(squares, 3.5e38);
  EXPECT_TRUE(std::ranges::any_of(large.expected()[0].exact.out, [](double value) { return std::fabs(value) > 0.5; }));
}

// --- every variant, on every instruction set -------------------------------------------------------------------------

TEST(RmsNormKernels, every_variant_is_compiled_for_every_target) {
  for (const machine::CpuTargetInfo& target : machine::cpu_targets())
    for (const Variant& variant : variants())
      EXPECT_TRUE(std::ranges::any_of(kernels(target.target),
                                      [&](const KernelEntry& entry) { return entry.name == variant.about.name; }))
          << variant.about.name << " for " << target.name;
}

std::optional<std::string> difference_of(const CaseOutputs& a, const CaseOutputs& b) {
  if (auto difference = first_difference(a.out_view(), b.out_view()))
    return "out, " + *difference;
  if (a.residual_out)
    if (auto difference = first_difference(a.residual_out_view(), b.residual_out_view()))
      return "residual_out, " + *difference;
  return {};
}

// A variant, an instruction set, a number of threads.
struct Way {
  Forced forced;
  int threads;
};
std::vector<Way> ways() {
  std::vector<Way> all;
  for (const Variant& variant : variants())
    for (const machine::CpuTargetInfo& target : machine::cpu_targets())
      if (target.available)
        for (const int threads : {1, 2})
          all.push_back({{std::string(variant.about.name), std::string(target.name)}, threads});
  return all;
}

TEST(RmsNormKernels, pass_every_case_with_the_same_bits_for_every_variant_instruction_set_and_number_of_threads) {
  std::array<sycl::queue, 2> queues{queue_with_threads(1), queue_with_threads(2)};
  std::set<std::string> variants_run;
  for (const Case* problem : cases_of(CaseSet::ci)) {
    const CaseData data(*problem);
    std::optional<CaseOutputs> first;
    for (const auto& [forced, threads] : ways()) {
      RmsNormProblem description = description_of(*problem);
      description.options.variant = forced.variant;
      if (!supports(description))
        continue;
      variants_run.insert(forced.variant);
      const std::string name = problem->name + ", " + forced.variant + " on " + forced.target;
      CaseOutputs outputs(*problem);
      run_through_interface(queues[static_cast<std::size_t>(threads - 1)], forced)(data, outputs);
      if (!first) {
        const CheckOutcome outcome = check_outputs(data, outputs);
        EXPECT_TRUE(outcome.passed) << name << ": " << outcome.failure;
        first.emplace(std::move(outputs));
        continue;
      }
      const auto difference = difference_of(*first, outputs);
      EXPECT_FALSE(difference) << name << ", " << threads << " threads: " << *difference;
    }
  }
  EXPECT_EQ(variants_run.size(), variants().size());
}

// --- planted defects -------------------------------------------------------------------------------------------------

CaseRun planted_run(Defect defect) {
  return [defect](const CaseData& data, CaseOutputs& outputs) {
    RmsNormOptions options = data.options();
    options.residual_out = outputs.residual_out_view();
    run_planted(kernel_arguments({data.x(), data.weight(), outputs.out_view(), options}), defect);
  };
}

TEST(RmsNormPlantedDefects, a_correct_kernel_passes_every_case) {
  for (const Case* problem : cases_of(CaseSet::ci)) {
    const CheckOutcome outcome = check(CaseData(*problem), planted_run(Defect::none));
    EXPECT_TRUE(outcome.passed) << problem->name << ": " << outcome.failure;
  }
}

class RmsNormPlantedDefect : public testing::TestWithParam<NamedDefect> {};

TEST_P(RmsNormPlantedDefect, turns_the_checks_red) {
  for (const Case* problem : cases_of(CaseSet::ci)) {
    const CheckOutcome outcome = check(CaseData(*problem), planted_run(GetParam().defect));
    if (!outcome.passed) {
      std::cout << GetParam().name << ", caught by " << problem->name << ": " << outcome.failure << '\n';
      return;
    }
  }
  ADD_FAILURE() << "no case caught " << GetParam().name;
}

INSTANTIATE_TEST_SUITE_P(EachAlone, RmsNormPlantedDefect,
                         testing::ValuesIn(planted_defects().begin(), planted_defects().end()),
                         [](const auto& info) { return std::string(info.param.name); });

} // namespace
} // namespace xeforge::ops::rms_norm
