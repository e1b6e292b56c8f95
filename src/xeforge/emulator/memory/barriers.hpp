// The barriers of one work-group. Number 0 is the group's own; programs number the others from 1.
//
// A thread signals with the counts that complete a phase: numbers of producers and of consumers, whichever threads they
// are. A phase is complete when both counts are reached, and the barrier is immediately ready for the next one. A wait
// is for the phase of the thread's own last signal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace xeforge::emulator {

struct BarrierSignal {
  enum class Role : std::uint8_t { both, producer, consumer };
  std::uint32_t barrier = 0;
  Role role = Role::both;
  std::uint32_t producers = 0, consumers = 0;
};

class Barriers {
public:
  // `count`: how many the kernel has, its own included.
  void begin_group(std::size_t threads, std::size_t count);

  // Both throw Fault in cases in which the hardware would hang or miscount.
  void signal(std::size_t thread, const BarrierSignal& signal);
  // Whether the phase is complete. After true was returned, the thread has to signal again before it waits again.
  bool is_met(std::size_t thread, std::uint32_t barrier);

  // "barrier 3, where 1 of 2 producers and 4 of 4 consumers have signalled"
  std::string describe(std::uint32_t barrier) const;

private:
  // Signals beyond what completes a phase count for the next one.
  struct Barrier {
    std::uint32_t complete = 0;                 // phases
    std::uint32_t producers = 0, consumers = 0; // signals in phases that are not complete
    std::uint32_t producers_needed = 0, consumers_needed = 0;
  };
  struct Signalled {
    bool pending = false;
    std::uint32_t phase = 0;
  };

  Barrier& existing(std::uint32_t barrier);
  Signalled& of(std::size_t thread, std::uint32_t barrier) { return signalled_[thread * barriers_.size() + barrier]; }

  std::vector<Barrier> barriers_;
  std::vector<Signalled> signalled_; // for each thread, each barrier
};

} // namespace xeforge::emulator
