// The extended math unit: computed as doubles and rounded, so better than the hardware's few units in the last place.
#include "xeforge/emulator/thread/arithmetic.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

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

constexpr std::array<std::pair<std::string_view, Compute>, 7> functions{{{"inv", each<inverse>},
                                                                         {"log", each<logarithm>},
                                                                         {"exp", each<exponential>},
                                                                         {"sqt", each<square_root>},
                                                                         {"rsqt", each<inverse_square_root>},
                                                                         {"sin", each<sine>},
                                                                         {"cos", each<cosine>}}};

} // namespace

Compute math_compute(std::string_view function, const DecodedInstruction& instruction) {
  const auto* found = std::ranges::find(functions, function, &std::pair<std::string_view, Compute>::first);
  if (found == functions.end() || instruction.source_count != 1 ||
      (instruction.working != Working::single && instruction.working != Working::real))
    return nullptr;
  return found->second;
}

} // namespace xeforge::emulator
