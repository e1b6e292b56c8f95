// Runs the instructions of one hardware thread until it has to wait, ends, or faults.
#pragma once

#include "xeforge/emulator/program/program.hpp"
#include "xeforge/emulator/thread/fault.hpp"
#include "xeforge/emulator/thread/thread_state.hpp"

#include <cstdint>
#include <span>

namespace xeforge::emulator {

enum class Step {
  go_on, // the next instruction
  wait,  // done; the thread lets others run before its next instruction
  again, // not done yet: the thread waits, and executes the same instruction when it continues
  ended  // the thread has no next instruction
};

// The receiver of a thread's messages: memory, barriers, the gateway. Functions throw Fault.
class MessageUnit {
public:
  virtual ~MessageUnit() = default;
  // `lanes` are the channels that take part: those enabled, under the predicate. Also called for messages without an
  // enabled lane: whether they are executed depends on the message (block messages are). An end of thread returns
  // Step::ended.
  virtual Step send(ThreadState& thread, const DecodedSend& message, LaneMask lanes) = 0;
  // sync.bar: has the barrier been met?
  virtual Step wait_for_barrier(ThreadState& thread, const BarrierWait& wait) = 0;
};

// Is called before and after each instruction. For traces and the search for hazards; null costs nothing.
class Observer {
public:
  virtual ~Observer() = default;
  virtual void before(const ThreadState& thread, std::int32_t instruction, LaneMask lanes) = 0;
  virtual void after(const ThreadState& thread, std::int32_t instruction, LaneMask lanes) = 0;
};

struct Budget {
  std::uint64_t instructions = 0; // remaining; run() throws Fault when a thread needs more
};

// `counts`: how often each instruction was executed, one entry for each of the program's; empty: not counted.
// Returns wait, again or ended. Throws Fault.
Step run(ThreadState& thread, const Program& program, MessageUnit& messages, Budget& budget,
         std::span<std::uint64_t> counts = {}, Observer* observer = nullptr);

} // namespace xeforge::emulator
