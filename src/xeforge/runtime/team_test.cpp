#include "xeforge/runtime/team.hpp"

#include "xeforge/machine/kernel_error.hpp"
#include "xeforge/machine/large_frames.hpp"
#include "xeforge/runtime/launch_for_test.hpp"
#include "xeforge/runtime/sanitizer.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <gtest/gtest.h>
#include <mutex>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace xeforge::runtime {
namespace {

using machine::HardwareThread;

TEST(Team, every_item_of_a_range_runs_exactly_once) {
  for (const int threads : {1, 2, 3, 5}) {
    Team team(threads);
    EXPECT_EQ(team.threads(), threads);
    for (const std::size_t items : {0u, 1u, 2u, 3u, 7u, 100u, 4099u}) {
      std::vector<int> runs(items, 0);
      const auto kernel = [&](std::size_t i) { ++runs[i]; };
      for (int launch = 0; launch < 5; ++launch) // the later ones know what an item costs
        team.run(range_launch(kernel, {items, 1, 1}));
      EXPECT_EQ(runs, std::vector<int>(items, 5)) << items << " items, " << threads << " threads";
    }
  }
}

TEST(Team, every_item_of_every_group_runs_exactly_once) {
  const Extents groups{3, 5, 7}, items{2, 3, 2};
  for (const int threads : {1, 2, 4}) {
    Team team(threads);
    std::vector<int> runs(105 * 12, 0);
    const auto kernel = [&](const HardwareThread& thread) {
      barrier();
      ++runs[linear(thread.group_id, groups) * 12 + linear(thread.local_id, items)];
    };
    for (int launch = 0; launch < 3; ++launch)
      team.run(group_launch(kernel, groups, items));
    EXPECT_EQ(runs, std::vector<int>(runs.size(), 3));
    EXPECT_EQ(team.items_on_fibers(), 3u * 105 * 11);
  }
}

// A running sum: each group polls for that of the one before.
void look_back(std::vector<std::atomic<int>>& sums, std::size_t group) {
  int before = 0;
  while (group > 0 && (before = sums[group - 1].load()) == 0)
    std::this_thread::yield();
  sums[group].store(before + 1);
}

TEST(Team, T30_a_group_may_wait_for_any_lower_numbered_group) {
  for (const int threads : {1, 2, 3}) {
    Team team(threads);
    for (int launch = 0; launch < 20; ++launch) {
      std::vector<std::atomic<int>> total(300);
      const auto kernel = [&](const HardwareThread& thread) { look_back(total, thread.group_id[0]); };
      team.run(group_launch(kernel, {300, 1, 1}, {1, 1, 1}));
      EXPECT_EQ(total[299].load(), 300);

      // One item of a group polls while the others stand at the barrier.
      std::vector<std::atomic<int>> sum(100);
      const auto one_polls = [&](const HardwareThread& thread) {
        barrier();
        if (thread.local_id[0] == 2)
          look_back(sum, thread.group_id[0]);
        barrier();
        EXPECT_NE(sum[thread.group_id[0]].load(), 0);
      };
      team.run(group_launch(one_polls, {100, 1, 1}, {4, 1, 1}));
      EXPECT_EQ(sum[99].load(), 100);
    }
  }
}

TEST(Team, what_a_launch_wrote_is_there_for_the_next_one_and_for_the_caller) {
  Team team(3);
  std::vector<std::uint64_t> values(5000, 1);
  const auto grow = [&](std::size_t i) { values[i] = values[i] * 3 + i; };
  const auto mirror = [&](const HardwareThread& thread) { // other items, likely on other threads, than in grow
    const std::size_t i = thread.group_id[0] * 10 + thread.local_id[0];
    std::swap(values[i], values[values.size() - 1 - i]);
  };
  std::vector<std::uint64_t> expected(5000, 1);
  for (int launch = 0; launch < 10; ++launch) {
    team.run(range_launch(grow, {5000, 1, 1}));
    team.run(group_launch(mirror, {250, 1, 1}, {10, 1, 1}));
    for (std::size_t i = 0; i < expected.size(); ++i)
      expected[i] = expected[i] * 3 + i;
    std::reverse(expected.begin(), expected.end());
  }
  EXPECT_EQ(values, expected);
}

TEST(Team, one_thread_means_the_callers_own) {
  Team team(1);
  const auto me = std::this_thread::get_id();
  const auto kernel = [&](std::size_t) { EXPECT_EQ(std::this_thread::get_id(), me); };
  team.run(range_launch(kernel, {1000, 1, 1}));
}

TEST(Team, a_range_has_no_hardware_thread) {
  Team team(2);
  std::atomic<int> with_thread{0};
  const auto kernel = [&](std::size_t) { with_thread += machine::this_thread() != nullptr; };
  team.run(range_launch(kernel, {1000, 1, 1}));
  EXPECT_EQ(with_thread.load(), 0);
}

TEST(Team, an_exception_on_any_thread_reaches_the_caller_and_the_team_lives_on) {
  for (const int threads : {1, 2, 4}) {
    Team team(threads);
    for (const std::size_t failing : {0u, 50u, 999u}) {
      const auto range_kernel = [&](std::size_t i) {
        if (i == failing)
          throw std::runtime_error("range");
      };
      EXPECT_THROW(team.run(range_launch(range_kernel, {1000, 1, 1})), std::runtime_error);
      const auto group_kernel = [&](const HardwareThread& thread) {
        barrier();
        if (thread.group_id[0] == failing)
          throw std::logic_error("group");
        barrier();
      };
      EXPECT_THROW(team.run(group_launch(group_kernel, {1000, 1, 1}, {3, 1, 1})), std::logic_error);
      EXPECT_EQ(machine::this_thread(), nullptr);
    }
    std::atomic<int> runs{0};
    const auto count = [&](std::size_t) { ++runs; };
    team.run(range_launch(count, {100, 1, 1}));
    EXPECT_EQ(runs.load(), 100);
  }
}

TEST(Team, kernels_may_launch) {
  Team team(3);
  std::atomic<int> runs{0};
  const auto inner = [&](const HardwareThread&) {
    barrier();
    ++runs;
  };
  const auto from_range = [&](std::size_t) { team.run(group_launch(inner, {5, 1, 1}, {3, 1, 1})); };
  team.run(range_launch(from_range, {20, 1, 1}));
  EXPECT_EQ(runs.load(), 20 * 15);
  const auto from_fiber = [&](const HardwareThread&) {
    barrier();
    team.run(group_launch(inner, {5, 1, 1}, {3, 1, 1}));
    barrier();
  };
  runs = 0;
  team.run(group_launch(from_fiber, {4, 1, 1}, {2, 1, 1}));
  EXPECT_EQ(runs.load(), 8 * 15);
}

TEST(Team, two_callers_may_launch_at_once) {
  for (const int threads : {1, 2}) {
    Team team(threads);
    std::vector<int> sums(2, 0);
    const auto caller = [&](int which) {
      for (int launch = 0; launch < 20; ++launch) {
        std::vector<int> values(64, 0);
        const auto kernel = [&](const HardwareThread& thread) {
          barrier();
          values[thread.group_id[0] * 4 + thread.local_id[0]] += 1;
        };
        team.run(group_launch(kernel, {16, 1, 1}, {4, 1, 1}));
        sums[which] += std::accumulate(values.begin(), values.end(), 0);
      }
    };
    std::thread other(caller, 0);
    caller(1);
    other.join();
    EXPECT_EQ(sums, (std::vector<int>{20 * 64, 20 * 64}));
  }
}

// No two items that run at the same time have one number, with groups or without.
TEST(Team, hardware_threads_that_run_at_the_same_time_have_different_numbers) {
  Team team(3);
  std::mutex mutex;
  std::set<std::int32_t> running;
  int clashes = 0;
  const auto take = [&] {
    const std::int32_t id = machine::hardware_thread_number();
    const std::lock_guard lock(mutex);
    clashes += !running.insert(id).second;
    return id;
  };
  const auto give_back = [&](std::int32_t id) {
    const std::lock_guard lock(mutex);
    clashes += machine::hardware_thread_number() != id;
    running.erase(id);
  };
  const auto in_groups = [&](const machine::HardwareThread&) {
    const std::int32_t id = take();
    barrier();
    std::this_thread::sleep_for(std::chrono::microseconds(50));
    barrier();
    give_back(id);
  };
  team.run(group_launch(in_groups, {100, 1, 1}, {7, 1, 1}));
  const auto in_range = [&](std::size_t) {
    const std::int32_t id = take();
    std::this_thread::sleep_for(std::chrono::microseconds(50));
    give_back(id);
  };
  team.run(range_launch(in_range, {200, 1, 1}));
  EXPECT_EQ(clashes, 0);
  EXPECT_EQ(machine::hardware_thread_number(), 0);
}

// 12 frames of 1 MiB: more than a thread has.
[[gnu::noinline]] int dig(int frames) {
  volatile char frame[1024 * 1024];
  for (std::size_t i = sizeof frame; i > 0; i -= std::min<std::size_t>(i, 4096)) // downwards, as a stack grows
    frame[i - 1] = 1;
  return frames == 1 ? frame[sizeof frame - 1] : dig(frames - 1) + frame[sizeof frame - 1];
}

TEST(Team, kernels_with_large_frames_have_large_stacks) {
  if (sanitizer::watches_stacks)
    GTEST_SKIP() << "sanitizers have limits of their own for frames";
  Team team(3);
  std::vector<int> depths(60, 0);
  const auto in_range = [&](std::size_t i) { depths[i] = dig(12); };
  const RangeLaunch range = range_launch(in_range, {60, 1, 1});
  machine::set_large_frames(reinterpret_cast<const void*>(range.run_span));
  team.run(range);
  EXPECT_EQ(depths, std::vector<int>(60, 12));
  const auto in_groups = [&](const HardwareThread& thread) { depths[thread.group_id[0]] = dig(13); };
  const GroupLaunch groups = group_launch(in_groups, {60, 1, 1}, {1, 1, 1});
  machine::set_large_frames(reinterpret_cast<const void*>(groups.run_item));
  team.run(groups);
  EXPECT_EQ(depths, std::vector<int>(60, 13));
}

TEST(Team, what_a_kernel_on_a_large_stack_throws_leaves_the_launch_and_launches_within_have_stacks_too) {
  Team team(2);
  const auto inner = [](std::size_t i) {
    if (i == 7)
      throw std::runtime_error("seven");
  };
  const RangeLaunch inner_launch = range_launch(inner, {10, 1, 1});
  const auto outer = [&](std::size_t) { team.run(inner_launch); };
  const RangeLaunch outer_launch = range_launch(outer, {4, 1, 1});
  for (const RangeLaunch& launch : {inner_launch, outer_launch})
    machine::set_large_frames(reinterpret_cast<const void*>(launch.run_span));
  for (int round = 0; round < 3; ++round)
    EXPECT_THROW(team.run(outer_launch), std::runtime_error);
}

// What the error of a kernel over this range says of its item.
std::string item_of_error(const RangeLaunch& launch, int threads) {
  Team team(threads);
  try {
    team.run(launch);
    return "no error";
  } catch (const machine::KernelError& error) {
    return error.item();
  }
}

TEST(Team, an_error_names_the_item_of_a_range_wherever_its_part_begins) {
  for (const int threads : {1, 3})
    for (const std::size_t failing : {0u, 1u, 777u, 5999u}) {
      const auto kernel = [&](std::size_t item) {
        if (item == failing)
          throw machine::KernelError("kernel", "this item", "another");
      };
      EXPECT_EQ(item_of_error(range_launch(kernel, {6000, 1, 1}), threads), "item " + std::to_string(failing));
      EXPECT_EQ(item_of_error(range_launch(kernel, {60, 100, 1}), threads),
                "item (" + std::to_string(failing / 100) + "," + std::to_string(failing % 100) + ")");
      EXPECT_EQ(item_of_error(range_launch(kernel, {30, 20, 10}), threads),
                "item (" + std::to_string(failing / 200) + "," + std::to_string(failing / 10 % 20) + "," +
                    std::to_string(failing % 10) + ")");
    }
}

// An exception of the program's own has left an item before.
TEST(Team, an_error_names_the_part_of_a_range_whose_code_does_not_tell_the_item) {
  Team team(1);
  const auto throws = [](std::size_t item) {
    if (item == 3)
      throw 1;
  };
  EXPECT_THROW(team.run(range_launch(throws, {10, 1, 1})), int);
  const auto run_span = [](const void*, const std::size_t*, std::size_t, std::size_t) {
    throw machine::KernelError("kernel", "an item", "another");
  };
  EXPECT_EQ(item_of_error({nullptr, run_span, {10, 1, 1}}, 1), "one of the items 0 to 9");
}

} // namespace
} // namespace xeforge::runtime
