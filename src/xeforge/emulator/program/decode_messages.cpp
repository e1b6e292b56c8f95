#include "xeforge/emulator/program/decode.hpp"

namespace xeforge::emulator {
namespace {

using toolchain::Operand;
using toolchain::OperandFile;

Payload payload_of(const Program& program, const Operand& operand) {
  if (operand.file == OperandFile::null || operand.kind == Operand::Kind::none)
    return {};
  if (operand.kind != Operand::Kind::payload || operand.file != OperandFile::general)
    refuse("a message's operand is not whole registers");
  if (operand.number + operand.length > program.registers)
    refuse("a message's operand goes beyond the last register");
  return {static_cast<std::int16_t>(operand.number), static_cast<std::int16_t>(operand.length)};
}

Descriptor descriptor_of(const Operand& operand) {
  Descriptor descriptor;
  if (operand.kind == Operand::Kind::immediate)
    descriptor.value = static_cast<std::uint32_t>(number_of(operand.value));
  else if (operand.kind == Operand::Kind::direct && operand.file == OperandFile::address &&
           operand.sub < address_elements / 2)
    descriptor.address_word = static_cast<std::int8_t>(operand.sub);
  else
    refuse("a descriptor is neither a number nor in a0");
  return descriptor;
}

} // namespace

void decode_send(DecodingContext& context, std::int32_t index, DecodedInstruction& instruction) {
  Program& program = context.program;
  const toolchain::Instruction& from = program.instructions[index];
  // Address, data if there are any, extended descriptor, descriptor.
  if (from.sources.size() < 3 || from.sources.size() > 4)
    refuse("a message with " + std::to_string(from.sources.size()) + " operands");
  DecodedSend send;
  send.instruction = index;
  send.function = from.shared_function;
  send.descriptor = descriptor_of(from.sources.back());
  send.extended = descriptor_of(from.sources[from.sources.size() - 2]);
  send.destination = payload_of(program, from.destination);
  send.address = payload_of(program, from.sources.front());
  if (from.sources.size() == 4)
    send.data = payload_of(program, from.sources[1]);
  send.lanes = from.lanes;
  send.channel_offset = from.first_channel;
  send.ends_thread = from.ends_thread;
  send.is_unmasked = from.is_unmasked;
  send.is_conditional = from.operation == Operation::sendc;
  instruction.flow = Flow::send;
  instruction.detail = static_cast<std::int32_t>(program.sends.size());
  program.sends.push_back(send);
}

// Waits for results and operands only matter for timing: here every instruction is done before the next begins.
void decode_sync(DecodingContext& context, std::int32_t index, DecodedInstruction& instruction) {
  Program& program = context.program;
  const toolchain::Instruction& from = program.instructions[index];
  switch (from.sync_function) {
  case SyncFunction::nop:
  case SyncFunction::allrd:
  case SyncFunction::allwr:
  case SyncFunction::fence:
    instruction.flow = Flow::nothing;
    return;
  case SyncFunction::bar:
    break;
  case SyncFunction::none:
  case SyncFunction::host:
    refuse("sync." + std::string(name_of(from.sync_function)) + " is not known");
  }
  BarrierWait wait;
  wait.instruction = index;
  if (!from.sources.empty() && from.sources[0].file != OperandFile::null) {
    const Operand& operand = from.sources[0];
    wait.is_named = true;
    if (operand.kind == Operand::Kind::immediate) {
      wait.name = static_cast<std::uint32_t>(number_of(operand.value));
    } else {
      Operand name = operand;
      name.has_region = true;
      const Source source = decode_source(context, name, 1);
      if (source.kind != Source::Kind::direct)
        refuse("the barrier's name is in an indirect register");
      wait.byte_offset = static_cast<std::int32_t>(source.byte_offset);
    }
  }
  instruction.flow = Flow::barrier;
  instruction.detail = static_cast<std::int32_t>(program.barrier_waits.size());
  program.barrier_waits.push_back(wait);
}

} // namespace xeforge::emulator
