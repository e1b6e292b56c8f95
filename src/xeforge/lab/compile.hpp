// xeforge compile: ESIMD C++ to machine code of an Intel GPU.
#pragma once

#include <CLI/CLI.hpp>

namespace xeforge::lab {

void add_compile_command(CLI::App& app);

} // namespace xeforge::lab
