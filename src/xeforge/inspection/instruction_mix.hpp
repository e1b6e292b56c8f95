// What a piece of machine code consists of: instructions by what they do, moves by why they are there, messages by what
// they carry, waits, and how long each pipe is busy with it.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace xeforge::inspection {

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
  std::map<std::string, int> moves_by_reason;
  std::map<std::string, Traffic> messages_by_kind;
  Waits waits;
  double issue_cycles = 0;                   // of one hardware thread, which issues in order
  std::map<std::string, double> pipe_cycles; // how long each pipe is busy

  void add(const InstructionMix& other_mix);
  // The longer of the issue and of the busiest pipe: no thread alone can be faster.
  double bound_cycles() const;
  double cycles_of(const std::string& pipe) const;
  friend bool operator==(const InstructionMix&, const InstructionMix&) = default;
};

} // namespace xeforge::inspection
