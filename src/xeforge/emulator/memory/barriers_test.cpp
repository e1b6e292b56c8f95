#include "xeforge/emulator/memory/barriers.hpp"

#include "xeforge/emulator/thread/interpreter.hpp"

#include <gtest/gtest.h>

namespace xeforge::emulator {
namespace {

using Role = BarrierSignal::Role;

Barriers barriers_for(std::size_t threads, std::size_t count) {
  Barriers barriers;
  barriers.begin_group(threads, count);
  return barriers;
}

BarrierSignal group_signal(std::uint32_t threads) { return {0, Role::both, threads, threads}; }

TEST(barriers, nobody_passes_until_all_have_signalled) {
  Barriers barriers = barriers_for(3, 1);
  barriers.signal(0, group_signal(3));
  barriers.signal(2, group_signal(3));
  EXPECT_FALSE(barriers.is_met(0, 0));
  EXPECT_EQ(barriers.describe(0), "barrier 0, where 2 of 3 producers and 2 of 3 consumers have signalled");
  barriers.signal(1, group_signal(3));
  for (const std::size_t thread : {0, 1, 2})
    EXPECT_TRUE(barriers.is_met(thread, 0));
}

TEST(barriers, one_that_is_fast_meets_the_others_again_before_they_have_noticed) {
  Barriers barriers = barriers_for(2, 1);
  barriers.signal(0, group_signal(2));
  barriers.signal(1, group_signal(2));
  EXPECT_TRUE(barriers.is_met(0, 0));
  barriers.signal(0, group_signal(2));
  EXPECT_FALSE(barriers.is_met(0, 0));
  EXPECT_TRUE(barriers.is_met(1, 0)); // of its own signal
  barriers.signal(1, group_signal(2));
  EXPECT_TRUE(barriers.is_met(0, 0));
}

TEST(barriers, producers_go_on_and_consumers_wait_for_them) {
  Barriers barriers = barriers_for(3, 2);
  const BarrierSignal consumer{1, Role::consumer, 2, 1}, producer{1, Role::producer, 2, 1};
  barriers.signal(2, consumer);
  barriers.signal(0, producer);
  EXPECT_FALSE(barriers.is_met(2, 1));
  barriers.signal(1, producer);
  EXPECT_TRUE(barriers.is_met(2, 1));
}

TEST(barriers, a_producer_that_runs_ahead_counts_for_the_next_phase) {
  Barriers barriers = barriers_for(2, 2);
  const BarrierSignal consumer{1, Role::consumer, 1, 1}, producer{1, Role::producer, 1, 1};
  barriers.signal(0, producer);
  barriers.signal(0, producer);
  barriers.signal(1, consumer);
  EXPECT_TRUE(barriers.is_met(1, 1));
  barriers.signal(1, consumer);
  EXPECT_TRUE(barriers.is_met(1, 1));
  barriers.signal(1, consumer);
  EXPECT_FALSE(barriers.is_met(1, 1));
}

std::string fault_of(auto&& action) {
  try {
    action();
    return {};
  } catch (const Fault& fault) {
    return fault.what();
  }
}

TEST(barriers, what_the_hardware_would_hang_on_or_count_wrongly_is_a_fault) {
  Barriers barriers = barriers_for(2, 2);
  EXPECT_EQ(fault_of([&] { barriers.signal(0, {2, Role::both, 2, 2}); }), "barrier 2 is named, and the kernel has 2");
  EXPECT_EQ(fault_of([&] { barriers.is_met(0, 1); }), "a wait for barrier 1, which the thread has not signalled");
  barriers.signal(0, {1, Role::both, 2, 2});
  EXPECT_NE(fault_of([&] { barriers.signal(1, {1, Role::both, 2, 1}); }).find("in the same phase"), std::string::npos);
  EXPECT_NE(fault_of([&] { barriers.signal(0, {1, Role::both, 2, 2}); }).find("twice without a wait"),
            std::string::npos);
  EXPECT_NE(fault_of([&] { barriers.signal(0, {0, Role::both, 0, 0}); }).find("no thread at all"), std::string::npos);
}

} // namespace
} // namespace xeforge::emulator
