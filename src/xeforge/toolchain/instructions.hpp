// Counts of what a kernel's machine code consists of, from the disassembler's JSON.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace xeforge::toolchain {

struct InstructionCounts {
  int instructions = 0; // all but nop and padding
  int dpas = 0;
  int sends = 0; // messages: memory, barriers, the end of the thread
  int moves = 0;
  int math = 0;                          // the extended math unit
  int sync = 0;                          // waits that no other instruction could carry
  std::map<std::string, int> operations; // by mnemonic
};

// Throws Error where the text is not the disassembler's JSON.
InstructionCounts count_instructions(std::string_view disassembly_json);

} // namespace xeforge::toolchain
