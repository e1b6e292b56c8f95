#include "xeforge/emulator/launch/pipes.hpp"

namespace xeforge::emulator {
namespace {

// The type that determines the pipe is that of the result: this follows from the distances that the compiler writes for
// Xe-HPC and Xe2 at conversions and 64-bit integers.
Type result_type(const DecodedInstruction& instruction) {
  return instruction.destination.type == Type::none && instruction.source_count > 0 ? instruction.sources[0].type
                                                                                    : instruction.destination.type;
}

} // namespace

InstructionPipe pipe_of(const Program& program, std::int32_t index) {
  const DecodedInstruction& instruction = program.code[static_cast<std::size_t>(index)];
  const toolchain::Instruction& text = program.instructions[static_cast<std::size_t>(index)];
  if (instruction.flow == Flow::send || text.is_dpas())
    return InstructionPipe::out_of_order;
  if (instruction.flow == Flow::nothing || instruction.flow == Flow::barrier || instruction.flow == Flow::fault)
    return InstructionPipe::none;
  if (instruction.flow != Flow::compute)
    return InstructionPipe::integers;
  // On Xe-HPG the extended math unit is out of order.
  if (text.operation == Operation::math)
    return program.platform == Platform::xehpg ? InstructionPipe::out_of_order : InstructionPipe::math;
  const Type type = result_type(instruction);
  return type == Type::df ? InstructionPipe::longs
         : is_float(type) ? InstructionPipe::floats
                          : InstructionPipe::integers;
}

} // namespace xeforge::emulator
