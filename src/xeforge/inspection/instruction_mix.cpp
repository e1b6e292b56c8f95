#include "xeforge/inspection/instruction_mix.hpp"

#include <algorithm>

namespace xeforge::inspection {
namespace {

template <class Map>
typename Map::mapped_type value_or_zero(const Map& map, typename Map::key_type key) {
  const auto found = map.find(key);
  return found == map.end() ? typename Map::mapped_type{} : found->second;
}

} // namespace

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

int InstructionMix::moves_for(MoveReason reason) const { return value_or_zero(moves_by_reason, reason); }
Traffic InstructionMix::traffic_of(MessageKind kind) const { return value_or_zero(messages_by_kind, kind); }
double InstructionMix::cycles_of(Pipe pipe) const { return value_or_zero(pipe_cycles, pipe); }

} // namespace xeforge::inspection
