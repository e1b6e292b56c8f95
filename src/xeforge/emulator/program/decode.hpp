// Translates the disassembler's output for the interpreter. Unknown input is refused, never skipped.
#pragma once

#include "xeforge/emulator/program/program.hpp"

#include <map>
#include <string>
#include <string_view>

namespace xeforge::emulator {

// Why one instruction is refused. decode_program() adds its address and text.
struct Refusal {
  std::string reason;
};
[[noreturn]] inline void refuse(std::string reason) { throw Refusal{std::move(reason)}; }

struct DecodingContext {
  Program& program;
  std::map<std::string, std::int32_t> labels; // indices of instructions
};

// All throw Refusal.
DecodedInstruction decode_instruction(DecodingContext& context, std::int32_t index);
// step: bytes from one element of the instruction's destination to the next; 0: it has none in registers.
Source decode_source(DecodingContext& context, const toolchain::Operand& operand, int lanes, int step = 0);
Destination decode_destination(DecodingContext& context, const toolchain::Operand& operand, int lanes);
// Chooses the type in which sources are loaded, and the functions that load and store.
void choose_conversions(DecodedInstruction& instruction, Operation operation);
void decode_matrix(DecodingContext& context, const toolchain::Instruction& from, DecodedInstruction& instruction);
void decode_send(DecodingContext& context, std::int32_t index, DecodedInstruction& instruction);
void decode_sync(DecodingContext& context, std::int32_t index, DecodedInstruction& instruction);
void decode_jump(DecodingContext& context, const toolchain::Instruction& from, DecodedInstruction& instruction);
// A number as the disassembler writes it, "-5" or "0x3F800000". Throws Refusal.
std::uint64_t number_of(std::string_view text);

} // namespace xeforge::emulator
