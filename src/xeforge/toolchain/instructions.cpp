#include "xeforge/toolchain/instructions.hpp"

#include "xeforge/toolchain/control_flow.hpp"

#include <algorithm>
#include <utility>

namespace xeforge::toolchain {
namespace {

void count(InstructionCounts& counts, const Instruction& instruction) {
  if (instruction.is_padding())
    return;
  ++counts.instructions;
  ++counts.operations[instruction.operation];
  if (instruction.is_dpas())
    ++counts.dpas;
  else if (instruction.is_send())
    ++counts.sends;
  else if (instruction.is_move())
    ++counts.moves;
  else if (instruction.operation == "math")
    ++counts.math;
  else if (instruction.operation == "sync")
    ++counts.sync;
}

int longest_dpas_run(const CodeBlock& block) {
  int longest = 0, run = 0;
  for (const Instruction& instruction : block.instructions) {
    run = instruction.is_dpas() ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

LoopCode code_of(const Loop& loop, const std::vector<CodeBlock>& blocks) {
  LoopCode code;
  code.label = blocks[loop.head].label;
  code.depth = loop.depth;
  for (const std::size_t index : loop.own_blocks) {
    for (const Instruction& instruction : blocks[index].instructions) {
      count(code.counts, instruction);
      if (std::ranges::binary_search(loop.every_pass, index))
        count(code.every_pass, instruction);
    }
    code.longest_dpas_run = std::max(code.longest_dpas_run, longest_dpas_run(blocks[index]));
  }
  return code;
}

} // namespace

KernelCode analyse_code(const std::vector<CodeBlock>& blocks) {
  KernelCode code;
  for (const CodeBlock& block : blocks)
    for (const Instruction& instruction : block.instructions)
      count(code.counts, instruction);
  for (const Loop& loop : natural_loops(blocks))
    code.loops.push_back(code_of(loop, blocks));
  return code;
}

KernelCode analyse_disassembly(std::string_view disassembly_json) {
  return analyse_code(code_blocks(disassembly_json));
}

const LoopCode* main_loop(const std::vector<LoopCode>& loops) {
  const auto rank = [](const LoopCode& loop) {
    const InstructionCounts& counts = loop.counts;
    return std::pair(counts.dpas, counts.dpas ? -counts.instructions : counts.instructions);
  };
  const auto largest = std::ranges::max_element(loops, {}, rank);
  return largest == loops.end() ? nullptr : &*largest;
}

double others_per_dpas(const LoopCode& loop) {
  return static_cast<double>(loop.every_pass.instructions - loop.every_pass.dpas) / loop.every_pass.dpas;
}

} // namespace xeforge::toolchain
