// What must hold of everything that reads compiled kernels and reports of them, for any bytes at all.
#pragma once

#include <cstddef>
#include <span>

namespace xeforge::fuzz {

// Each aborts the program where its reader does anything but accept or throw Error, and where what was accepted is not
// consistent:
// a disassembly is explained, its lines and blocks sum up to the kernel, and its report is read as it was written;
void check_disassembly(std::span<const std::byte> bytes);
// kernels of a compiled file lie within it, and its line tables are in order;
void check_zebin(std::span<const std::byte> bytes);
// reports of compile and of explain are read as they were written, and do not differ from themselves.
void check_report(std::span<const std::byte> bytes);

} // namespace xeforge::fuzz
