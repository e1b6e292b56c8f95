// What must hold of the emulator, for any bytes at all.
#pragma once

#include <cstddef>
#include <span>

namespace xeforge::fuzz {

// Each aborts the program where the emulator does anything but accept or throw Error or Fault.
// The disassembler's JSON becomes a program or is refused; a program runs to its end, a fault or its budget.
void check_program(std::span<const std::byte> bytes);
// A description of kernels (.ze_info) makes data for threads or is refused. The first three bytes are groups, items of
// a group and the size of the kernel's object.
void check_launch(std::span<const std::byte> bytes);
// Two descriptors, who gets the message, lanes, then the registers of its operands.
void check_message(std::span<const std::byte> bytes);

} // namespace xeforge::fuzz
