// The host's part: clang++ with the project's headers, the best instruction set of this machine, and the runtime.
#pragma once

#include "xeforge/driver/command_line.hpp"
#include "xeforge/driver/layout.hpp"
#include "xeforge/toolchain/process.hpp"

namespace xeforge::driver {

toolchain::Command host_command(const CommandLine& line, const Layout& layout);

} // namespace xeforge::driver
