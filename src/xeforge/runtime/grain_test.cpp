#include "xeforge/runtime/grain.hpp"

#include <gtest/gtest.h>

namespace xeforge::runtime {
namespace {

TEST(Grain, one_thread_takes_everything_as_one_span) {
  const Grain grain = choose_grain(1000, 1, 5.0);
  EXPECT_TRUE(grain.alone);
  EXPECT_EQ(grain.span, 1000u);
}

TEST(Grain, a_kernel_not_seen_before_is_shared_at_once) {
  const Grain grain = choose_grain(2, 2, 0);
  EXPECT_FALSE(grain.alone);
  EXPECT_EQ(grain.span, 1u);
}

TEST(Grain, little_work_stays_on_one_thread_and_much_does_not) {
  EXPECT_TRUE(choose_grain(1000, 4, 10.0).alone);
  EXPECT_FALSE(choose_grain(1000, 4, 1000.0).alone);
}

TEST(Grain, a_span_is_neither_so_short_that_taking_it_costs_nor_so_long_that_threads_end_apart) {
  EXPECT_EQ(choose_grain(1'000'000'000, 2, 10.0).span, 5'000u); // 50 us
  EXPECT_EQ(choose_grain(10'000, 64, 10.0).span, 200u);         // 2 us
  EXPECT_EQ(choose_grain(1600, 2, 100.0).span, 100u);           // an eighth of a thread's part
  EXPECT_EQ(choose_grain(100, 2, 1e9).span, 1u);
}

TEST(CostTable, remembers_the_last_cost_of_each_kernel) {
  CostTable costs;
  EXPECT_EQ(costs.item_ns(0x1000), 0);
  costs.record(0x1000, 12.5);
  costs.record(0x1000, 25.0);
  EXPECT_EQ(costs.item_ns(0x1000), 25.0);
  for (std::uintptr_t kernel = 0x2000; kernel < 0x2000 + 16 * 4096; kernel += 16)
    costs.record(kernel, 1.0);
  EXPECT_EQ(costs.item_ns(0x1000), 0) << "forgotten, not mixed up";
}

} // namespace
} // namespace xeforge::runtime
