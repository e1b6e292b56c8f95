// The threads that run the launches of one queue. run() returns when every item has run; a launch allocates nothing
// once its threads, and the stacks its barriers need, exist.
//
// Spans of items (or groups) start in ascending order: a group may wait for results of lower-numbered ones. A
// launch from inside an nd_range kernel runs on the calling thread. Two threads may launch at once.
#pragma once

#include "xeforge/runtime/launch.hpp"

#include <cstdint>
#include <memory>

namespace xeforge::runtime {

class Team {
public:
  explicit Team(int threads); // 1 or more; one thread means the caller's own, and no other is ever involved
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  int threads() const;

  // Rethrows the first exception of a kernel; items not started by then are not run.
  void run(const RangeLaunch& launch);
  void run(const GroupLaunch& launch);

  // How many items have needed a fiber (because they, or an item before them, met a barrier).
  std::uint64_t items_on_fibers() const;

private:
  struct State;
  std::unique_ptr<State> state_;
};

// The threads this process may run on at once.
int hardware_threads();

} // namespace xeforge::runtime
