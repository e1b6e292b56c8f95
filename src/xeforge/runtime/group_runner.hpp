// Runs the groups of a launch, one at a time, on the calling thread. The items of a group run one after another, to
// completion, on the caller's stack. The first item that has to wait stays there and becomes the leader: every item
// that has not started gets a fiber, and while the leader waits, all items that can run do so in rounds, each once and
// in ascending order. If all wait at the same barrier, each item runs once between two barriers. If no item can run,
// the group is deadlocked, which is an Error that says which item waits for what.
//
// Internal to the runtime: includes Boost.Context. Keeps its stacks and its local memory for the next group and launch.
#pragma once

#include "xeforge/machine/observer.hpp"
#include "xeforge/runtime/fiber.hpp"
#include "xeforge/runtime/group_barriers.hpp"
#include "xeforge/runtime/launch.hpp"
#include "xeforge/runtime/slm_memory.hpp"

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
  // An item that may have to wait: on a fiber, or, without one, on the caller's stack.
  struct Item {
    GroupRunner* runner = nullptr;
    Fiber* fiber = nullptr;
    GroupBarriers::Item barriers;
  };
  struct FiberItem : Item {
    explicit FiberItem(std::size_t number) : stack(number) { fiber = &stack; }
    machine::HardwareThread thread; // what the item sees of the machine
    Fiber stack;
  };

  void run_group();
  void end_item(Item& item, const machine::HardwareThread& thread);
  void run_straight_through();
  void unwind_fibers() noexcept;

  static void barrier(machine::HardwareThread& thread);
  static void split_signal(machine::HardwareThread& thread);
  static void split_wait(machine::HardwareThread& thread);
  static void named_signal(machine::HardwareThread& thread, const machine::NamedBarrierSignal& signal);
  static void named_wait(machine::HardwareThread& thread, std::uint32_t barrier);
  static void yield(machine::HardwareThread& thread);
  static const machine::GroupSynchronisation synchronisation;

  void suspend(Item& item);
  void lead_until_over(const BarrierWait& wait);
  static void run_on_fiber(void* fiber_item) noexcept;
  bool run_round();
  void begin_on_fiber(std::size_t item);
  void resume(FiberItem& follower);
  std::exception_ptr deadlock(const BarrierWait* leader) const;

  const GroupLaunch* launch_ = nullptr;
  std::size_t items_ = 0;          // in a group
  std::size_t begun_ = 0;          // items of this group that have begun
  std::size_t followers_ = 0;      // of them, on fibers: fiber_items_[0 .. followers_)
  std::size_t suspended_ = 0;      // of them, not finished
  machine::HardwareThread thread_; // of the item on the caller's stack; its group fields serve all
  Item leader_;                    // that item
  GroupBarriers barriers_;
  std::uint32_t slm_allocated_ = 0;
  bool unwinding_ = false;
  std::exception_ptr failure_; // the first one thrown on a fiber in this group
  std::uint64_t items_on_fibers_ = 0;
  machine::Observer* const observer_ = machine::observer();

  SlmMemory slm_;
  std::vector<std::unique_ptr<FiberItem>> fiber_items_;
};

} // namespace xeforge::runtime
