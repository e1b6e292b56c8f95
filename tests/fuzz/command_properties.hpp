// What must hold of the command line of xeforge-cxx for any words and any response file.
#pragma once

#include <cstddef>
#include <span>

namespace xeforge::fuzz {

// The bytes up to the first 0 are a response file, the others words behind it, each up to the next 0. The command line
// is refused with an Error, or read twice as the same; its sources and objects are words of it. Aborts the program
// where this does not hold.
void check_command(std::span<const std::byte> bytes);

} // namespace xeforge::fuzz
