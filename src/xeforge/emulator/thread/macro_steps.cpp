// The steps of division and square root that round correctly: math.invm and math.rsqtm make a first approximation, madm
// refines it. Between the steps, numbers have more bits and a wider range than their type: the register has the rounded
// number, an accumulator (mme0 to mme7) the exact one. How many bits the hardware has is not public; here they are
// 128-bit numbers. The last step rounds once.
#include "xeforge/emulator/thread/arithmetic.hpp"

#include "xeforge/emulator/thread/operands.hpp"

#include <bit>
#include <cmath>

namespace xeforge::emulator {
namespace {

using Execute = DecodedInstruction::Execute;
using In = const DecodedInstruction&;
using Extended = ThreadState::Extended;

Extended extended(ThreadState& thread, In instruction, const Source& source, const Values& values, int lane) {
  if (source.macro_register < 0)
    return instruction.working == Working::single ? values.single[lane] : values.real[lane];
  const Extended number = thread.macro[source.macro_register][lane + instruction.first_channel];
  return source.is_negated ? -number : number;
}

// Stores a result: exact in the accumulator that the destination names, rounded in the destination itself.
void keep(ThreadState& thread, In instruction, int lane, LaneMask lanes, Extended number, Values& result) {
  if (instruction.working == Working::single)
    result.single[lane] = static_cast<float>(number);
  else
    result.real[lane] = static_cast<double>(number);
  const int extension = instruction.destination.macro_register;
  if (extension >= 0 && (lanes >> lane & 1))
    thread.macro[extension][lane + instruction.first_channel] = number;
}

void execute_step(ThreadState& thread, In instruction, LaneMask lanes) {
  Values values[3], result;
  for (int i = 0; i < 3; ++i)
    load_source(thread, instruction, instruction.sources[i], values[i]);
  for (int lane = 0; lane < instruction.lanes; ++lane) {
    Extended numbers[3];
    for (int i = 0; i < 3; ++i)
      numbers[i] = extended(thread, instruction, instruction.sources[i], values[i], lane);
    keep(thread, instruction, lane, lanes, numbers[0] + numbers[1] * numbers[2], result);
  }
  finish(thread, instruction, result, lanes);
}

bool is_special(double value) { return value == 0 || !std::isfinite(value); }

// An approximation with the precision of a float, in any range.
Extended cut(Extended value) { // towards zero
  using Bits = unsigned __int128;
  constexpr int mantissa = 112, kept = 23;
  return std::bit_cast<Extended>(std::bit_cast<Bits>(value) & ~((Bits{1} << (mantissa - kept)) - 1));
}

// The flag marks channels whose result is final, because the divisor or radicand has no approximation.
template <class Special, class First>
void start(ThreadState& thread, In instruction, LaneMask lanes, Special special, First first) {
  Values a, b, result;
  load_source(thread, instruction, instruction.sources[0], a);
  if (instruction.source_count > 1)
    load_source(thread, instruction, instruction.sources[1], b);
  LaneMask early = 0;
  for (int lane = 0; lane < instruction.lanes; ++lane) {
    const double x = instruction.working == Working::single ? a.single[lane] : a.real[lane];
    const double y = instruction.source_count < 2             ? 0
                     : instruction.working == Working::single ? b.single[lane]
                                                              : b.real[lane];
    const bool is_early = special(x, y);
    early |= static_cast<LaneMask>(is_early) << lane;
    keep(thread, instruction, lane, lanes, first(x, y, is_early), result);
  }
  set_flags(thread, instruction, early, lanes);
  finish_value(thread, instruction, result, lanes);
}

void start_division(ThreadState& thread, In instruction, LaneMask lanes) {
  start(
      thread, instruction, lanes, [](double a, double b) { return is_special(a) || is_special(b); },
      [](double a, double b, bool is_early) { return is_early ? Extended{a / b} : cut(1 / Extended{b}); });
}

void start_square_root(ThreadState& thread, In instruction, LaneMask lanes) {
  start(
      thread, instruction, lanes, [](double a, double) { return is_special(a) || a < 0; },
      [](double a, double, bool is_early) { return is_early ? Extended{std::sqrt(a)} : cut(1 / std::sqrt(a)); });
}

} // namespace

Execute macro_execute(Operation operation, MathFunction function) {
  if (operation == Operation::madm)
    return execute_step;
  switch (function) {
  case MathFunction::invm:
    return start_division;
  case MathFunction::rsqtm:
    return start_square_root;
  default:
    return nullptr;
  }
}

} // namespace xeforge::emulator
