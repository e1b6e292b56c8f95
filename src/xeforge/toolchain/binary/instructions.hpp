// What a kernel's machine code consists of, from the disassembler's JSON: counts of the whole, and of each loop.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace xeforge::toolchain {

struct InstructionCounts {
  int instructions = 0; // all but nop and padding
  int dpas = 0;
  int sends = 0; // messages: memory, barriers, the end of the thread
  int moves = 0;
  int math = 0; // the extended math unit
  int sync = 0; // waits that no other instruction could carry
  // By mnemonic: text, as PTX is counted too, and reports of other versions are read.
  std::map<std::string, int> operations;
};

// A natural loop: the blocks from which control comes back to `label` without leaving. Blocks of loops inside it belong
// to those.
struct LoopCode {
  std::string label; // where it begins, as in the disassembly
  int depth = 1;     // 1: in no other loop
  InstructionCounts counts;
  InstructionCounts every_iteration; // without the blocks that an iteration may go around
  // The way through the loop with the most dpas, of several that with the most instructions: what an iteration does where the
  // conditions in it hold, as in all but the last iteration of a pipeline written with "if (i + 1 < n)".
  InstructionCounts fullest_iteration;
  int longest_dpas_run = 0; // dpas one after another, nothing between
};

struct KernelCode {
  InstructionCounts counts;
  std::vector<LoopCode> loops; // in the order of their labels
};

struct CodeBlock;
KernelCode analyse_code(const std::vector<CodeBlock>& blocks);

// Throws Error where the text is not the disassembler's JSON.
KernelCode analyse_disassembly(std::string_view disassembly_json);

// The loop with the most dpas, of several the one with the fewest other instructions: kernels treat edges in loops of
// their own. Where there is no dpas, the loop with the most instructions. Null without loops.
const LoopCode* main_loop(const std::vector<LoopCode>& loops);

// Instructions that are no dpas, per dpas. Precondition: there is a dpas.
double others_per_dpas(const InstructionCounts& iteration);

} // namespace xeforge::toolchain
