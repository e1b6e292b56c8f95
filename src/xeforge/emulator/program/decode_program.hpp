// From the disassembly of a kernel to a program.
#pragma once

#include "xeforge/emulator/program/program.hpp"

#include <string_view>

namespace xeforge::emulator {

// The disassembler's two views of one kernel's code, made with the options that lose nothing
// (toolchain/binary/machine_code.hpp).
struct Listing {
  std::string_view json, text;
};

// `registers`: how many the kernel was compiled for: 128 or 256, on Xe3 any multiple of 32 up to 256. Throws Error,
// with address and text, for what the interpreter does not execute, and for operands outside of the register file.
Program decode_program(std::string_view platform, int registers, const Listing& listing);

} // namespace xeforge::emulator
