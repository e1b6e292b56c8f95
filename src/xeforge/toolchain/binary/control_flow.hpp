// Basic blocks and loops of a kernel's machine code.
#pragma once

#include "xeforge/toolchain/binary/disassembly.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace xeforge::toolchain {

struct CodeBlock {
  std::string label; // as in the text of the disassembly; empty for code before any label
  std::vector<Instruction> instructions;
  std::vector<std::size_t> successors; // indices of blocks
};

// Throws Error where the text is not the disassembler's JSON or a jump leads nowhere.
std::vector<CodeBlock> code_blocks(std::string_view disassembly_json);

struct Loop {
  std::size_t head = 0;                     // where it is entered
  int depth = 1;                            // 1: in no other loop
  std::vector<std::size_t> body;            // ascending; with those of the loops inside it
  std::vector<std::size_t> own_blocks;      // of them, ascending: not those of the loops inside it
  std::vector<std::size_t> every_iteration; // of them, ascending: those on each way from the head back to it
};

// In the order of their heads. Blocks stand in the order of their addresses, so a jump back is one to an earlier block
// or the block itself.
std::vector<Loop> natural_loops(const std::vector<CodeBlock>& blocks);

} // namespace xeforge::toolchain
