// Which general registers instructions read and write, and how many hold a value that is read later.
#pragma once

#include "xeforge/toolchain/binary/control_flow.hpp"

#include <bitset>
#include <vector>

namespace xeforge::inspection {

using RegisterSet = std::bitset<256>;

struct RegisterUse {
  RegisterSet read, written;
  RegisterSet replaced; // of the written ones: those of which nothing of the old value is left
};

// Registers reached through an address register are not known and left out.
RegisterUse register_use(const toolchain::Instruction& instruction, int register_bytes);

struct BlockLiveness {
  RegisterSet at_start, at_end; // values that are read later
  int most_live = 0;            // between any two instructions of the block
};

// A register that is only ever written in pieces counts as live before them, too: an estimate from above.
std::vector<BlockLiveness> live_registers(const std::vector<toolchain::CodeBlock>& blocks, int register_bytes);

} // namespace xeforge::inspection
