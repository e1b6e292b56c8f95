#include "xeforge/toolchain/instructions.hpp"

#include "xeforge/toolchain/control_flow.hpp"

#include "xeforge/base/error.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace xeforge::toolchain {
namespace {

// Code ends in a pad of zero words, which read as "illegal".
bool is_padding(std::string_view operation) { return operation == "nop" || operation == "illegal"; }
bool is_dpas(std::string_view operation) { return operation.starts_with("dpas"); }

void count(InstructionCounts& counts, const std::string& operation) {
  if (is_padding(operation))
    return;
  ++counts.instructions;
  ++counts.operations[operation];
  if (is_dpas(operation))
    ++counts.dpas;
  else if (operation.starts_with("send"))
    ++counts.sends;
  else if (operation == "mov" || operation == "movi")
    ++counts.moves;
  else if (operation == "math")
    ++counts.math;
  else if (operation == "sync")
    ++counts.sync;
}

int longest_dpas_run(const CodeBlock& block) {
  int longest = 0, run = 0;
  for (const std::string& operation : block.operations) {
    run = is_dpas(operation) ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

LoopCode code_of(const Loop& loop, const std::vector<CodeBlock>& blocks) {
  LoopCode code;
  code.label = blocks[loop.head].label;
  code.depth = loop.depth;
  for (const std::size_t index : loop.own_blocks) {
    for (const std::string& operation : blocks[index].operations) {
      count(code.counts, operation);
      if (std::ranges::binary_search(loop.every_pass, index))
        count(code.every_pass, operation);
    }
    code.longest_dpas_run = std::max(code.longest_dpas_run, longest_dpas_run(blocks[index]));
  }
  return code;
}

} // namespace

KernelCode analyse_disassembly(std::string_view disassembly_json) {
  try {
    const std::vector<CodeBlock> blocks = code_blocks(disassembly_json);
    KernelCode code;
    for (const CodeBlock& block : blocks)
      for (const std::string& operation : block.operations)
        count(code.counts, operation);
    for (const Loop& loop : natural_loops(blocks))
      code.loops.push_back(code_of(loop, blocks));
    return code;
  } catch (const nlohmann::json::exception& problem) {
    throw Error("disassembly", "'" + std::string(problem.what()) + "'", "the disassembler's JSON");
  }
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
