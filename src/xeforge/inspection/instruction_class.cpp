#include "xeforge/inspection/instruction_class.hpp"

#include "xeforge/toolchain/binary/messages.hpp"

namespace xeforge::inspection {
namespace {

using toolchain::ElementType;
using toolchain::Instruction;
using toolchain::Operand;
using toolchain::Operation;

enum class NumberKind { integer, half, bfloat, floating };

NumberKind number_kind(ElementType type) {
  switch (type) {
  case ElementType::hf:
    return NumberKind::half;
  case ElementType::bf:
    return NumberKind::bfloat;
  default:
    return is_float(type) ? NumberKind::floating : NumberKind::integer;
  }
}

bool converts(const Operand& from, const Operand& to) {
  return bytes_of(from.type) != bytes_of(to.type) || number_kind(from.type) != number_kind(to.type);
}

bool is_scalar(const Operand& source) {
  return source.region.vertical == 0 && source.region.width == 1 && source.region.horizontal == 0;
}

bool is_contiguous(const Operand& source) {
  const toolchain::OperandRegion& region = source.region;
  if (region.width == 1)
    return region.vertical == 1;
  return region.horizontal == 1 && region.vertical == region.width;
}

// To every second word, every fourth byte: half of a pair. Or from two rows at once: <1;2,16>.
bool builds_pairs(const Instruction& move) {
  const Operand& source = move.sources.front();
  const int bytes = bytes_of(move.destination.type);
  if (move.lanes < 8 || bytes > 2 || bytes == 0)
    return false;
  if (move.destination.region.horizontal * bytes == 4)
    return is_contiguous(source);
  return move.destination.region.horizontal == 1 && source.region.width == 4 / bytes &&
         source.region.horizontal >= move.lanes / source.region.width && source.region.vertical == 1;
}

void count_kind(InstructionMix& mix, const Instruction& instruction, MoveReason reason, Pipe pipe, int register_bytes) {
  if (instruction.is_dpas())
    mix.dpas = 1;
  else if (instruction.is_send()) {
    mix.sends = 1;
    const toolchain::Message message = toolchain::read_message(instruction, register_bytes);
    mix.messages_by_kind[message.kind] = {1, message.bytes_read, message.bytes_written};
  } else if (instruction.is_move()) {
    mix.moves = 1;
    mix.moves_by_reason[reason] = 1;
  } else if (instruction.operation == Operation::math)
    mix.math = 1;
  else if (instruction.operation == Operation::sync)
    mix.sync = 1;
  else if (pipe == Pipe::control)
    mix.control = 1;
  else if (instruction.operation == Operation::other)
    mix.other = 1;
  else
    mix.arithmetic = 1;
}

} // namespace

MoveReason move_reason(const Instruction& move) {
  if (move.sources.empty())
    return MoveReason::special;
  const Operand& source = move.sources.front();
  const Operand& destination = move.destination;
  if (!destination.is_general())
    return MoveReason::special;
  if (move.is_predicated && !(source.is_general() && converts(source, destination)))
    return MoveReason::blend;
  if (source.kind == Operand::Kind::immediate)
    return MoveReason::immediate;
  if (source.kind == Operand::Kind::indirect)
    return MoveReason::strided;
  if (!source.is_general())
    return MoveReason::special;
  if (converts(source, destination))
    return MoveReason::conversion;
  if (builds_pairs(move))
    return MoveReason::pairs;
  if (move.lanes > 1 && is_scalar(source))
    return MoveReason::broadcast;
  if (move.lanes > 1 && (destination.region.horizontal != 1 || !is_contiguous(source)))
    return MoveReason::strided;
  return MoveReason::copy;
}

bool is_plain_copy(const Instruction& instruction) {
  return instruction.is_move() && move_reason(instruction) == MoveReason::copy;
}

InstructionMix mix_of(const Instruction& instruction, MoveReason reason, const ThroughputModel& model,
                      int register_bytes) {
  InstructionMix mix;
  if (instruction.is_padding())
    return mix;
  const Cost cost = cost_of(instruction, model);
  mix.instructions = 1;
  mix.issue_cycles = cost.issue_cycles;
  mix.pipe_cycles[cost.pipe] = cost.pipe_cycles;
  count_kind(mix, instruction, reason, cost.pipe, register_bytes);
  if (instruction.token) {
    using Role = toolchain::ScoreboardToken::Role;
    mix.waits.for_results = instruction.token->role == Role::waits_for_result;
    mix.waits.for_operands = instruction.token->role == Role::waits_for_operands;
  }
  return mix;
}

InstructionMix mix_of(const Instruction& instruction, const ThroughputModel& model, int register_bytes) {
  const MoveReason reason = instruction.is_move() ? move_reason(instruction) : MoveReason::special;
  return mix_of(instruction, reason, model, register_bytes);
}

} // namespace xeforge::inspection
