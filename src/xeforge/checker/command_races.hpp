// Races between the commands of a program. Commands are ordered by their dependencies and by what the program has
// waited for. For each command, the touched bytes are kept while others that may run at the same time have not ended.
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
  // Returns the number of a new command, from 1. calls: the calls that created it, if a report is to name their line
  // instead of a kernel's.
  std::uint64_t prepare(std::vector<const void*> calls);
  // The command may run when those in `after` have ended; 0 stands for a command that was not prepared.
  void submit(std::uint64_t command, const std::vector<std::uint64_t>& after);

  // What the command that runs on this thread does. A launch is kept if another command may have touched the same
  // memory.
  void begin(std::uint64_t command);
  void end_launch(const std::shared_ptr<Launch>& launch);
  void touch(const void* start, std::size_t bytes, bool stores);
  std::vector<const void*> calls_of_running();
  // Reports races with other commands.
  void end(std::uint64_t command);

private:
  struct Range {
    std::uint64_t start, end;
    bool stores;
  };
  struct Command {
    std::map<std::uint32_t, std::uint32_t> clock; // by chain: the last of its commands that is ordered before this one
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
  std::map<std::uint64_t, Command> commands_; // unfinished, or possibly unordered with an unfinished one
  std::map<std::uint32_t, std::uint64_t> last_of_chain_;
  std::uint64_t number_ = 0, moment_ = 0;
  std::uint32_t chains_ = 0;
};

} // namespace xeforge::checker
