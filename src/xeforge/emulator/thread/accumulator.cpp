// Multiplication through the accumulator. A 32-bit product is computed in two steps: mul multiplies by the lower half
// of the second operand into acc0; mach or macl adds the product with the upper half and returns the upper or the lower
// 32 bits of the sum.
#include "xeforge/emulator/thread/arithmetic.hpp"

#include "xeforge/emulator/thread/operands.hpp"
#include "xeforge/emulator/thread/rounding.hpp"

#include <cmath>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace xeforge::emulator {
namespace {

using Execute = DecodedInstruction::Execute;
using In = const DecodedInstruction&;

// The implicit accumulator operand begins at acc0, also for (16|M16): compilers write acc0 before those too.
std::int64_t* wide_entries(ThreadState& thread, In) { return thread.wide_accumulator.data(); }
std::byte* visible_entries(ThreadState& thread, In) { return thread.accumulator.data(); }

enum class Part { upper, lower };

template <Part part>
void execute_second_step(ThreadState& thread, In instruction, LaneMask lanes) {
  Values a, b;
  load_source(thread, instruction, instruction.sources[0], a);
  load_source(thread, instruction, instruction.sources[1], b);
  for (int lane = 0; lane < instruction.lanes; ++lane) {
    // An unsigned operand has no sign to extend.
    const std::int64_t upper_half = b.integer[lane] >> 16;
    const auto sum = static_cast<std::int64_t>(
        static_cast<std::uint64_t>(wide_entries(thread, instruction)[lane]) +
        (static_cast<std::uint64_t>(a.integer[lane]) * static_cast<std::uint64_t>(upper_half) << 16));
    if (lanes >> lane & 1) {
      const auto lower = static_cast<std::uint32_t>(sum);
      wide_entries(thread, instruction)[lane] = part == Part::upper ? lower : sum;
      std::memcpy(visible_entries(thread, instruction) + lane * sizeof lower, &lower, sizeof lower);
    }
    a.integer[lane] = part == Part::upper ? sum >> 32 : sum;
  }
  finish(thread, instruction, a, lanes);
}

// The accumulator plus a product. For floating-point numbers, the accumulator is as wide as their type.
std::int64_t product_and_sum(std::int64_t a, std::int64_t b, std::int64_t sum) { return a * b + sum; }
template <std::floating_point Float>
Float product_and_sum(Float a, Float b, Float sum) {
  return std::fma(a, b, sum);
}
// Rounded once, as in multiply_add_halves.
float product_and_sum(float a, float b, _Float16 sum) {
  return static_cast<float>(to_half(static_cast<double>(a) * b + static_cast<double>(sum)));
}

template <class Entry>
auto& numbers_of(Values& values) {
  if constexpr (std::is_same_v<Entry, std::int64_t>)
    return values.integer;
  else if constexpr (std::is_same_v<Entry, double>)
    return values.real;
  else
    return values.single;
}

template <class Entry>
void accumulate(ThreadState& thread, In instruction, LaneMask lanes) {
  Values a, b;
  load_source(thread, instruction, instruction.sources[0], a);
  load_source(thread, instruction, instruction.sources[1], b);
  for (int lane = 0; lane < instruction.lanes; ++lane) {
    Entry sum;
    if constexpr (std::is_same_v<Entry, std::int64_t>)
      sum = wide_entries(thread, instruction)[lane];
    else
      std::memcpy(&sum, visible_entries(thread, instruction) + lane * sizeof sum, sizeof sum);
    auto& number = numbers_of<Entry>(a)[lane];
    number = product_and_sum(number, numbers_of<Entry>(b)[lane], sum);
  }
  finish(thread, instruction, a, lanes);
}

// Null for combinations that no compiler was seen to write.
Execute accumulate_of(In instruction) {
  const Type first = instruction.sources[0].type, second = instruction.sources[1].type,
             to = instruction.destination.type;
  const auto all_are = [&](Type type) { return first == type && second == type && to == type; };
  if (instruction.working == Working::integer || instruction.working == Working::large_unsigned)
    return accumulate<std::int64_t>;
  return all_are(Type::f)    ? accumulate<float>
         : all_are(Type::hf) ? accumulate<_Float16>
         : all_are(Type::df) ? accumulate<double>
                             : nullptr;
}

} // namespace

Execute accumulator_execute(Operation operation, In instruction) {
  switch (operation) {
  case Operation::mach:
    return execute_second_step<Part::upper>;
  case Operation::macl:
    return execute_second_step<Part::lower>;
  case Operation::mac:
    return accumulate_of(instruction);
  default:
    return nullptr;
  }
}

} // namespace xeforge::emulator
