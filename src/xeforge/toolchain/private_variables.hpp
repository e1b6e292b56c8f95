// Variables outside of functions that each hardware thread has to itself. The C++ compiler calls them thread-local and
// puts them into global memory; the vector compiler wants them in private memory, from where it moves them to
// registers. Vectors whose section is named "xeforge.register.N", N being a number or anything with an annotation that
// has the number, get the registers that begin at byte N of the
// register file: the vector compiler heeds that where they are read and written by intrinsics of their own.
#pragma once

#include <string>
#include <vector>

namespace xeforge::toolchain {

// Rewrites a module's lines; gives the lines that have to stand at its end, which are attributes that must stay as they
// are. Throws Error where a variable cannot be private.
std::vector<std::string> make_thread_locals_private(std::vector<std::string>& lines);

} // namespace xeforge::toolchain
