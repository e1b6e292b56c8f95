// What a command says while it works: one line on standard error, which the next one replaces. Nothing where nobody
// looks at a terminal.
#pragma once

#include <string>

namespace xeforge::lab {

// Empty: takes the line away.
void show_passing(const std::string& text);
// A line that stays above the passing one.
void show_lasting(const std::string& text);

} // namespace xeforge::lab
