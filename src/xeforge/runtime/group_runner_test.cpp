#include "xeforge/runtime/group_runner.hpp"

#include "xeforge/runtime/launch_for_test.hpp"

#include <cstring>
#include <functional>
#include <gtest/gtest.h>
#include <set>
#include <stdexcept>
#include <string>

namespace xeforge::runtime {
namespace {

using machine::HardwareThread;

template <class Kernel>
void run(GroupRunner& runner, const Kernel& kernel, std::size_t groups, std::size_t items) {
  runner.run(group_launch(kernel, {groups, 1, 1}, {items, 1, 1}), 0, groups);
}

std::uint32_t* slm_words(const HardwareThread& thread) { return reinterpret_cast<std::uint32_t*>(thread.slm); }

// Kernels reach their hardware thread by this_thread().
std::uint32_t& thread_top(const HardwareThread&) { return machine::this_thread()->slm_top; }

[[gnu::noinline]] void barrier_deep_inside(int depth) {
  if (depth > 0)
    barrier_deep_inside(depth - 1);
  else
    barrier();
  asm volatile("" ::: "memory"); // keeps the frames apart
}

TEST(GroupRunner, items_see_their_place_in_row_major_order) {
  const Extents groups{2, 3, 4}, items{2, 2, 3};
  std::vector<std::size_t> seen;
  const auto kernel = [&](const HardwareThread& thread) {
    EXPECT_EQ(thread.group_range, groups);
    EXPECT_EQ(thread.local_range, items);
    EXPECT_EQ(machine::this_thread(), &thread);
    seen.push_back(linear(thread.group_id, groups) * 12 + linear(thread.local_id, items));
  };
  GroupRunner runner;
  runner.run(group_launch(kernel, groups, items), 5, 24);
  ASSERT_EQ(seen.size(), 19u * 12);
  for (std::size_t i = 0; i < seen.size(); ++i)
    EXPECT_EQ(seen[i], 5 * 12 + i);
}

TEST(GroupRunner, without_a_barrier_all_items_run_on_the_callers_stack) {
  char here = 0;
  std::ptrdiff_t farthest = 0;
  GroupRunner runner;
  run(
      runner,
      [&](const HardwareThread&) {
        char there = 0;
        farthest = std::max(farthest,
                            std::abs(reinterpret_cast<std::intptr_t>(&here) - reinterpret_cast<std::intptr_t>(&there)));
      },
      3, 64);
#if !__has_feature(address_sanitizer) // which may keep locals elsewhere
  EXPECT_LT(farthest, 16 * 1024);
#endif
  EXPECT_EQ(runner.items_on_fibers(), 0u);
}

TEST(GroupRunner, values_pass_between_items_through_many_phases) {
  for (const std::size_t items : {1u, 2u, 3u, 16u, 256u}) {
    std::vector<std::uint32_t> result(items, 0);
    GroupRunner runner;
    run(
        runner,
        [&](const HardwareThread& thread) {
          const std::size_t me = thread.local_id[0];
          std::uint32_t* words = slm_words(thread);
          words[me] = static_cast<std::uint32_t>(me);
          for (int phase = 0; phase < 20; ++phase) { // each item takes its right neighbour's value
            barrier();
            const std::uint32_t taken = words[(me + 1) % items];
            barrier();
            words[me] = taken;
          }
          result[me] = words[me];
        },
        2, items);
    for (std::size_t i = 0; i < items; ++i)
      EXPECT_EQ(result[i], (i + 20) % items) << items << " items";
    EXPECT_EQ(runner.items_on_fibers(), 2 * (items - 1));
  }
}

TEST(GroupRunner, a_barrier_may_stand_deep_inside_a_function) {
  std::vector<int> order;
  GroupRunner runner;
  run(
      runner,
      [&](const HardwareThread& thread) {
        order.push_back(static_cast<int>(thread.local_id[0]));
        barrier_deep_inside(50);
        order.push_back(10 + static_cast<int>(thread.local_id[0]));
      },
      1, 3);
  std::multiset<int> before(order.begin(), order.begin() + 3), after(order.begin() + 3, order.end());
  EXPECT_EQ(before, (std::multiset<int>{0, 1, 2}));
  EXPECT_EQ(after, (std::multiset<int>{10, 11, 12}));
}

TEST(GroupRunner, the_thread_pointer_follows_the_item_across_barriers) {
  GroupRunner runner;
  int wrong = 0;
  run(
      runner,
      [&](const HardwareThread& thread) {
        const std::size_t me = thread.local_id[0];
        for (int phase = 0; phase < 3; ++phase) {
          barrier();
          wrong += machine::this_thread() != &thread;
          wrong += machine::this_thread()->local_id[0] != me;
        }
      },
      3, 7);
  EXPECT_EQ(wrong, 0);
}

TEST(GroupRunner, a_group_that_returns_as_one_before_its_barrier_needs_no_fiber) {
  GroupRunner runner;
  int past_barrier = 0;
  run(
      runner,
      [&](const HardwareThread& thread) {
        if (thread.group_id[0] % 2 == 0)
          return;
        barrier();
        ++past_barrier;
      },
      4, 8);
  EXPECT_EQ(past_barrier, 2 * 8);
  EXPECT_EQ(runner.items_on_fibers(), 2u * 7);
}

TEST(GroupRunner, a_finished_item_counts_as_arrived_at_every_barrier) {
  for (const std::size_t survivor : {0u, 3u, 7u}) {
    GroupRunner runner;
    std::vector<int> phases(8, 0);
    run(
        runner,
        [&](const HardwareThread& thread) {
          const std::size_t me = thread.local_id[0];
          for (std::size_t phase = 0; me == survivor || phase < me % 4; ++phase) {
            if (phase == 5)
              return;
            barrier();
            ++phases[me];
          }
        },
        1, 8);
    for (std::size_t i = 0; i < 8; ++i)
      EXPECT_EQ(phases[i], i == survivor ? 5 : static_cast<int>(i % 4));
  }
}

TEST(GroupRunner, a_fiber_has_room_for_large_kernels) {
  GroupRunner runner;
  int intact = 0;
  run(
      runner,
      [&](const HardwareThread& thread) {
        volatile char registers[200 * 1024];
        const char mark = static_cast<char>(thread.local_id[0] + 1);
        for (std::size_t i = 0; i < sizeof(registers); i += 64)
          registers[i] = mark;
        barrier();
        bool same = true;
        for (std::size_t i = 0; i < sizeof(registers); i += 64)
          same = same && registers[i] == mark;
        intact += same;
      },
      2, 5);
  EXPECT_EQ(intact, 10);
}

TEST(GroupRunner, each_group_starts_with_unallocated_local_memory_of_the_promised_size) {
  GroupRunner runner;
  run(
      runner,
      [&](const HardwareThread& thread) {
        EXPECT_EQ(thread.slm_capacity, 131072u);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(thread.slm) % 64, 0u);
        EXPECT_EQ(thread.slm_top, 0u);
        thread_top(thread) = 64 + static_cast<std::uint32_t>(thread.local_id[0]);
        if (thread.local_id[0] == 0) {
          EXPECT_EQ(*thread.slm_size, 0u);
          std::memset(thread.slm, 1, thread.slm_capacity);
          *thread.slm_size = 64;
        }
        barrier();
        EXPECT_EQ(*thread.slm_size, 64u);
        EXPECT_EQ(thread.slm_top, 64 + thread.local_id[0]);
      },
      3, 2);
}

TEST(GroupRunner, T25_a_pointer_into_local_memory_is_its_offset_in_the_low_32_bits) {
  GroupRunner first, second;
  std::set<const std::byte*> starts;
  for (GroupRunner* runner : {&first, &second})
    run(
        *runner,
        [&](const HardwareThread& thread) {
          starts.insert(thread.slm);
          EXPECT_EQ(static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(thread.slm + 0x1234)), 0x1234u);
        },
        1, 2);
  EXPECT_EQ(starts.size(), 2u);
}

