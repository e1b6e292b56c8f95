// The barriers of one group for the checker: what their phases order, and whether items use them correctly. The
// runtime's own counts (runtime/group_barriers.hpp) decide which items wait; here the same signals are checked before
// they are made.
#pragma once

#include "xeforge/checker/group_clocks.hpp"
#include "xeforge/machine/thread.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace xeforge::checker {

// What an item has done in its group so far.
struct ItemState {
  std::uint32_t signals = 0, waits = 0; // of the group's barrier
  const void *last_barrier = nullptr, *waits_at = nullptr;
  bool ended = false;
  const void *slm_init = nullptr,
             *first_effect = nullptr; // where it allocates local memory; where it first uses it or reaches a barrier
  std::uint32_t named_signalled = 0;  // a bit for each named barrier
  std::array<std::uint32_t, machine::named_barriers> named_phase{};
};

// The result of checking a signal to a named barrier.
enum class NamedSignal { right, early, other_counts, nobody, wrong_mode };

class GroupWatch {
public:
  explicit GroupWatch(GroupClocks& clocks) : clocks_(clocks) {}

  void begin(std::size_t items);
  ItemState& item(std::size_t number) { return items_[number]; }
  const std::vector<ItemState>& items() const { return items_; }

  // ---- the group's barrier
  void signal(std::size_t item);
  void passed(std::size_t item);

  // ---- named barriers
  struct Named {
    std::uint32_t complete = 0, producers = 0, consumers = 0, producers_needed = 0, consumers_needed = 0;
    const void* last_signal = nullptr;
    std::size_t last_item = 0;
    std::map<std::uint32_t, ClockRow> phases;
  };
  std::uint32_t named_allocated = 0;
  NamedSignal signal(std::size_t item, const machine::NamedBarrierSignal& signal, const void* site);
  void passed(std::size_t item, std::uint32_t barrier);
  const std::array<Named, machine::named_barriers>& named() const { return named_; }

  // ---- shared local memory
  std::uint32_t slm_allocated = 0, slm_forgotten = 0;
  bool slm_known = false; // whether any item has allocated or used it

private:
  GroupClocks& clocks_;
  std::vector<ItemState> items_;
  std::map<std::uint32_t, ClockRow> phases_; // of the group's barrier, by number
  std::array<Named, machine::named_barriers> named_;
  bool named_used_ = false; // in this group: to be cleared for the next
};

} // namespace xeforge::checker
