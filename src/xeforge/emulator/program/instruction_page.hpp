// docs/instruction-set.md, from the table of instructions.
#pragma once

#include <string>

namespace xeforge::emulator {

std::string instruction_page();

} // namespace xeforge::emulator
