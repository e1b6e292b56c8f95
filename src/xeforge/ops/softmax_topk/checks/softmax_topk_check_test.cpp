// Every variant on every instruction set of this machine, over the case table: right, and the same bits everywhere.
#include "xeforge/ops/checks/on_target_for_test.hpp"
#include "xeforge/ops/checks/queue_for_test.hpp"
#include "xeforge/ops/softmax_topk/checks/check.hpp"
#include "xeforge/ops/softmax_topk/host/kernels.hpp"
#include "xeforge/ops/softmax_topk/host/variants.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>

namespace xeforge::ops::softmax_topk {
namespace {

TEST(Kernels, every_variant_is_compiled_for_every_target) {
  for (const machine::CpuTargetInfo& target : machine::cpu_targets())
    for (const Variant& variant : variants()) {
      const auto compiled = kernels(target.target);
      EXPECT_TRUE(
          std::ranges::any_of(compiled, [&](const KernelEntry& entry) { return entry.name == variant.about.name; }))
          << variant.about.name << " for " << target.name;
    }
}

class OnTarget : public OnEachTarget {};
INSTANTIATE_TEST_SUITE_P(Each, OnTarget, every_target(), name_of_target);

std::optional<std::string> difference_of(const CaseOutputs& a, const CaseOutputs& b) {
  if (const auto weights = first_difference(a.weights.view(), b.weights.view()))
    return "weights, " + *weights;
  if (const auto indices = first_difference(a.indices.view(), b.indices.view()))
    return "indices, " + *indices;
  return {};
}

// One and two threads: checks one result and compares the other bits with it. Returns the checked one.
CaseOutputs run_on_both(const CaseData& data, const Variant& variant, std::string_view target,
                        std::array<sycl::queue, 2>& queues) {
  CaseOutputs outputs(data.problem()), of_two_threads(data.problem());
  run_through_interface(queues[0], {std::string(variant.about.name), std::string(target)})(data, outputs);
  run_through_interface(queues[1], {std::string(variant.about.name), std::string(target)})(data, of_two_threads);
  const CheckOutcome result = check_outputs(data, outputs);
  EXPECT_TRUE(result.passed) << data.problem().name << ", " << variant.about.name << ": " << result.failure;
  const auto difference = difference_of(outputs, of_two_threads);
  EXPECT_FALSE(difference) << data.problem().name << ", " << variant.about.name << ", 1 and 2 threads: " << *difference;
  return outputs;
}

TEST_P(OnTarget, every_variant_passes_every_case_with_the_same_bits_for_any_thread_count_and_variant) {
  std::array<sycl::queue, 2> queues{queue_with_threads(1), queue_with_threads(2)};
  for (const Case* problem : cases_of(CaseSet::ci)) {
    const CaseData data(*problem);
    std::optional<CaseOutputs> first;
    for (const Variant& variant : variants()) {
      if (!variant.refusal(data.description()).empty())
        continue;
      CaseOutputs outputs = run_on_both(data, variant, GetParam().name, queues);
      if (!first) {
        first.emplace(std::move(outputs));
        continue;
      }
      const auto difference = difference_of(*first, outputs);
      EXPECT_FALSE(difference) << problem->name << ", " << variant.about.name
                               << " and the variant preferred to it: " << *difference;
    }
  }
}

TEST_P(OnTarget, two_runs_into_the_same_outputs_give_the_same_bits) {
  const CaseData data(*find_case("deepseek-v3"));
  sycl::queue queue = queue_with_threads(2);
  CaseOutputs once(data.problem()), twice(data.problem());
  const CaseRun run = run_through_interface(queue, {"", std::string(GetParam().name)});
  run(data, once);
  run(data, twice);
  run(data, twice);
  EXPECT_FALSE(difference_of(once, twice));
}

} // namespace
} // namespace xeforge::ops::softmax_topk
