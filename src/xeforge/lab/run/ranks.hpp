// Commands over several ranks are the work of a program of its own, which links MPI.
#pragma once

#include <string>

namespace xeforge::lab {

// Goes on as that program, with the same words. Throws Error where it was not built, and where devices are named, which
// ranks do not run on.
[[noreturn]] void become_program_of_ranks(const std::string& devices);

} // namespace xeforge::lab