TEST(GroupRunner, stacks_are_kept_for_the_next_group_and_launch) {
  GroupRunner runner;
  std::set<const void*> stacks;
  for (int launch = 0; launch < 10; ++launch)
    run(
        runner,
        [&](const HardwareThread&) {
          char local = 0;
          barrier();
          stacks.insert(reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(&local) >> 14 << 14));
        },
        10, 4);
#if !__has_feature(address_sanitizer)
  EXPECT_LE(stacks.size(), 2u * 4);
#endif
  EXPECT_EQ(runner.items_on_fibers(), 10u * 10 * 3);
}

struct CountsItsEnd {
  explicit CountsItsEnd(int& ends) : ends(ends) {}
  ~CountsItsEnd() { ++ends; }
  int& ends;
};

// Runs a group of 6 in which one item throws after its second barrier; every item that began must be unwound.
void expect_failure_of(std::size_t failing, int barriers_before) {
  GroupRunner runner;
  int begun = 0, ended = 0;
  const auto kernel = [&](const HardwareThread& thread) {
    ++begun;
    const CountsItsEnd guard(ended);
    for (int i = 0; i < barriers_before; ++i)
      barrier();
    if (thread.local_id[0] == failing)
      throw std::runtime_error("item " + std::to_string(failing));
    barrier();
  };
  try {
    run(runner, kernel, 2, 6);
    ADD_FAILURE() << "no exception";
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(error.what(), "item " + std::to_string(failing));
  }
  EXPECT_EQ(begun, ended);
  EXPECT_GT(begun, 0);
  EXPECT_EQ(machine::this_thread(), nullptr);

  int after = 0; // and the runner goes on working
  run(
      runner,
      [&](const HardwareThread&) {
        barrier();
        ++after;
      },
      2, 6);
  EXPECT_EQ(after, 12);
}

TEST(GroupRunner, an_exception_comes_out_and_unwinds_the_group_whoever_throws_it) {
  for (const std::size_t failing : {0u, 1u, 5u})
    for (const int barriers_before : {0, 1, 2}) {
      SCOPED_TRACE(std::to_string(failing) + " after " + std::to_string(barriers_before));
      expect_failure_of(failing, barriers_before);
    }
}

TEST(GroupRunner, a_kernel_that_swallows_everything_cannot_hide_the_failure_of_another_item) {
  GroupRunner runner;
  const auto kernel = [&](const HardwareThread& thread) {
    if (thread.local_id[0] == 2)
      throw std::runtime_error("lost");
    try {
      barrier();
    } catch (...) {
    }
  };
  EXPECT_THROW(run(runner, kernel, 1, 5), std::runtime_error);
}

TEST(GroupRunner, a_kernel_on_a_fiber_may_run_groups_of_its_own) {
  GroupRunner outer;
  int sum = 0;
  run(
      outer,
      [&](const HardwareThread& thread) {
        barrier();
        GroupRunner inner;
        run(
            inner,
            [&](const HardwareThread& inner_thread) {
              barrier_deep_inside(3);
              sum += static_cast<int>(inner_thread.local_id[0]);
            },
            1, 4);
        EXPECT_EQ(machine::this_thread(), &thread);
        barrier();
      },
      1, 3);
  EXPECT_EQ(sum, 3 * 6);
}

} // namespace
} // namespace xeforge::runtime
