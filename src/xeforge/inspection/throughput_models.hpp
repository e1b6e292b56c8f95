// How fast instructions can be issued and executed, by instruction set: assumptions, each with where it comes from.
// docs/throughput-models.md is the same table for people, and says how it compares with the compiler's own estimate.
// It is C++ and no file that is read at run time: there is nothing to find, to parse or to refuse, the tests see the
// same numbers as the program, and a report names the model it was made with.
#pragma once

#include "xeforge/base/names.hpp"
#include "xeforge/toolchain/binary/disassembly.hpp"

#include <string_view>

namespace xeforge::inspection {

struct ThroughputModel {
  std::string_view name; // in reports
  std::string_view platform;
  // What each lane pipe (float, integer) completes in a cycle, in bytes of the widest operand.
  double lane_bytes_per_cycle;
  double math_lanes_per_cycle;
  // A dpas of repeat count r keeps the systolic array busy for r times this many cycles.
  double dpas_cycles_per_row;
  // Until a result can be used, in cycles, without any other load on the memory.
  double load_latency, prefetched_latency, slm_latency, barrier_latency;
};

// The model of the instruction set ("xe2"); that of Xe2 where none is known.
const ThroughputModel& throughput_model(std::string_view platform);

// What the compiler's own estimate takes lane instructions and math to cost, measured on the machine code of small
// kernels. Only to check our counting against it: it takes two cycles for 16 floats, where the hardware is published to
// take one. The time of dpas is not in its estimate; here it is as published.
const ThroughputModel& compiler_model();

enum class Pipe { control, floats, integers, longs, math, systolic, send };
inline constexpr base::Names<Pipe::send> pipe_names{{{Pipe::control, "control"},
                                                     {Pipe::floats, "float"},
                                                     {Pipe::integers, "integer"},
                                                     {Pipe::longs, "long"},
                                                     {Pipe::math, "math"},
                                                     {Pipe::systolic, "dpas"},
                                                     {Pipe::send, "send"}}};
constexpr std::string_view name_of(Pipe pipe) { return pipe_names.of(pipe); }

struct Cost {
  Pipe pipe = Pipe::control;
  double pipe_cycles = 0;  // how long the pipe is busy
  double issue_cycles = 1; // how long the thread cannot issue anything else
};

// Padding costs nothing.
Cost cost_of(const toolchain::Instruction& instruction, const ThroughputModel& model);

} // namespace xeforge::inspection
