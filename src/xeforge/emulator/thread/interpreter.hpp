// Runs the instructions of one hardware thread until it has to wait, ends, or does what it must not.
#pragma once

#include "xeforge/emulator/program/program.hpp"
#include "xeforge/emulator/thread/fault.hpp"
#include "xeforge/emulator/thread/thread_state.hpp"

#include <cstdint>
#include <span>

namespace xeforge::emulator {

enum class Step {
  go_on, // the next instruction
  wait,  // done; the thread lets others go on before its next instruction
  again, // not done yet: the thread waits, and executes the same instruction when it goes on
  ended  // the thread has no next instruction
};

// What a thread talks to: memory, barriers, the gateway. Functions throw Fault.
class MessageUnit {
public:
  virtual ~MessageUnit() = default;
  // `lanes` are the channels that take part: those enabled, under the predicate. A message that is not executed at all
  // (no lane, not a block message) comes here too: only the message knows. An end of thread returns Step::ended.
  virtual Step send(ThreadState& thread, const DecodedSend& message, LaneMask lanes) = 0;
  // sync.bar: has the barrier been met?
  virtual Step wait_for_barrier(ThreadState& thread, const BarrierWait& wait) = 0;
};

// Sees each instruction before and after it is executed. For traces and the search for hazards; null costs nothing.
class Observer {
public:
  virtual ~Observer() = default;
  virtual void before(const ThreadState& thread, std::int32_t instruction, LaneMask lanes) = 0;
  virtual void after(const ThreadState& thread, std::int32_t instruction, LaneMask lanes) = 0;
};

struct Budget {
  std::uint64_t instructions = 0; // what is left; run() throws Fault when a thread needs more
};

// `counts`: how often each instruction was executed, one entry for each of the program's; empty: not counted.
// Returns wait, again or ended. Throws Fault.
Step run(ThreadState& thread, const Program& program, MessageUnit& messages, Budget& budget,
         std::span<std::uint64_t> counts = {}, Observer* observer = nullptr);

} // namespace xeforge::emulator
