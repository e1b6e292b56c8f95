// Floating point. Halves and bfloats are computed as floats and rounded when they are stored: for sums, products and
// quotients that is one rounding, since a float has more than twice their bits. The fused product and sum of halves is
// computed as a double for the same reason.
#include "xeforge/emulator/thread/arithmetic.hpp"

#include "xeforge/emulator/thread/elements.hpp"
#include "xeforge/emulator/thread/rounding.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace xeforge::emulator {
namespace {

using Compute = DecodedInstruction::Compute;

template <class Float, int sources, class Function>
void each(const DecodedInstruction& instruction, const Values* source, Values& result) {
  const Function function;
  const Float* const a = array_of<Float>(source[0]);
  const Float* const b = array_of<Float>(source[1]);
  const Float* const c = array_of<Float>(source[2]);
  Float* const to = array_of<Float>(result);
  for (int lane = 0; lane < instruction.lanes; ++lane)
    if constexpr (sources == 1)
      to[lane] = function(a[lane]);
    else if constexpr (sources == 2)
      to[lane] = function(a[lane], b[lane]);
    else
      to[lane] = function(a[lane], b[lane], c[lane]);
}

struct AsItIs {
  template <class Float>
  Float operator()(Float a) const {
    return a;
  }
};
struct Add {
  template <class Float>
  Float operator()(Float a, Float b) const {
    return a + b;
  }
};
struct Multiply {
  template <class Float>
  Float operator()(Float a, Float b) const {
    return a * b;
  }
};
struct MultiplyAdd {
  template <class Float>
  Float operator()(Float a, Float b, Float c) const {
    return std::fma(b, c, a);
  }
};
struct RoundDown {
  template <class Float>
  Float operator()(Float a) const {
    return std::floor(a);
  }
};
struct RoundUp {
  template <class Float>
  Float operator()(Float a) const {
    return std::ceil(a);
  }
};
struct RoundEven {
  // Not std::nearbyint: that follows the mode of cr0.
  template <class Float>
  Float operator()(Float a) const {
    return __builtin_roundeven(a);
  }
};
struct RoundToZero {
  template <class Float>
  Float operator()(Float a) const {
    return std::trunc(a);
  }
};
struct Fraction {
  template <class Float>
  Float operator()(Float a) const {
    const Float fraction = a - std::floor(a);
    return fraction >= 1 ? std::nextafter(Float(1), Float(0)) : fraction; // of -1e-30
  }
};

// A product of two halves has 22 bits. If its sum with a third half needs more than the 53 bits of a double, the
// product is far below half of the third's last bit: then rounding to double and to half agree.
void multiply_add_halves(const DecodedInstruction& instruction, const Values* source, Values& result) {
  for (int lane = 0; lane < instruction.lanes; ++lane) {
    const double product = static_cast<double>(source[1].single[lane]) * source[2].single[lane];
    result.single[lane] = static_cast<float>(to_half(product + source[0].single[lane]));
  }
}

struct Entry {
  Operation operation;
  Compute single, real;
};
constexpr std::array<Entry, 9> float_operations{
    {{Operation::mov, each<float, 1, AsItIs>, each<double, 1, AsItIs>},
     {Operation::add, each<float, 2, Add>, each<double, 2, Add>},
     {Operation::mul, each<float, 2, Multiply>, each<double, 2, Multiply>},
     {Operation::mad, each<float, 3, MultiplyAdd>, each<double, 3, MultiplyAdd>},
     {Operation::rndd, each<float, 1, RoundDown>, each<double, 1, RoundDown>},
     {Operation::rndu, each<float, 1, RoundUp>, each<double, 1, RoundUp>},
     {Operation::rnde, each<float, 1, RoundEven>, each<double, 1, RoundEven>},
     {Operation::rndz, each<float, 1, RoundToZero>, each<double, 1, RoundToZero>},
     {Operation::frc, each<float, 1, Fraction>, each<double, 1, Fraction>}}};

bool is_of_halves(const DecodedInstruction& instruction) {
  return instruction.destination.type == Type::hf &&
         std::ranges::all_of(instruction.sources, [](const Source& source) { return source.type == Type::hf; });
}

} // namespace

Compute float_compute(Operation operation, const DecodedInstruction& instruction) {
  const auto* found = std::ranges::find(float_operations, operation, &Entry::operation);
  if (found == float_operations.end())
    return nullptr;
  if (operation == Operation::mad && is_of_halves(instruction))
    return multiply_add_halves;
  return instruction.working == Working::single ? found->single : found->real;
}

} // namespace xeforge::emulator
