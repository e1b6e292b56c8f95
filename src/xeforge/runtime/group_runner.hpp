// Runs the groups of a launch, one at a time, on the calling thread. The items of a group run one after another
// straight through on the caller's stack. The first item that meets a barrier stays there and leads: every item not yet
// begun gets a fiber, and between two barriers each runs once, in ascending order. A finished item counts as arrived.
//
// Internal to the runtime: includes Boost.Context. Keeps its stacks and its local memory for the next group and launch.
#pragma once

#include "xeforge/runtime/fiber.hpp"
#include "xeforge/runtime/launch.hpp"

#include <cstdint>
#include <exception>
#include <memory>
#include <vector>

namespace xeforge::runtime {

class GroupRunner {
public:
  GroupRunner();

  // Groups [first, last) by row-major linear id, in ascending order. Rethrows what a kernel throws, once every item of
  // its group has been unwound.
  void run(const GroupLaunch& launch, std::size_t first, std::size_t last);

  // Items that have run on a fiber so far, over all launches.
  std::uint64_t items_on_fibers() const { return items_on_fibers_; }

private:
  // An item that runs on a fiber, and what it sees of the machine.
  struct FiberItem {
    explicit FiberItem(std::size_t number) : fiber(number) {}
    GroupRunner* runner = nullptr;
    machine::HardwareThread thread;
    Fiber fiber;
  };
  struct SlmMemory {
    alignas(64) std::byte bytes[slm_bytes];
  };

  void run_group();
  void run_straight_through();
  void unwind_fibers() noexcept;

  static void leader_barrier(machine::HardwareThread& thread);
  static void follower_barrier(machine::HardwareThread& thread);
  static void run_on_fiber(void* fiber_item) noexcept;
  void run_phase();
  void begin_on_fiber(std::size_t item);
  void resume(FiberItem& follower);

  const GroupLaunch* launch_ = nullptr;
  std::size_t items_ = 0;          // in a group
  std::size_t begun_ = 0;          // items of this group that have begun
  std::size_t followers_ = 0;      // of them, on fibers: fiber_items_[0 .. followers_)
  std::size_t suspended_ = 0;      // of them, not finished
  machine::HardwareThread thread_; // of the item on the caller's stack; its group fields serve all
  std::uint32_t slm_claimed_ = 0;
  bool unwinding_ = false;
  std::exception_ptr failure_; // the first one thrown on a fiber in this group
  std::uint64_t items_on_fibers_ = 0;

  std::unique_ptr<SlmMemory> slm_;
  std::vector<std::unique_ptr<FiberItem>> fiber_items_;
};

} // namespace xeforge::runtime
