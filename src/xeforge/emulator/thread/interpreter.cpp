#include "xeforge/emulator/thread/interpreter.hpp"

#include "xeforge/emulator/thread/arithmetic.hpp"
#include "xeforge/emulator/thread/operands.hpp"
#include "xeforge/emulator/thread/rounding.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace xeforge::emulator {
namespace {

using In = const DecodedInstruction&;

// While a thread runs, the host's floating-point unit rounds as cr0 says. Otherwise it has its default state, with
// denormals and without traps.
class HostRounding {
public:
  explicit HostRounding(const ThreadState& thread) : before_(_mm_getcsr()) { follow(thread); }
  ~HostRounding() { _mm_setcsr(before_); }
  HostRounding(const HostRounding&) = delete;
  HostRounding& operator=(const HostRounding&) = delete;

  void follow(const ThreadState& thread) const {
    constexpr unsigned all_masked = 0x1f80;
    constexpr unsigned of_control[] = {0, 2, 1, 3}; // to nearest, up, down, to zero
    if (thread.control[0] & single_float_mode_bit)
      throw Fault("cr0 asks for the alternative floating-point mode, which is not executed");
    _mm_setcsr(all_masked | of_control[(thread.control[0] & rounding_bits) >> 4] << 13);
  }

private:
  unsigned before_;
};

// ---- which channels -------------------------------------------------------------------------------------------------
LaneMask enabled_lanes(const ThreadState& thread, In instruction) {
  const LaneMask width = first_lanes(instruction.lanes);
  return instruction.is_unmasked ? width : (thread.enabled >> instruction.first_channel) & width;
}

LaneMask predicate(const ThreadState& thread, In instruction) {
  const LaneMask width = first_lanes(instruction.lanes);
  LaneMask flags = read_flags(thread, instruction);
  if (instruction.is_predicate_inverted)
    flags = ~flags & width;
  switch (instruction.group) {
  case Group::any:
    return flags != 0 ? width : 0;
  case Group::all:
    return flags == width ? width : 0;
  case Group::none:
    break;
  }
  return flags;
}

LaneMask active_lanes(const ThreadState& thread, In instruction) {
  const LaneMask lanes = enabled_lanes(thread, instruction);
  return instruction.is_predicated ? lanes & predicate(thread, instruction) : lanes;
}

// ---- diverging channels ---------------------------------------------------------------------------------------------
// Channels that a jump sent to this instruction are on again.
void meet(ThreadState& thread, std::int32_t here) {
  for (LaneMask off = thread.dispatched & ~thread.enabled; off != 0; off &= off - 1) {
    const int lane = std::countr_zero(off);
    if (thread.resumes_at[lane] == here)
      thread.enabled |= LaneMask{1} << lane;
  }
}

void send_away(ThreadState& thread, LaneMask lanes, std::int32_t where) {
  thread.enabled &= ~lanes;
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1)
    thread.resumes_at[std::countr_zero(rest)] = where;
}

// Instructions that concern channels name all of them: (32|M0).
LaneMask channel_mask(In instruction, LaneMask lanes) { return lanes << instruction.first_channel; }

// The next instruction after channels have left: the following one while any of the instruction's channels is enabled,
// or channels wait there.
std::int32_t go_on_or(ThreadState& thread, In instruction, std::int32_t otherwise) {
  meet(thread, thread.next);
  return (thread.enabled & channel_mask(instruction, first_lanes(instruction.lanes))) != 0 ? thread.next : otherwise;
}

void branch(ThreadState& thread, In instruction, LaneMask taken) {
  const LaneMask here = channel_mask(instruction, enabled_lanes(thread, instruction));
  if (instruction.is_backward) {
    if (taken == 0)
      return;
    send_away(thread, here & ~taken, thread.next); // they wait after the jump
    if (instruction.second_target == instruction.first_target) {
      thread.next = instruction.first_target;
      return;
    }
    send_away(thread, taken, instruction.second_target);
    thread.next = instruction.first_target;
    return;
  }
  send_away(thread, taken, instruction.second_target);
  thread.next = go_on_or(thread, instruction, instruction.first_target);
}

void end_loop(ThreadState& thread, In instruction, LaneMask again) {
  const LaneMask here = channel_mask(instruction, enabled_lanes(thread, instruction));
  if (again == 0)
    return;
  send_away(thread, here & ~again, thread.next);
  thread.next = instruction.first_target;
}

// ---- calls ----------------------------------------------------------------------------------------------------------
void call(ThreadState& thread, const Program& program, In instruction, LaneMask lanes) {
  const LaneMask width = first_lanes(instruction.lanes);
  if (lanes == 0)
    return;
  if (!instruction.is_unmasked && lanes != (thread.enabled & width) && lanes != width)
    throw Fault("a call by some of the channels only, which is not executed");
  if (thread.next >= static_cast<std::int32_t>(program.code.size()))
    throw Fault("a call as the last instruction");
  const std::uint32_t link[2] = {program.address(thread.next), thread.enabled};
  std::memcpy(first_element(thread, instruction.destination), link, sizeof link);
  thread.next = instruction.first_target;
}

std::int32_t instruction_at(const Program& program, std::uint32_t address) {
  const auto found = std::ranges::lower_bound(program.instructions, address, {}, &toolchain::Instruction::offset);
  if (found == program.instructions.end() || found->offset != address)
    throw Fault("a jump to address " + std::to_string(address) + ", where no instruction begins");
  return static_cast<std::int32_t>(found - program.instructions.begin());
}

