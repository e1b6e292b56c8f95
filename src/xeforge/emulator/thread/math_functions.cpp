// The extended math unit: computed as doubles and rounded, so better than the hardware's few units in the last place.
#include "xeforge/emulator/thread/arithmetic.hpp"

#include <cmath>

namespace xeforge::emulator {
namespace {

using Compute = DecodedInstruction::Compute;

double inverse(double a) { return 1 / a; }
double logarithm(double a) { return std::log2(a); }
double exponential(double a) { return std::exp2(a); }
double square_root(double a) { return std::sqrt(a); }
double inverse_square_root(double a) { return 1 / std::sqrt(a); }
double sine(double a) { return std::sin(a); }
double cosine(double a) { return std::cos(a); }

template <auto function>
void each(const DecodedInstruction& instruction, const Values* source, Values& result) {
  for (int lane = 0; lane < instruction.lanes; ++lane)
    if (instruction.working == Working::single)
      result.single[lane] = static_cast<float>(function(source[0].single[lane]));
    else
      result.real[lane] = function(source[0].real[lane]);
}

Compute function_of(MathFunction function) {
  switch (function) {
  case MathFunction::inv:
    return each<inverse>;
  case MathFunction::log:
    return each<logarithm>;
  case MathFunction::exp:
    return each<exponential>;
  case MathFunction::sqt:
    return each<square_root>;
  case MathFunction::rsqt:
    return each<inverse_square_root>;
  case MathFunction::sin:
    return each<sine>;
  case MathFunction::cos:
    return each<cosine>;
  default:
    return nullptr;
  }
}

} // namespace

Compute math_compute(MathFunction function, const DecodedInstruction& instruction) {
  const bool is_of_floats = instruction.working == Working::single || instruction.working == Working::real;
  return instruction.source_count == 1 && is_of_floats ? function_of(function) : nullptr;
}

} // namespace xeforge::emulator
