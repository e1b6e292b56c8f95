#include "xeforge/runtime/fiber.hpp"

#include <gtest/gtest.h>
#include <memory>
#include <thread>
#include <vector>

namespace xeforge::runtime {
namespace {

struct Count {
  Fiber* fiber;
  int rounds = 0;

  // Variables in memory, so that AddressSanitizer places them where it thinks that this stack is.
  static void body(void* argument) noexcept {
    auto& count = *static_cast<Count*>(argument);
    for (int round = 0; round < 3; ++round) {
      volatile int numbers[64] = {round};
      count.rounds += numbers[0] == round;
      count.fiber->suspend();
    }
  }
};

// The teams keep the stacks of their kernels: one is made by the first thread that needs it, used by others, and freed
// by whoever frees the queue. (Fails under AddressSanitizer alone, where something of the stack is in its maker's.)
TEST(Fiber, made_started_resumed_and_freed_on_different_threads_that_end) {
  for (int round = 0; round < 20; ++round) {
    std::unique_ptr<Fiber> fiber;
    const auto on_a_thread = [](auto action) { std::thread(action).join(); };
    on_a_thread([&] { fiber = std::make_unique<Fiber>(3); });
    Count first{fiber.get()}, second{fiber.get()};
    on_a_thread([&] { fiber->start(&Count::body, &first); });
    while (fiber->busy())
      on_a_thread([&] { fiber->resume(); });
    fiber->start(&Count::body, &second);
    while (fiber->busy())
      fiber->resume();
    EXPECT_EQ(first.rounds + second.rounds, 6);
    on_a_thread([&] { fiber.reset(); });
  }
}

TEST(Fiber, outlives_the_thread_that_made_it) {
  std::vector<std::unique_ptr<Fiber>> fibers(20);
  std::thread([&] {
    for (std::size_t i = 0; i < fibers.size(); ++i)
      fibers[i] = std::make_unique<Fiber>(i);
  }).join();
  int rounds = 0;
  for (const auto& fiber : fibers) {
    Count count{fiber.get()};
    fiber->start(&Count::body, &count);
    while (fiber->busy())
      fiber->resume();
    rounds += count.rounds;
  }
  EXPECT_EQ(rounds, 60);
  fibers.clear();
}

} // namespace
} // namespace xeforge::runtime
