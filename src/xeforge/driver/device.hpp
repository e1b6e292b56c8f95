// The devices' part: machine code and reports, one folder per device.
//
//   a program PROG     PROG.DEVICE/          of one source, or one folder per source and object in it
//   an object DIR/X.o  DIR/X.DEVICE/         which a later link copies to PROG.DEVICE/X/
//   device code only   the folder behind -o  of one device, or one folder per device in it
#pragma once

#include "xeforge/driver/command_line.hpp"
#include "xeforge/driver/layout.hpp"

#include <string>
#include <vector>

namespace xeforge::driver {

// One line for each kernel that was left out, because the device cannot run it. Throws Error with file and line where a
// kernel cannot be compiled, or where no source has a kernel.
std::vector<std::string> make_device_code(const CommandLine& line, const Layout& layout);

} // namespace xeforge::driver
