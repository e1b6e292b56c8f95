// Select, compare, conditional select, and the carries of addc and subb.
#include "xeforge/emulator/thread/arithmetic.hpp"

#include "xeforge/emulator/thread/operands.hpp"

#include <array>
#include <cstring>
#include <immintrin.h>

namespace xeforge::emulator {
namespace {

using Execute = DecodedInstruction::Execute;
using In = const DecodedInstruction&;

// One bit a channel of one byte a channel, which is 0 or 1.
using LaneBits = std::array<std::uint8_t, most_lanes>;
LaneMask packed(const LaneBits& bits, int lanes) {
  const __m256i bytes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bits.data()));
  return static_cast<LaneMask>(_mm256_movemask_epi8(_mm256_cmpgt_epi8(bytes, _mm256_setzero_si256()))) &
         first_lanes(lanes);
}

// Calls `function` with the comparison as a function of two numbers. It is chosen once, outside of loops over channels.
template <class Function>
auto with_comparison(Condition condition, Function function) {
  switch (condition) {
  case Condition::eq:
    return function([](auto a, auto b) { return a == b; });
  case Condition::ne: // also if one is NaN
    return function([](auto a, auto b) { return a != b; });
  case Condition::gt:
    return function([](auto a, auto b) { return a > b; });
  case Condition::ge:
    return function([](auto a, auto b) { return a >= b; });
  case Condition::lt:
    return function([](auto a, auto b) { return a < b; });
  case Condition::le:
    return function([](auto a, auto b) { return a <= b; });
  default:
    return function([](auto a, auto b) { return a != a || b != b; });
  }
}

// Calls `function` with the array of the instruction's type in each of the values.
template <class Function>
auto on_arrays(In instruction, Function function, auto&... values) {
  switch (instruction.working) {
  case Working::integer:
    return function(values.integer.data()...);
  case Working::large_unsigned:
    return function(values.large_unsigned.data()...);
  case Working::single:
    return function(values.single.data()...);
  case Working::real:
    break;
  }
  return function(values.real.data()...);
}

LaneMask compare(In instruction, const Values& a, const Values& b) {
  return with_comparison(instruction.condition, [&](auto holds) {
    return on_arrays(
        instruction,
        [&](const auto* left, const auto* right) {
          LaneBits bits;
          for (int lane = 0; lane < instruction.lanes; ++lane)
            bits[lane] = holds(left[lane], right[lane]);
          return packed(bits, instruction.lanes);
        },
        a, b);
  });
}

// Channels whose second operand is NaN.
LaneMask unordered_second(In instruction, const Values& b) {
  if (instruction.working == Working::integer || instruction.working == Working::large_unsigned)
    return 0;
  return on_arrays(
      instruction,
      [&](const auto* right) {
        LaneBits bits;
        for (int lane = 0; lane < instruction.lanes; ++lane)
          bits[lane] = right[lane] != right[lane];
        return packed(bits, instruction.lanes);
      },
      b);
}

void choose(In instruction, LaneMask first, Values& a, const Values& b) {
  on_arrays(
      instruction,
      [&](auto* left, const auto* right) {
        for (int lane = 0; lane < instruction.lanes; ++lane)
          if (!(first >> lane & 1))
            left[lane] = right[lane];
      },
      a, b);
}

// Minimum or maximum; of a number and NaN, the number.
void choose_extremum(In instruction, Values& a, const Values& b) {
  with_comparison(instruction.condition, [&](auto holds) {
    on_arrays(
        instruction,
        [&](auto* left, const auto* right) {
          for (int lane = 0; lane < instruction.lanes; ++lane)
            left[lane] = holds(left[lane], right[lane]) || right[lane] != right[lane] ? left[lane] : right[lane];
        },
        a, b);
  });
}

void execute_select(ThreadState& thread, In instruction, LaneMask lanes) {
  Values a, b;
  load_source(thread, instruction, instruction.sources[0], a);
  load_source(thread, instruction, instruction.sources[1], b);
  if (instruction.is_predicated) {
    const LaneMask flags = read_flags(thread, instruction);
    choose(instruction, instruction.is_predicate_inverted ? ~flags : flags, a, b);
  } else {
    choose_extremum(instruction, a, b);
  }
  finish_value(thread, instruction, a, lanes);
}

void store_mask(ThreadState& thread, In instruction, LaneMask values, LaneMask lanes) {
  const Destination& destination = instruction.destination;
  if (destination.kind == Destination::Kind::none)
    return;
  std::byte* address = first_element(thread, destination);
  for (int lane = 0; lane < instruction.lanes; ++lane, address += destination.step)
    if (lanes >> lane & 1)
      std::memset(address, values >> lane & 1 ? 0xff : 0, bytes_of(destination.type));
}

void execute_compare(ThreadState& thread, In instruction, LaneMask lanes) {
  Values a, b;
  load_source(thread, instruction, instruction.sources[0], a);
  load_source(thread, instruction, instruction.sources[1], b);
  const LaneMask result = compare(instruction, a, b);
  set_flags(thread, instruction, result, lanes);
  store_mask(thread, instruction, result, lanes);
}

// Compares as select does: also true if the second operand is NaN.
void execute_compare_numbers(ThreadState& thread, In instruction, LaneMask lanes) {
  Values a, b;
  load_source(thread, instruction, instruction.sources[0], a);
  load_source(thread, instruction, instruction.sources[1], b);
  const LaneMask result = compare(instruction, a, b) | unordered_second(instruction, b);
  set_flags(thread, instruction, result, lanes);
  store_mask(thread, instruction, result, lanes);
}

// The first operand if the comparison of the third with zero holds, else the second.
void execute_conditional_select(ThreadState& thread, In instruction, LaneMask lanes) {
  Values a, b, c, zero;
  load_source(thread, instruction, instruction.sources[0], a);
  load_source(thread, instruction, instruction.sources[1], b);
  load_source(thread, instruction, instruction.sources[2], c);
  std::memset(static_cast<void*>(&zero), 0, sizeof zero);
  choose(instruction, compare(instruction, c, zero), a, b);
  finish_value(thread, instruction, a, lanes);
}

// ---- carries --------------------------------------------------------------------------------------------------------
// The carry goes into acc0, 1 or 0 for each channel.
template <bool is_subtraction>
void execute_with_carry(ThreadState& thread, In instruction, LaneMask lanes) {
  Values a, b;
  load_source(thread, instruction, instruction.sources[0], a);
  load_source(thread, instruction, instruction.sources[1], b);
  for (int lane = 0; lane < instruction.lanes; ++lane) {
    const auto left = static_cast<std::uint32_t>(a.integer[lane]), right = static_cast<std::uint32_t>(b.integer[lane]);
    const std::uint32_t result = is_subtraction ? left - right : left + right;
    const std::uint32_t carry = is_subtraction ? left < right : result < left;
    a.integer[lane] = result;
    if (lanes >> lane & 1) {
      const int channel = lane;
      std::memcpy(thread.accumulator.data() + channel * sizeof carry, &carry, sizeof carry);
      thread.wide_accumulator[channel] = carry;
    }
  }
  finish(thread, instruction, a, lanes);
}

} // namespace

Execute special_execute(Operation operation, In) {
  switch (operation) {
  case Operation::sel:
    return execute_select;
  case Operation::cmp:
    return execute_compare;
  case Operation::cmpn:
    return execute_compare_numbers;
  case Operation::csel:
    return execute_conditional_select;
  case Operation::addc:
    return execute_with_carry<false>;
  case Operation::subb:
    return execute_with_carry<true>;
  default:
    return nullptr;
  }
}

} // namespace xeforge::emulator
