// What must hold of the driver's reading of command lines for any bytes at all.
#pragma once

#include <cstddef>
#include <span>

namespace xeforge::fuzz {

// A file of words: refused with a message that can be shown in one line; or its words, written as a file again, are
// read as the same, and as a command line they are understood or refused likewise. Aborts the program where this does
// not hold.
void check_command_line(std::span<const std::byte> bytes);

// What clang prints of its jobs: each is refused likewise, or becomes settings for the device's compiler.
void check_front_end_jobs(std::span<const std::byte> bytes);

} // namespace xeforge::fuzz
