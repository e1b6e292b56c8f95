// What must hold of the readers of bench reports and of the journal for any bytes at all.
#pragma once

#include <cstddef>
#include <span>

namespace xeforge::fuzz {

// Refused with one printable line that names the file; or it can be compared with itself, which shows no difference.
// Aborts the program where this does not hold.
void check_bench(std::span<const std::byte> bytes);

// Refused likewise, with the number of the line; or written again it is read as the same entries.
void check_journal(std::span<const std::byte> bytes);

} // namespace xeforge::fuzz
