#include "xeforge/machine/cpu_targets.hpp"

#include <gtest/gtest.h>

#include <array>

namespace xeforge::machine {
namespace {

using enum CpuTarget;

std::array<CpuTargetInfo, 3> available_up_to(CpuTarget last) {
  return {{{v3, "v3", "", true}, {v4, "v4", "", last >= v4}, {v4_bf16, "v4_bf16", "", last >= v4_bf16}}};
}

TEST(BestCpuTarget, is_the_most_capable_one_that_is_available) {
  for (const CpuTarget last : {v3, v4, v4_bf16})
    EXPECT_EQ(best_cpu_target(available_up_to(last), PairProducts::fast), last);
}

TEST(BestCpuTarget, does_without_slow_products_of_pairs) {
  EXPECT_EQ(best_cpu_target(available_up_to(v3), PairProducts::slow), v3);
  EXPECT_EQ(best_cpu_target(available_up_to(v4), PairProducts::slow), v4);
  EXPECT_EQ(best_cpu_target(available_up_to(v4_bf16), PairProducts::slow), v4);
}

TEST(BestCpuTarget, of_this_machine_is_available) {
  EXPECT_TRUE(cpu_targets()[static_cast<std::size_t>(best_cpu_target())].available);
}

} // namespace
} // namespace xeforge::machine
