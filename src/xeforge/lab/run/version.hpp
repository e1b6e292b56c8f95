// What --version says.
#pragma once

#include <string>

namespace xeforge::lab {

// The version, then what the program was built from and by, what it runs on here, and the device tools that it finds.
std::string version_text(const std::string& version);

} // namespace xeforge::lab
