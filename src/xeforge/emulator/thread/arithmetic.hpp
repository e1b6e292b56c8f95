// What instructions compute, channel by channel. Each family has its own file; decoding looks functions up.
#pragma once

#include "xeforge/emulator/program/operation.hpp"

namespace xeforge::emulator {

// Null if the operation does not belong to the family, or has no meaning for operands of that kind.
DecodedInstruction::Compute integer_compute(Operation operation, const DecodedInstruction& instruction);
DecodedInstruction::Compute float_compute(Operation operation, const DecodedInstruction& instruction);
DecodedInstruction::Compute math_compute(MathFunction function, const DecodedInstruction& instruction);

// Loads the sources, computes and stores the result: the `execute` function for those above.
void execute_by_channel(ThreadState& thread, const DecodedInstruction& instruction, LaneMask lanes);

// Instructions that are more than a function of their channels: select, compare, those with the accumulator or the
// carry, the steps of division and square root, dpas. Null if the operation is none of these.
DecodedInstruction::Execute special_execute(Operation operation, const DecodedInstruction& instruction);
DecodedInstruction::Execute accumulator_execute(Operation operation, const DecodedInstruction& instruction);
DecodedInstruction::Execute macro_execute(Operation operation, MathFunction function);
// Precondition: the operands' types are legal for dpas (decode_matrix.cpp).
DecodedInstruction::Execute matrix_execute(const DecodedInstruction& instruction);

// The frequent shapes of 32-bit instructions, computed without a conversion to Values; null for other instructions.
DecodedInstruction::Execute fast_execute(Operation operation, const DecodedInstruction& instruction);

} // namespace xeforge::emulator
