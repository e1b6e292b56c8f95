// What must hold of everything that `xeforge report` reads as JSON, for any bytes at all.
#pragma once

#include <cstddef>
#include <span>

namespace xeforge::fuzz {

// As a report of bench, of roof, of compile or explain and as a journal: refused in the name of the option, or the
// sections made of it become a page without anything of the file's that a browser would run. Aborts the program where
// this does not hold.
void check_page(std::span<const std::byte> bytes);

} // namespace xeforge::fuzz