// One decision for the whole thread, whichever channels are enabled.
void take_jump(ThreadState& thread, const Program& program, In instruction, LaneMask lanes) {
  if (lanes == 0)
    return;
  if (instruction.sources[0].kind == Source::Kind::none) {
    thread.next = instruction.first_target;
    return;
  }
  std::int32_t distance; // in bytes from the jump itself
  std::memcpy(&distance, first_element(thread, instruction.sources[0]), sizeof distance);
  thread.next = instruction_at(program, program.address(thread.next - 1) + static_cast<std::uint32_t>(distance));
}

void give_back(ThreadState& thread, const Program& program, In instruction, LaneMask lanes) {
  if (lanes == 0)
    return;
  std::uint32_t link[2];
  std::memcpy(link, first_element(thread, instruction.destination), sizeof link);
  thread.enabled = link[1] & thread.dispatched;
  thread.next = instruction_at(program, link[0]);
}

// Executes control flow. Precondition: thread.next is the following instruction.
void move_on(ThreadState& thread, const Program& program, In instruction, LaneMask lanes) {
  switch (instruction.flow) {
  case Flow::jump:
    return take_jump(thread, program, instruction, lanes);
  case Flow::branch:
    return branch(thread, instruction, channel_mask(instruction, lanes));
  case Flow::loop_end:
    return end_loop(thread, instruction, channel_mask(instruction, lanes));
  case Flow::join:
    thread.next = go_on_or(thread, instruction, instruction.first_target);
    return;
  case Flow::if_then: {
    const LaneMask here = channel_mask(instruction, enabled_lanes(thread, instruction));
    send_away(thread, here & ~channel_mask(instruction, lanes), instruction.first_target);
    thread.next = go_on_or(thread, instruction, instruction.first_target);
    return;
  }
  case Flow::if_else: // channels that arrive here have executed the first part
    send_away(thread, channel_mask(instruction, lanes), instruction.first_target);
    thread.next = go_on_or(thread, instruction, instruction.first_target);
    return;
  case Flow::leave:
    send_away(thread, channel_mask(instruction, lanes), instruction.second_target);
    thread.next = go_on_or(thread, instruction, instruction.first_target);
    return;
  case Flow::call:
    return call(thread, program, instruction, lanes);
  case Flow::give_back:
    return give_back(thread, program, instruction, lanes);
  case Flow::fault:
    throw Fault("an illegal instruction");
  default:
    return;
  }
}

void run_operation(ThreadState& thread, In instruction, LaneMask lanes, const HostRounding& rounding) {
  if (instruction.reads_timestamp) [[unlikely]]
    thread.timestamp = {static_cast<std::uint32_t>(thread.executed), static_cast<std::uint32_t>(thread.executed >> 32),
                        0, 0};
  instruction.execute(thread, instruction, lanes);
  if (instruction.writes_control) [[unlikely]]
    rounding.follow(thread);
}

enum class Watch { nobody, somebody };

template <Watch watch>
Step run_watched(ThreadState& thread, const Program& program, MessageUnit& messages, Budget& budget,
                 std::span<std::uint64_t> counts, Observer* observer, std::int32_t& here) {
  const HostRounding rounding(thread);
  const DecodedInstruction* const code = program.code.data();
  const auto end = static_cast<std::int32_t>(program.code.size());
  for (;;) {
    here = thread.next;
    if (here >= end)
      throw Fault("the thread runs past the last instruction of its code");
    const DecodedInstruction& instruction = code[here];
    if (budget.instructions == 0)
      throw Fault("the budget of instructions is used up: a loop that does not end?");
    --budget.instructions;
    if (instruction.is_target && thread.enabled != thread.dispatched)
      meet(thread, here);
    const LaneMask lanes =
        instruction.predicate_selects ? enabled_lanes(thread, instruction) : active_lanes(thread, instruction);
    if constexpr (watch == Watch::somebody)
      observer->before(thread, here, lanes);
    ++thread.executed;
    if (!counts.empty())
      ++counts[here];
    thread.next = here + 1;
    Step step = Step::go_on;
    switch (instruction.flow) {
    case Flow::compute:
      run_operation(thread, instruction, lanes, rounding);
      break;
    case Flow::nothing:
      break;
    case Flow::send:
      step = messages.send(thread, program.sends[instruction.detail], lanes);
      break;
    case Flow::barrier:
      step = messages.wait_for_barrier(thread, program.barrier_waits[instruction.detail]);
      break;
    default:
      move_on(thread, program, instruction, lanes);
      break;
    }
    if constexpr (watch == Watch::somebody)
      observer->after(thread, here, lanes);
    if (step == Step::go_on) [[likely]]
      continue;
    if (step == Step::again) {
      thread.next = here;
      --thread.executed;
      if (!counts.empty())
        --counts[here];
    }
    thread.has_ended = step == Step::ended;
    return step;
  }
}

} // namespace

void execute_by_channel(ThreadState& thread, In instruction, LaneMask lanes) {
  Values sources[3], result;
  for (int i = 0; i < instruction.source_count; ++i)
    load_source(thread, instruction, instruction.sources[i], sources[i]);
  instruction.compute(instruction, sources, result);
  finish(thread, instruction, result, lanes);
}

Step run(ThreadState& thread, const Program& program, MessageUnit& messages, Budget& budget,
         std::span<std::uint64_t> counts, Observer* observer) {
  std::int32_t here = thread.next;
  try {
    return observer == nullptr
               ? run_watched<Watch::nobody>(thread, program, messages, budget, counts, observer, here)
               : run_watched<Watch::somebody>(thread, program, messages, budget, counts, observer, here);
  } catch (Fault& fault) {
    fault.instruction = here;
    throw;
  }
}

} // namespace xeforge::emulator
