#include "xeforge/toolchain/binary/instructions.hpp"

#include "xeforge/toolchain/binary/control_flow.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <ranges>
#include <utility>

namespace xeforge::toolchain {
namespace {

void count(InstructionCounts& counts, const Instruction& instruction) {
  if (instruction.is_padding())
    return;
  ++counts.instructions;
  ++counts.operations[std::string(instruction.mnemonic())];
  if (instruction.is_dpas())
    ++counts.dpas;
  else if (instruction.is_send())
    ++counts.sends;
  else if (instruction.is_move())
    ++counts.moves;
  else if (instruction.operation == Operation::math)
    ++counts.math;
  else if (instruction.operation == Operation::sync)
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

InstructionCounts counts_of(const CodeBlock& block) {
  InstructionCounts counts;
  for (const Instruction& instruction : block.instructions)
    count(counts, instruction);
  return counts;
}

// Blocks stand in the order of their addresses, and what jumps back is a loop of its own: forward edges have no circle.
InstructionCounts fullest_iteration(const Loop& loop, const std::vector<CodeBlock>& blocks) {
  using Weight = std::pair<int, int>;                         // dpas, instructions
  std::map<std::size_t, std::pair<Weight, std::size_t>> best; // of the ways from a block on: weight, the next block
  constexpr std::size_t end = std::numeric_limits<std::size_t>::max();
  const auto is_own = [&](std::size_t block) { return std::ranges::binary_search(loop.own_blocks, block); };
  for (const std::size_t index : loop.body | std::views::reverse) {
    std::pair<Weight, std::size_t> way{{0, 0}, end};
    for (const std::size_t next : blocks[index].successors)
      if (next > index && best.contains(next))
        way = std::max(way, std::pair(best.at(next).first, next),
                       [](const auto& a, const auto& b) { return a.first < b.first; });
    if (is_own(index)) {
      const InstructionCounts own = counts_of(blocks[index]);
      way.first.first += own.dpas;
      way.first.second += own.instructions;
    }
    best.emplace(index, way);
  }
  InstructionCounts counts;
  for (std::size_t block = loop.head; block != end; block = best.at(block).second)
    if (is_own(block))
      for (const Instruction& instruction : blocks[block].instructions)
        count(counts, instruction);
  return counts;
}

LoopCode code_of(const Loop& loop, const std::vector<CodeBlock>& blocks) {
  LoopCode code;
  code.label = blocks[loop.head].label;
  code.depth = loop.depth;
  for (const std::size_t index : loop.own_blocks) {
    for (const Instruction& instruction : blocks[index].instructions) {
      count(code.counts, instruction);
      if (std::ranges::binary_search(loop.every_iteration, index))
        count(code.every_iteration, instruction);
    }
    code.longest_dpas_run = std::max(code.longest_dpas_run, longest_dpas_run(blocks[index]));
  }
  code.fullest_iteration = fullest_iteration(loop, blocks);
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

double others_per_dpas(const InstructionCounts& iteration) {
  return static_cast<double>(iteration.instructions - iteration.dpas) / iteration.dpas;
}

} // namespace xeforge::toolchain
