// A kernel's machine code, decoded once for the interpreter.
#pragma once

#include "xeforge/emulator/program/operation.hpp"
#include "xeforge/toolchain/binary/disassembly.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace xeforge::emulator {

struct Program {
  Platform platform = Platform::xe2;
  int register_bytes = 64, registers = 256;
  std::vector<DecodedInstruction> code;             // what run() executes
  std::vector<toolchain::Instruction> instructions; // the same, as the disassembler reads it: for messages and reports
  std::vector<std::string> texts;                   // the line of each in the disassembly
  std::vector<DecodedSend> sends;
  std::vector<BarrierWait> barrier_waits;
  // Immediates, an element for each channel. Operands point to them: the program may be moved, but not copied.
  std::deque<std::array<std::byte, 8 * most_lanes>> constants;

  Program() = default;
  Program(Program&&) = default;
  Program& operator=(Program&&) = default;
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  std::uint32_t address(std::int32_t instruction) const { return instructions[instruction].offset; }
};

} // namespace xeforge::emulator
