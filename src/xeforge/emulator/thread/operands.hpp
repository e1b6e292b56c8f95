// Reads operands from registers and writes results to them.
#pragma once

#include "xeforge/emulator/program/operation.hpp"

namespace xeforge::emulator {

// The address of an operand's first element. Throws Fault if an address register points outside of the register file.
const std::byte* first_element(const ThreadState& thread, const Source& source);
std::byte* first_element(ThreadState& thread, const Destination& destination);

// All channels of a source, with its modifiers.
void load_source(const ThreadState& thread, const DecodedInstruction& instruction, const Source& source,
                 Values& values);

// Saturates, rounds to the destination's type, sets flags, stores the channels of `lanes`. `result` is overwritten.
void finish(ThreadState& thread, const DecodedInstruction& instruction, Values& result, LaneMask lanes);
// The same without flags, for instructions whose condition does not refer to the result.
void finish_value(ThreadState& thread, const DecodedInstruction& instruction, Values& result, LaneMask lanes);

// Sets only the condition's flags.
void set_flags(ThreadState& thread, const DecodedInstruction& instruction, LaneMask values, LaneMask lanes);
inline LaneMask read_flags(const ThreadState& thread, const DecodedInstruction& instruction) {
  return thread.flags[instruction.flag_register] >> instruction.flag_bit & first_lanes(instruction.lanes);
}

// For decoding: null if there is no such conversion.
Source::Load choose_load(const Source& source, Working working);
// `working`: the type of the result, after integers for a float destination were converted.
Destination::Store choose_store(Type type, Working working);
// The type of a result when it is stored.
Working stored_as(Working working, Type type);

} // namespace xeforge::emulator
