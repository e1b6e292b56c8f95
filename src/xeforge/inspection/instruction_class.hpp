// What a single instruction is there for.
#pragma once

#include "xeforge/inspection/instruction_mix.hpp"
#include "xeforge/inspection/throughput_models.hpp"
#include "xeforge/toolchain/disassembly.hpp"

#include <string_view>

namespace xeforge::inspection {

// Why a move is there, by its operands alone.
enum class MoveReason {
  immediate,  // a constant into a register
  blend,      // into the lanes where a mask is on
  conversion, // to another type
  pairs,      // puts 16-bit (8-bit) values side by side in 32 bits, as dpas takes its B operand
  strided,    // elements that lie apart, or from such
  broadcast,  // one element into all
  copy,       // as it is
  loop_copy,  // a copy at the end of a pass into what the next pass reads; only the surroundings tell
  special     // flags, accumulators, addresses
};
std::string_view name_of(MoveReason reason);
// Precondition: the instruction is a move. Never loop_copy.
MoveReason move_reason(const toolchain::Instruction& move);

// A register that an instruction moves into another as it is.
bool is_plain_copy(const toolchain::Instruction& instruction);

// The mix of one instruction; empty for padding. A move gets the reason given.
InstructionMix mix_of(const toolchain::Instruction& instruction, MoveReason reason, const ThroughputModel& model,
                      int register_bytes);
InstructionMix mix_of(const toolchain::Instruction& instruction, const ThroughputModel& model, int register_bytes);

} // namespace xeforge::inspection
