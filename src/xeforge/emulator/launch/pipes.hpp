// The hardware pipe of an instruction, as the scoreboard's annotations count them: instructions of one pipe end in
// order, those of different pipes in any order.
#pragma once

#include "xeforge/emulator/program/program.hpp"

namespace xeforge::emulator {

enum class InstructionPipe : std::uint8_t {
  floats,       // F
  integers,     // I; jumps count here too
  longs,        // L: doubles; on Xe-HPC integers of 64 bits too
  math,         // M
  out_of_order, // messages and dpas: identified by a token
  none          // waits
};
constexpr int in_order_pipes = 4;

InstructionPipe pipe_of(const Program& program, std::int32_t instruction);

} // namespace xeforge::emulator
