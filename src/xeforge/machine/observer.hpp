// The interface through which the runtime notifies the checker, in checked programs (-fxeforge-check), of launches,
// groups, items and allocations. In all other programs it is null, and testing that costs one comparison.
#pragma once

#include "xeforge/machine/thread.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace xeforge::machine {

struct ObservedLaunch {
  const void* run = nullptr;    // the function that is instantiated for the kernel: names it
  const void* kernel = nullptr; // the kernel object
  bool has_groups = false;
  std::array<std::size_t, 3> range{1, 1, 1}; // of a launch without groups
};

class Observer {
public:
  virtual ~Observer() = default;

  // A command of a queue: prepared, which gives it a number from 1, submitted, with the numbers of those it waits for (0: of the
  // host), and executed, on the calling thread. is_launch: its places are those of its kernel, not the caller's.
  virtual std::uint64_t prepared(bool is_launch) = 0;
  virtual void submitted(std::uint64_t command, const std::vector<std::uint64_t>& after) = 0;
  virtual void begin_command(std::uint64_t command) = 0;
  virtual void end_command(std::uint64_t command) = 0;

  // A launch, its groups and its items: one after another on the calling thread.
  virtual void begin_launch(const ObservedLaunch& launch) = 0;
  virtual void end_launch() = 0;
  virtual void begin_group(const HardwareThread& thread) = 0;
  virtual void end_group() = 0;
  virtual void end_item(const HardwareThread& thread) = 0;
  // The group is deadlocked; says which item waits for what.
  virtual void found_deadlock(const std::string& text) = 0;

  // Memory that kernels may use. what: how an error calls it.
  virtual void allocated(const void* start, std::size_t bytes, const char* what) = 0;
  virtual void freed(const void* start) = 0;
  // Such memory that the runtime itself has allocated, by std::aligned_alloc: the observer frees it, at once or later.
  virtual void release(void* start) = 0;
  // A copy or fill of the command that is executed is about to use these bytes. False: it must not, and leaves them alone.
  virtual bool may_use(const void* start, std::size_t bytes, bool stores) = 0;
  // The runtime has written there, or copied from one place to another.
  virtual void written(const void* start, std::size_t bytes) = 0;
  virtual void copied(const void* to, const void* from, std::size_t bytes) = 0;
  // Code that bypasses the extension wrote past the end of an allocation.
  virtual void found_damage(const std::string& text) = 0;
};

// Null in a program that is not checked.
Observer* observer() noexcept;

} // namespace xeforge::machine

// Defined by the checker's library, if the program is linked with it.
extern "C" __attribute__((weak, visibility("default"))) xeforge::machine::Observer*
xeforge_checker() noexcept; // NOLINT
