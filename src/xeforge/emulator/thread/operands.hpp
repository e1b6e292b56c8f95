// How operands come out of registers and results go into them.
#pragma once

#include "xeforge/emulator/program/operation.hpp"

namespace xeforge::emulator {

// How the code addresses where an operand's first element is. Throws Fault where an address register leads outside of
// the register file.
const std::byte* first_element(const ThreadState& thread, const Source& source);
std::byte* first_element(ThreadState& thread, const Destination& destination);

// All channels of a source, with its modifiers.
void load_source(const ThreadState& thread, const DecodedInstruction& instruction, const Source& source,
                 Values& values);

// Saturates, rounds to the destination's type, sets flags, stores the channels of `lanes`. `result` is used up.
void finish(ThreadState& thread, const DecodedInstruction& instruction, Values& result, LaneMask lanes);
// The same for instructions whose condition is not about the result: no flags.
void finish_value(ThreadState& thread, const DecodedInstruction& instruction, Values& result, LaneMask lanes);

// The condition's flags alone.
void set_flags(ThreadState& thread, const DecodedInstruction& instruction, LaneMask values, LaneMask lanes);
inline LaneMask read_flags(const ThreadState& thread, const DecodedInstruction& instruction) {
  return thread.flags[instruction.flag_register] >> instruction.flag_bit & first_lanes(instruction.lanes);
}

// For decoding: null where there is no such conversion.
Source::Load choose_load(const Source& source, Working working);
// `working` is what the result is in, after integers that go to a float type became one.
Destination::Store choose_store(Type type, Working working);
// What a result is in when it is stored.
Working stored_as(Working working, Type type);

} // namespace xeforge::emulator
