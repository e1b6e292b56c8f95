// Commands over several ranks are the work of a program of its own, which links MPI.
#pragma once

#include <string>
#include <vector>

namespace xeforge::lab {

// Goes on as that program, with the same words. Throws Error where it was not built, and where devices are named, which
// ranks do not run on.
[[noreturn]] void become_program_of_ranks(const std::string& devices);

// The same before the words are read, where they say --ranks and that program is there: what is wrong with the words of one
// rank is then said to all. Comes back where they ask for help, or name a device.
void become_program_of_ranks_if_asked(const std::vector<std::string>& words);

} // namespace xeforge::lab
