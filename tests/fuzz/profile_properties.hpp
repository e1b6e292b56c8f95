// What must hold of the readers of profilers' exports for any bytes at all.
#pragma once

#include <cstddef>
#include <span>

namespace xeforge::fuzz {

// The reader either refuses with one printable line that begins with the file, or returns kernels with finite numbers,
// none of the times negative, the longest first. Aborts the program where this does not hold.
void check_profile(std::span<const std::byte> bytes);

} // namespace xeforge::fuzz
