#include "xeforge/emulator/program/decode.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace xeforge::emulator {
namespace {

using toolchain::Operand;

SharedFunction function_named(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, SharedFunction>, 6> names{{{"null", SharedFunction::null},
                                                                              {"gtwy", SharedFunction::gateway},
                                                                              {"ugm", SharedFunction::ugm},
                                                                              {"ugml", SharedFunction::ugml},
                                                                              {"slm", SharedFunction::slm},
                                                                              {"tgm", SharedFunction::tgm}}};
  const auto* found = std::ranges::find(names, name, &std::pair<std::string_view, SharedFunction>::first);
  return found == names.end() ? SharedFunction::other : found->second;
}

Payload payload_of(const Program& program, const Operand& operand) {
  if (operand.file == "null" || operand.kind == Operand::Kind::none)
    return {};
  if (operand.kind != Operand::Kind::payload || operand.file != "r")
    refuse("a message's operand is not whole registers");
  if (operand.number + operand.length > program.registers)
    refuse("a message's operand goes beyond the last register");
  return {static_cast<std::int16_t>(operand.number), static_cast<std::int16_t>(operand.length)};
}

Descriptor descriptor_of(const Operand& operand) {
  Descriptor descriptor;
  if (operand.kind == Operand::Kind::immediate)
    descriptor.value = static_cast<std::uint32_t>(number_of(operand.value));
  else if (operand.kind == Operand::Kind::direct && operand.file == "a" && operand.sub < address_elements / 2)
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
  send.function = function_named(from.function);
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
  send.is_conditional = from.operation == "sendc";
  instruction.flow = Flow::send;
  instruction.detail = static_cast<std::int32_t>(program.sends.size());
  program.sends.push_back(send);
}

// Waits for results and operands only matter for timing: here every instruction is done before the next begins.
void decode_sync(DecodingContext& context, std::int32_t index, DecodedInstruction& instruction) {
  Program& program = context.program;
  const toolchain::Instruction& from = program.instructions[index];
  constexpr std::array for_timing{"nop", "allrd", "allwr", "fence"};
  if (std::ranges::find(for_timing, from.function) != for_timing.end()) {
    instruction.flow = Flow::nothing;
    return;
  }
  if (from.function != "bar")
    refuse("sync." + from.function + " is not known");
  BarrierWait wait;
  wait.instruction = index;
  if (!from.sources.empty() && from.sources[0].file != "null") {
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
      wait.place = static_cast<std::int32_t>(source.place);
    }
  }
  instruction.flow = Flow::barrier;
  instruction.detail = static_cast<std::int32_t>(program.barrier_waits.size());
  program.barrier_waits.push_back(wait);
}

} // namespace xeforge::emulator
