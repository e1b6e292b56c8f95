// xeforge compile: ESIMD C++ to machine code of an Intel GPU.
#pragma once

#include "xeforge/lab/terminal/command_line.hpp"

namespace xeforge::lab {

void add_compile_command(Command app);

} // namespace xeforge::lab
