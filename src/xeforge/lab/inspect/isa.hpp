// xeforge isa: what compiled kernels consist of.
#pragma once

#include "xeforge/toolchain/compile_report.hpp"

#include "xeforge/lab/terminal/command_line.hpp"

#include <string>

namespace xeforge::lab {

// A line on what was compiled for what, then a row for each kernel; as wide as line_width().
std::string kernel_table(const toolchain::CompileReport& report);

void add_isa_command(Command app);

} // namespace xeforge::lab
