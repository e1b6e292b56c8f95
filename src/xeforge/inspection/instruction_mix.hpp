// What a piece of machine code consists of: instructions by what they do, moves by why they are there, messages by what
// they carry, waits, and how long each pipe is busy with it.
#pragma once

#include "xeforge/inspection/throughput_models.hpp"
#include "xeforge/toolchain/binary/messages.hpp"

#include <cstdint>
#include <map>
#include <string_view>

namespace xeforge::inspection {

using toolchain::MessageKind;

// Why a move is there.
enum class MoveReason {
  immediate,  // a constant into a register
  blend,      // into the lanes where a mask is on
  conversion, // to another type
  pairs,      // puts 16-bit (8-bit) values side by side in 32 bits, as dpas takes its B operand
  strided,    // elements that lie apart, or from such
  broadcast,  // one element into all
  copy,       // as it is
  loop_copy,  // a copy at the end of an iteration into what the next iteration reads; only the surroundings tell
  special     // flags, accumulators, addresses
};
// As reports name them.
inline constexpr base::Names<MoveReason::special> move_reason_names{{{MoveReason::immediate, "immediate"},
                                                                     {MoveReason::blend, "blend"},
                                                                     {MoveReason::conversion, "conversion"},
                                                                     {MoveReason::pairs, "pairs"},
                                                                     {MoveReason::strided, "strided"},
                                                                     {MoveReason::broadcast, "broadcast"},
                                                                     {MoveReason::copy, "copy"},
                                                                     {MoveReason::loop_copy, "loop copy"},
                                                                     {MoveReason::special, "special"}}};
constexpr std::string_view name_of(MoveReason reason) { return move_reason_names.of(reason); }

// Reports and tables list kinds in the order of their names.
struct ByName {
  template <class Kind>
  bool operator()(Kind one, Kind other) const {
    return name_of(one) < name_of(other);
  }
};

struct Traffic {
  int messages = 0;
  std::uint64_t bytes_read = 0, bytes_written = 0; // as far as the descriptor tells

  friend bool operator==(const Traffic&, const Traffic&) = default;
};

// Instructions that wait for messages, math or dpas by a token of the scoreboard.
struct Waits {
  int for_results = 0;  // $n.dst
  int for_operands = 0; // $n.src: until the operands have been read

  friend bool operator==(const Waits&, const Waits&) = default;
};

struct InstructionMix {
  int instructions = 0; // all but nop and padding; the sum of the next eight
  int dpas = 0;
  int sends = 0;
  int moves = 0;
  int math = 0;
  int arithmetic = 0; // of numbers, bits and predicates
  int control = 0;    // jumps, calls
  int sync = 0;       // waits that no other instruction could carry
  int other = 0;
  std::map<MoveReason, int, ByName> moves_by_reason;
  std::map<MessageKind, Traffic, ByName> messages_by_kind;
  Waits waits;
  double issue_cycles = 0;                    // of one hardware thread, which issues in order
  std::map<Pipe, double, ByName> pipe_cycles; // how long each pipe is busy

  void add(const InstructionMix& other_mix);
  // The longer of the issue and of the busiest pipe: no thread alone can be faster.
  double bound_cycles() const;
  int moves_for(MoveReason reason) const;
  Traffic traffic_of(MessageKind kind) const;
  double cycles_of(Pipe pipe) const;
  friend bool operator==(const InstructionMix&, const InstructionMix&) = default;
};

} // namespace xeforge::inspection
