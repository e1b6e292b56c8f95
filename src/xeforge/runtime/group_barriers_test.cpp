// T28, T29: named and split barriers, alone and together with ordinary ones, and what is said of a group that hangs.
#include "xeforge/base/error.hpp"
#include "xeforge/runtime/group_runner.hpp"
#include "xeforge/runtime/launch_for_test.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace xeforge::runtime {
namespace {

using machine::HardwareThread;

enum Mode : std::uint32_t { both = 0, producer = 1, consumer = 2 };

template <class Kernel>
void run(std::size_t groups, std::size_t items, const Kernel& kernel) {
  GroupRunner runner;
  const auto with_number = [&](const HardwareThread& thread) {
    kernel(static_cast<std::uint32_t>(thread.local_id[0]));
  };
  runner.run(group_launch(with_number, {groups, 1, 1}, {items, 1, 1}), 0, groups);
}

// The message of the Error that a group of items ends with.
template <class Kernel>
std::string failure_of(std::size_t items, const Kernel& kernel) {
  try {
    run(1, items, kernel);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(NamedBarrier, T29_consumers_see_what_producers_wrote_whoever_comes_first) {
  for (const std::uint32_t first_producer : {0u, 2u, 5u}) { // 3 of 8 items produce
    std::vector<int> data(3, 0);
    int seen = 0;
    run(4, 8, [&](std::uint32_t me) {
      const std::uint32_t index = me - first_producer;
      if (index < 3) {
        data[index] += 7;
        named_signal(4, producer, 3, 5);
      } else {
        named_signal(4, consumer, 3, 5);
        named_wait(4);
        seen += data[0] % 7 == 0 && data[0] == data[1] && data[1] == data[2] && data[0] > 0;
      }
    });
    EXPECT_EQ(seen, 4 * 5);
    EXPECT_EQ(data, std::vector<int>(3, 4 * 7));
  }
}

TEST(NamedBarrier, T29_a_barrier_is_ready_again_as_soon_as_it_is_complete) {
  constexpr int rounds = 50;
  std::vector<int> value(6, 0);
  int wrong = 0;
  run(2, 6, [&](std::uint32_t me) {
    value[me] = static_cast<int>(me);
    for (int round = 0; round < rounds; ++round) { // barrier 0 twice in each
      named_signal(0, both, 6, 6);
      named_wait(0);
      const int right = value[(me + 1) % 6];
      wrong += right % 6 != static_cast<int>((me + 1 + static_cast<std::uint32_t>(round)) % 6);
      named_signal(0, both, 6, 6);
      named_wait(0);
      value[me] = right;
    }
  });
  EXPECT_EQ(wrong, 0);
}

TEST(NamedBarrier, T29_a_fast_items_next_signal_neither_releases_nor_holds_up_a_slow_one) {
  std::vector<std::string> order;
  run(1, 3, [&](std::uint32_t me) {
    const auto log = [&](const char* what) { order.push_back(std::to_string(me) + what); };
    if (me == 2) { // signals both phases at once, and waits for neither before that
      named_signal(1, producer, 1, 2);
      named_signal(1, producer, 1, 2);
      log("p");
      return;
    }
    named_signal(1, consumer, 1, 2);
    named_wait(1);
    log("a");
    named_signal(1, consumer, 1, 2);
    named_wait(1);
    log("b");
  });
  ASSERT_EQ(order.size(), 5u);
  EXPECT_EQ(order[0], "2p");
  for (const char* item : {"0", "1"}) {
    const auto a = std::find(order.begin(), order.end(), std::string(item) + "a");
    const auto b = std::find(order.begin(), order.end(), std::string(item) + "b");
    EXPECT_LT(a - order.begin(), b - order.begin());
    EXPECT_NE(b, order.end());
  }
}

TEST(NamedBarrier, T29_a_wait_is_for_the_phase_of_the_items_own_last_signal) {
  // Item 0 finds its phase complete when it waits at last, and the next one, in which item 1 has signalled and which
  // never gets complete, does not hold it up.
  int through = 0;
  run(1, 2, [&](std::uint32_t me) {
    named_signal(3, both, 2, 2);
    barrier();
    if (me == 1)
      named_signal(3, producer, 2, 2);
    barrier();
    if (me == 0) {
      named_wait(3);
      named_wait(3); // still for that phase
      ++through;
    }
  });
  EXPECT_EQ(through, 1);
}

TEST(NamedBarrier, T29_different_barriers_of_one_group_do_not_mix) {
  // A chain: item i waits for barrier i, which item i - 1 signals.
  constexpr std::uint32_t items = 20;
  std::vector<std::uint32_t> order;
  run(3, items, [&](std::uint32_t me) {
    const std::uint32_t place = items - 1 - me; // the last item starts
    if (place > 0) {
      named_signal(place, consumer, 1, 1);
      named_wait(place);
    }
    order.push_back(place);
    if (place + 1 < items)
      named_signal(place + 1, producer, 1, 1);
  });
  ASSERT_EQ(order.size(), 3u * items);
  for (std::size_t i = 0; i < order.size(); ++i)
    EXPECT_EQ(order[i], i % items);
}

TEST(NamedBarrier, T29_subgroups_meet_at_their_own_barriers_between_barriers_of_all) {
  constexpr std::uint32_t items = 16, part = 4;
  std::vector<int> counter(items / part, 0);
  int total = 0, wrong = 0;
  run(2, items, [&](std::uint32_t me) {
    for (int round = 0; round < 10; ++round) {
      if (me == 0)
        total = 0;
      if (me % part == 0)
        counter[me / part] = 0;
      barrier();
      ++counter[me / part];
      named_signal(me / part, both, part, part);
      named_wait(me / part);
      wrong += counter[me / part] != static_cast<int>(part);
      ++total;
      barrier();
      wrong += total != static_cast<int>(items);
      barrier();
    }
  });
  EXPECT_EQ(wrong, 0);
}

TEST(NamedBarrier, T29_counts_and_roles_may_change_from_phase_to_phase) {
  std::vector<int> log;
  run(1, 4, [&](std::uint32_t me) {
    named_signal(0, both, 4, 4);
    named_wait(0);
    if (me < 3) {
      named_signal(0, me == 1 ? producer : consumer, 1, 2);
      if (me != 1) {
        named_wait(0);
        log.push_back(static_cast<int>(me));
      }
    }
  });
  EXPECT_EQ(log.size(), 2u);
}

// Any number of items in pairs of pipelines with random roles and depths: data has to come through in order.
TEST(NamedBarrier, T29_pipelines_of_random_shape_keep_their_order) {
  std::mt19937 random(29);
  for (int trial = 0; trial < 60; ++trial) {
    const std::uint32_t stages = 2 + random() % 6, rounds = 1 + random() % 8;
    std::vector<std::uint32_t> stage_of(stages); // which item is which stage
    for (std::uint32_t i = 0; i < stages; ++i)
      stage_of[i] = i;
    std::shuffle(stage_of.begin(), stage_of.end(), random);
    std::vector<std::uint32_t> cell(stages, 0);
    std::vector<std::uint32_t> arrived;
    run(1, stages, [&](std::uint32_t me) {
      const std::uint32_t stage = stage_of[me];
      for (std::uint32_t round = 1; round <= rounds; ++round) {
        if (stage > 0) { // full: barrier 2 s; empty: barrier 2 s + 1
          named_signal(2 * stage, consumer, 1, 1);
          named_wait(2 * stage);
        }
        const std::uint32_t value = stage == 0 ? round : cell[stage - 1] + 100;
        if (stage > 0)
          named_signal(2 * stage + 1, producer, 1, 1);
        if (stage + 1 == stages) {
          arrived.push_back(value);
          continue;
        }
        if (round > 1) {
          named_signal(2 * stage + 3, consumer, 1, 1);
          named_wait(2 * stage + 3);
        }
        cell[stage] = value;
        named_signal(2 * stage + 2, producer, 1, 1);
      }
    });
    ASSERT_EQ(arrived.size(), rounds);
    for (std::uint32_t round = 1; round <= rounds; ++round)
      EXPECT_EQ(arrived[round - 1], round + 100 * (stages - 1));
  }
}

TEST(NamedBarrier, T28_an_item_that_ends_counts_as_arrived_at_ordinary_barriers_only) {
  EXPECT_EQ(failure_of(4,
                       [](std::uint32_t me) {
                         if (me == 3)
                           return;
                         named_signal(2, both, 4, 4);
                         named_wait(2);
                       }),
            "work-group (0, 0, 0): got a deadlock: items 0-2 wait for named barrier 2 (3 of 4 producers and 3 of 4 "
            "consumers have signalled); expected that every item which is waited for comes to the same barrier");
  EXPECT_EQ(failure_of(4,
                       [](std::uint32_t me) {
                         if (me != 3)
                           barrier();
                       }),
            "no error");
}

TEST(Deadlock, T29_says_which_items_wait_for_which_barrier_with_which_counts) {
  EXPECT_EQ(failure_of(6,
                       [](std::uint32_t me) {
                         if (me == 1 || me == 3 || me == 4) {
                           named_signal(7, consumer, 2, 3);
                           named_wait(7);
                         }
                         if (me == 5)
                           named_signal(7, producer, 2, 3);
                         barrier();
                       }),
            "work-group (0, 0, 0): got a deadlock: items 0, 2, 5 wait for the barrier of the group (3 of 6 items have "
            "arrived or ended); items 1, 3-4 wait for named barrier 7 (1 of 2 producers and 3 of 3 consumers have "
            "signalled); expected that every item which is waited for comes to the same barrier");
  EXPECT_EQ(failure_of(1,
                       [](std::uint32_t) {
                         named_signal(0, consumer, 1, 1);
                         named_wait(0);
                       }),
            "work-group (0, 0, 0): got a deadlock: item 0 waits for named barrier 0 (0 of 1 producers and 1 of 1 "
            "consumers have signalled); expected that every item which is waited for comes to the same barrier");
}

TEST(Deadlock, T29_unwinds_the_items_and_leaves_the_runner_in_order) {
  GroupRunner runner;
  int begun = 0, unwound = 0;
  struct Count {
    int& ends;
    ~Count() { ++ends; }
  };
  const auto hang = [&](const HardwareThread& thread) {
    ++begun;
    const Count count{unwound};
    if (thread.local_id[0] == 2)
      return;
    named_signal(1, both, 8, 8);
    named_wait(1);
  };
  EXPECT_THROW(runner.run(group_launch(hang, {2, 1, 1}, {8, 1, 1}), 0, 2), Error);
  EXPECT_EQ(begun, 8);
  EXPECT_EQ(unwound, 8);
  int through = 0;
  const auto pass = [&](const HardwareThread&) {
    named_signal(1, both, 8, 8);
    named_wait(1);
    ++through;
  };
  runner.run(group_launch(pass, {2, 1, 1}, {8, 1, 1}), 0, 2);
  EXPECT_EQ(through, 16);
}

TEST(NamedBarrier, T29_what_hardware_would_hang_on_or_count_wrongly_is_refused) {
  const auto refusal = [](const auto& body) { return failure_of(1, [&](std::uint32_t) { body(); }); };
  EXPECT_EQ(
      refusal([] { named_wait(5); }),
      "named_barrier_wait: got a wait for named barrier 5 of an item that has not signalled it; expected a signal "
      "before the wait");
  EXPECT_EQ(refusal([] { named_signal(32, both, 1, 1); }),
            "named_barrier_signal: got named barrier 32; expected 0 to 31");
  EXPECT_EQ(refusal([] { named_wait(40); }), "named_barrier_wait: got named barrier 40; expected 0 to 31");
  EXPECT_EQ(refusal([] { named_signal(1, 3, 1, 1); }),
            "named_barrier_signal: got mode 3; expected 0 (producer and consumer), 1 (producer) or 2 (consumer)");
  EXPECT_EQ(refusal([] { named_signal(1, both, 0, 0); }),
            "named_barrier_signal: got no producers and no consumers; expected how many items meet at the barrier");
  EXPECT_EQ(refusal([] {
              named_signal(1, producer, 2, 2);
              named_signal(1, producer, 2, 3);
            }),
            "named_barrier_signal: got barrier 1 of 2 producers and 3 consumers; expected 2 producers and 2 consumers, "
            "as earlier in this phase");
}

TEST(NamedBarrier, each_group_starts_anew) {
  int waits = 0;
  run(3, 2, [&](std::uint32_t me) {
    named_signal(9, both, 2, 2);
    named_wait(9);
    ++waits;
    if (me == 0)
      named_signal(9, producer, 5, 5); // left behind
  });
  EXPECT_EQ(waits, 6);
}

// ---- the ordinary barrier in two halves -----------------------------------------------------------------------------
TEST(SplitBarrier, T28_between_signal_and_wait_an_item_goes_on_and_after_the_wait_all_have_signalled) {
  constexpr int items = 12;
  int signalled = 0, wrong = 0;
  bool went_on = false;
  run(1, items, [&](std::uint32_t) {
    for (int round = 1; round <= 5; ++round) {
      ++signalled;
      split_signal();
      went_on = went_on || signalled < items;
      split_wait();
      wrong += signalled < items * round;
    }
  });
  EXPECT_TRUE(went_on);
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(signalled, items * 5);
}

TEST(SplitBarrier, T28_meets_with_items_that_use_the_whole_barrier_or_have_ended) {
  std::vector<int> phase(6, 0);
  int wrong = 0;
  run(2, 6, [&](std::uint32_t me) {
    phase[me] = 0;
    barrier();
    for (int round = 1; round <= 4; ++round) {
      phase[me] = round;
      if (me == 5 && round == 3)
        return; // its phase stays 3
      if (me % 2 == 0) {
        split_signal();
        split_wait();
      } else {
        barrier();
      }
      for (std::uint32_t other = 0; other < 5; ++other)
        wrong += phase[other] < round;
      if (me % 2 != 0) {
        split_signal();
        split_wait();
      } else {
        barrier();
      }
    }
  });
  EXPECT_EQ(wrong, 0);
}

TEST(SplitBarrier, T28_an_item_may_end_after_its_signal) {
  int through = 0;
  run(2, 5, [&](std::uint32_t me) {
    split_signal();
    if (me % 2 == 0)
      return;
    split_wait();
    barrier();
    ++through;
  });
  EXPECT_EQ(through, 2 * 2);
}

TEST(SplitBarrier, T28_halves_that_do_not_match_are_refused) {
  EXPECT_EQ(failure_of(2, [](std::uint32_t) { split_wait(); }),
            "split_barrier: got a wait of an item that has not signalled; expected a signal before the wait");
  EXPECT_EQ(failure_of(2,
                       [](std::uint32_t) {
                         split_signal();
                         barrier();
                       }),
            "barrier: got a second signal of an item that has not waited after its first; expected a wait after each "
            "signal of a split barrier");
}

} // namespace
} // namespace xeforge::runtime
