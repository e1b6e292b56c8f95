// A kernel's machine code, decoded once into what the interpreter runs.
#pragma once

#include "xeforge/emulator/operation.hpp"
#include "xeforge/toolchain/disassembly.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace xeforge::emulator {

// The disassembler's two views of one kernel's code, made with the options that lose nothing
// (toolchain/machine_code.hpp).
struct Listing {
  std::string_view json, text;
};

struct Program {
  std::string platform; // "xe2", "xe3", "xehpc", "xehpg"
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

// `registers`: how many the kernel was compiled for: 128 or 256, on Xe3 any multiple of 32 up to 256. Throws Error,
// with address and text, for what the interpreter does not execute, and for operands outside of the register file.
Program decode_program(std::string_view platform, int registers, const Listing& listing);

} // namespace xeforge::emulator
