// Races between the commands of a program: which commands are ordered, by what they depend on and what the program has waited
// for, and which bytes each has touched while others that may run at the same time have not ended.
#pragma once

#include "xeforge/checker/shadow_memory.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace xeforge::checker {

struct Launch;

class CommandRaces {
public:
  // A new command; its number, from 1. calls: that it is made by, if a report shall name their line and not a kernel's.
  std::uint64_t prepare(std::vector<const void*> calls);
  // It may run when these have ended; 0 is a command that nobody prepared.
  void submit(std::uint64_t command, const std::vector<std::uint64_t>& after);

  // What the command that runs on this thread does. A launch is kept if another command may have touched the same.
  void begin(std::uint64_t command);
  void end_launch(const std::shared_ptr<Launch>& launch);
  void touch(const void* start, std::size_t bytes, bool stores);
  std::vector<const void*> calls_of_running();
  // Reports what it has in common with others.
  void end(std::uint64_t command);

private:
  struct Range {
    std::uint64_t start, end;
    bool stores;
  };
  struct Command {
    std::map<std::uint32_t, std::uint32_t> clock; // by chain: up to which of its commands are before this one
    std::uint32_t chain = 0, position = 0;        // its own; from 1
    std::uint64_t submitted = 0, ended = 0;       // at which moment; 0: not yet
    std::shared_ptr<Launch> launch;
    std::vector<Touched> touched; // by a launch, in ascending order
    std::vector<Range> ranges;    // by a copy or fill
    std::vector<const void*> calls;
  };

  static bool is_before(const Command& one, const Command& other);
  static bool are_unordered(const Command& one, const Command& other);
  static void compare(const Command& earlier, const Command& later);
  void forget_what_is_ordered();

  std::mutex mutex_;
  std::map<std::uint64_t, Command> commands_; // that have not ended, or may meet one of those
  std::map<std::uint32_t, std::uint64_t> last_of_chain_;
  std::uint64_t number_ = 0, moment_ = 0;
  std::uint32_t chains_ = 0;
};

} // namespace xeforge::checker
