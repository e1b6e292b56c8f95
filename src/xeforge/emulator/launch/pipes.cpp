#include "xeforge/emulator/launch/pipes.hpp"

#include <algorithm>

namespace xeforge::emulator {
namespace {

// Integers of 64 bits are the integer pipe's: the distances that the compiler writes for Xe-HPC say so.
bool is_long(Type type) { return type == Type::df; }

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
  // Of Xe-HPG the extended math unit answers when it likes.
  if (text.operation == "math")
    return program.platform == "xehpg" ? InstructionPipe::out_of_order : InstructionPipe::math;
  const auto* const end = instruction.sources.begin() + instruction.source_count;
  if (is_long(instruction.destination.type) ||
      std::any_of(instruction.sources.begin(), end, [](const Source& source) { return is_long(source.type); }))
    return InstructionPipe::longs;
  return is_float(instruction.destination.type) ? InstructionPipe::floats : InstructionPipe::integers;
}

InstructionPipe pipe_named(char letter) {
  switch (letter) {
  case 'F':
    return InstructionPipe::floats;
  case 'I':
    return InstructionPipe::integers;
  case 'L':
    return InstructionPipe::longs;
  case 'M':
    return InstructionPipe::math;
  default:
    return InstructionPipe::none;
  }
}

} // namespace xeforge::emulator
