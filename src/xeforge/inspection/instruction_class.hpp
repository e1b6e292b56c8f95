// What a single instruction is there for.
#pragma once

#include "xeforge/inspection/instruction_mix.hpp"
#include "xeforge/inspection/throughput_models.hpp"
#include "xeforge/toolchain/binary/disassembly.hpp"

namespace xeforge::inspection {

// By the operands alone. Precondition: the instruction is a move. Never loop_copy.
MoveReason move_reason(const toolchain::Instruction& move);

// A register that an instruction moves into another as it is.
bool is_plain_copy(const toolchain::Instruction& instruction);

// The mix of one instruction; empty for padding. A move gets the reason given.
InstructionMix mix_of(const toolchain::Instruction& instruction, MoveReason reason, const ThroughputModel& model,
                      int register_bytes);
InstructionMix mix_of(const toolchain::Instruction& instruction, const ThroughputModel& model, int register_bytes);

} // namespace xeforge::inspection
