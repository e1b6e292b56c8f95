#include "xeforge/inspection/instruction_mix.hpp"

#include <algorithm>

namespace xeforge::inspection {

void InstructionMix::add(const InstructionMix& other_mix) {
  instructions += other_mix.instructions;
  dpas += other_mix.dpas;
  sends += other_mix.sends;
  moves += other_mix.moves;
  math += other_mix.math;
  arithmetic += other_mix.arithmetic;
  control += other_mix.control;
  sync += other_mix.sync;
  other += other_mix.other;
  for (const auto& [reason, count] : other_mix.moves_by_reason)
    moves_by_reason[reason] += count;
  for (const auto& [kind, traffic] : other_mix.messages_by_kind) {
    Traffic& sum = messages_by_kind[kind];
    sum.messages += traffic.messages;
    sum.bytes_read += traffic.bytes_read;
    sum.bytes_written += traffic.bytes_written;
  }
  waits.for_results += other_mix.waits.for_results;
  waits.for_operands += other_mix.waits.for_operands;
  issue_cycles += other_mix.issue_cycles;
  for (const auto& [pipe, cycles] : other_mix.pipe_cycles)
    pipe_cycles[pipe] += cycles;
}

double InstructionMix::bound_cycles() const {
  double bound = issue_cycles;
  for (const auto& [pipe, cycles] : pipe_cycles)
    bound = std::max(bound, cycles);
  return bound;
}

double InstructionMix::cycles_of(const std::string& pipe) const {
  const auto found = pipe_cycles.find(pipe);
  return found == pipe_cycles.end() ? 0 : found->second;
}

} // namespace xeforge::inspection
