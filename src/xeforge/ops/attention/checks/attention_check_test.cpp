// Every variant on every instruction set of this machine, over the case table: right, and for any thread count the same
// bits.
#include "xeforge/ops/attention/checks/check.hpp"
#include "xeforge/ops/attention/host/launch/kernels.hpp"
#include "xeforge/ops/attention/host/variants.hpp"
#include "xeforge/ops/checks/on_target_for_test.hpp"
#include "xeforge/ops/checks/queue_for_test.hpp"

#include <gtest/gtest.h>

#include <array>
#include <optional>

namespace xeforge::ops::attention {
namespace {

TEST(AttentionKernels, every_variant_is_compiled_for_every_target) {
  for (const machine::CpuTargetInfo& target : machine::cpu_targets())
    for (const Variant& variant : variants())
      EXPECT_TRUE(is_compiled(variant, target.target)) << variant.about.name << " for " << target.name;
}

class AttentionOnTarget : public OnEachTarget {};
INSTANTIATE_TEST_SUITE_P(Each, AttentionOnTarget, every_target(), name_of_target);

std::optional<std::string> difference_of(const CaseOutputs& a, const CaseOutputs& b) {
  if (const auto out = first_difference(a.out_view(), b.out_view()))
    return "out, " + *out;
  if (a.lse)
    if (const auto lse = first_difference(a.lse_view(), b.lse_view()))
      return "lse, " + *lse;
  return {};
}

// One and two threads: checks one result and compares the other bits with it.
void run_on_both(const CaseData& data, const Variant& variant, std::string_view target,
                 std::array<sycl::queue, 2>& queues) {
  CaseOutputs outputs(data.problem()), of_two_threads(data.problem());
  run_through_interface(queues[0], {std::string(variant.about.name), std::string(target)})(data, outputs);
  run_through_interface(queues[1], {std::string(variant.about.name), std::string(target)})(data, of_two_threads);
  const CheckOutcome result = check_outputs(data, outputs);
  EXPECT_TRUE(result.passed) << data.problem().name << ", " << variant.about.name << ": " << result.failure;
  const auto difference = difference_of(outputs, of_two_threads);
  EXPECT_FALSE(difference) << data.problem().name << ", " << variant.about.name << ", 1 and 2 threads: " << *difference;
}

TEST_P(AttentionOnTarget, every_variant_passes_every_case_with_the_same_bits_for_any_thread_count) {
  std::array<sycl::queue, 2> queues{queue_with_threads(1), queue_with_threads(2)};
  for (const Case* problem : cases_of(CaseSet::ci)) {
    const CaseData data(*problem);
    for (const Variant& variant : variants())
      if (refusal_of(variant, data.description()).empty())
        run_on_both(data, variant, GetParam().name, queues);
  }
}

TEST_P(AttentionOnTarget, two_runs_into_the_same_outputs_give_the_same_bits) {
  const CaseData data(*find_case("everything-float16-140-queries"));
  sycl::queue queue = queue_with_threads(2);
  CaseOutputs once(data.problem()), twice(data.problem());
  const CaseRun run = run_through_interface(queue, {"", std::string(GetParam().name)});
  run(data, once);
  run(data, twice);
  run(data, twice);
  EXPECT_FALSE(difference_of(once, twice));
}

} // namespace
} // namespace xeforge::ops::attention
