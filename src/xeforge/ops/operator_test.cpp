// The table of operators: what every command may rely on.
#include "xeforge/base/error.hpp"
#include "xeforge/ops/operator.hpp"

#include <gtest/gtest.h>

#include <sycl/sycl.hpp>

#include <algorithm>
#include <set>

namespace xeforge::ops {
namespace {

TEST(operators, have_names_of_their_own_and_are_found_by_them) {
  std::set<std::string> names;
  for (const Operator& op : operators()) {
    EXPECT_TRUE(names.insert(op.name).second) << op.name;
    EXPECT_EQ(find_operator(op.name), &op);
  }
  EXPECT_EQ(find_operator("none"), nullptr);
}

TEST(operators, name_only_cases_that_they_have_and_every_case_once) {
  for (const Operator& op : operators()) {
    std::set<std::string> names;
    for (const auto& problem : op.cases)
      EXPECT_TRUE(names.insert(problem->facts().name).second) << op.name << ": " << problem->facts().name;
    for (const auto* list : {&op.typical_cases, &op.quick_cases}) {
      EXPECT_FALSE(list->empty()) << op.name;
      for (const std::string& name : *list)
        EXPECT_TRUE(names.contains(name)) << op.name << ": " << name;
    }
    EXPECT_TRUE(std::ranges::any_of(op.cases, [](const auto& one) { return one->facts().is_timed; })) << op.name;
    EXPECT_EQ(op.find_case("none"), nullptr);
  }
}

TEST(operators, have_work_in_every_timed_case_and_say_its_shape) {
  for (const Operator& op : operators())
    for (const auto& problem : op.cases)
      if (problem->facts().is_timed) {
        EXPECT_GT(problem->work().flops, 0) << problem->facts().name;
        EXPECT_GT(problem->work().bytes, 0) << problem->facts().name;
        EXPECT_FALSE(op.shape_text(problem->facts().extents).empty());
        EXPECT_FALSE(op.shape_text({}).empty()) << "of a report that lacks the extents";
      }
}

// The plan is one of the variants; that it is forced changes nothing; another name is refused.
TEST(operators, plan_a_variant_of_their_list_or_refuse) {
  for (const Operator& op : operators())
    for (const std::string& name : op.typical_cases) {
      const OperatorCase& problem = *op.find_case(name);
      const Plan plan = problem.plan({});
      EXPECT_TRUE(std::ranges::any_of(op.variants, [&](const auto& one) { return one.name == plan.variant; }));
      EXPECT_EQ(problem.plan({plan.variant, plan.target}).variant, plan.variant);
      EXPECT_TRUE(problem.is_accepted_by({plan.variant, {}}));
      EXPECT_FALSE(problem.is_accepted_by({"no such variant", {}}));
      EXPECT_FALSE(problem.is_accepted_by({{}, "no such target"}));
      EXPECT_THROW(problem.plan({"no such variant", {}}), Error);
    }
}

// The first smoke case of each operator, from its inputs to a repeated run.
TEST(operators, check_a_case_and_run_it_again_with_the_same_results) {
  sycl::queue queue;
  for (const Operator& op : operators()) {
    const auto smoke = std::ranges::find(op.cases, CaseSet::smoke, [](const auto& one) { return one->facts().set; });
    ASSERT_NE(smoke, op.cases.end()) << op.name;
    const auto prepared = (*smoke)->prepare();
    EXPECT_GT(prepared->rows_checked(), 0);
    const CheckOutcome outcome = prepared->check(queue, {});
    EXPECT_TRUE(outcome.passed) << outcome.failure;
    EXPECT_EQ(outcome.own_counts.size(), op.own_counts.size());
    std::vector<std::string> coordinates;
    for (const auto& [name, value] : outcome.worst_absolute.coordinates)
      coordinates.push_back(name);
    EXPECT_EQ(coordinates, op.coordinates);
    const auto timed = prepared->timed_run(queue, {});
    EXPECT_TRUE(timed->difference()) << op.name << ": nothing ran yet";
    timed->run();
    EXPECT_FALSE(timed->difference()) << op.name;
  }
}

TEST(operators, refusals_are_failed_checks) {
  sycl::queue queue;
  for (const Operator& op : operators()) {
    const CheckOutcome outcome = op.cases.front()->prepare()->check(queue, {"no such variant", {}});
    EXPECT_FALSE(outcome.passed) << op.name;
    EXPECT_NE(outcome.failure.find("no such variant"), std::string::npos) << outcome.failure;
  }
}

} // namespace
} // namespace xeforge::ops
