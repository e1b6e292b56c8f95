// The barriers of one work-group as counters: which items have arrived, and which phases are complete.
// GroupRunner decides which item runs; everything here happens on one OS thread.
//
// The ordinary barrier completes a phase when every item of the group has arrived or ended. It can be used in two
// halves (signal, then wait). A named barrier completes a phase when as many producers and consumers have signalled as
// the signals state, whichever items they are, and is then ready for the next phase. Each signal belongs to one phase,
// and a wait is for the phase of the item's own last signal: an item that runs ahead neither releases nor delays one
// that is behind.
#pragma once

#include "xeforge/machine/thread.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace xeforge::runtime {

// What an item waits for: that more than `phase` phases of a barrier are complete. Phases may wrap around.
struct BarrierWait {
  const std::uint32_t* complete = nullptr;
  std::uint32_t phase = 0;

  bool over() const { return complete == nullptr || static_cast<std::int32_t>(*complete - phase) > 0; }
};

class GroupBarriers {
public:
  // What one item has signalled, and what it waits for.
  struct Item {
    BarrierWait wait;
    bool signalled = false;                                         // the ordinary barrier, without having waited
    std::uint32_t phase = 0;                                        // of that signal
    std::uint32_t named_signalled = 0;                              // a bit for each named barrier
    std::array<std::uint32_t, machine::named_barriers> named_phase; // of the last signal, where the bit is set

    void begin() { signalled = false, named_signalled = 0; }
  };

  void begin_group(std::size_t items);

  // Each of these sets item.wait if the item then has to wait. Where hardware would hang or count wrongly, they throw
  // machine::KernelError.
  void arrive(Item& item) {
    signal(item);
    item.signalled = false;
    item.wait = {&complete_, item.phase};
  }
  void signal(Item& item) {
    if (item.signalled) [[unlikely]]
      refuse_second_signal();
    item.signalled = true;
    item.phase = complete_;
    ++arrived_;
    complete_if_all_are_there();
  }
  void wait(Item& item);
  void signal(Item& item, const machine::NamedBarrierSignal& signal);
  void wait(Item& item, std::uint32_t barrier);
  // An item that ends counts as arrived at every ordinary barrier from now on, and at no named one.
  void end(Item& item) {
    if (item.signalled && item.phase == complete_) [[unlikely]]
      --arrived_;
    ++ended_;
    complete_if_all_are_there();
  }

  // "named barrier 3 (1 of 2 producers and 4 of 4 consumers have signalled)"
  std::string describe(const BarrierWait& wait) const;

private:
  // Signals beyond what completes a phase count for the next one.
  struct Named {
    std::uint32_t complete = 0;                 // phases
    std::uint32_t producers = 0, consumers = 0; // in the phases that are not complete
    std::uint32_t producers_needed = 0, consumers_needed = 0;
  };

  [[noreturn]] static void refuse_second_signal();
  void complete_if_all_are_there() {
    if (arrived_ + ended_ == items_ && arrived_ > 0) {
      arrived_ = 0;
      ++complete_;
    }
  }

  std::size_t items_ = 0, arrived_ = 0, ended_ = 0;
  std::uint32_t complete_ = 0; // phases of the ordinary barrier
  bool named_in_use_ = false;
  std::array<Named, machine::named_barriers> named_;
};

} // namespace xeforge::runtime
