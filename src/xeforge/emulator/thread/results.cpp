// Results: conversion, saturation, flags, storing elements in registers.
#include "xeforge/emulator/thread/elements.hpp"
#include "xeforge/emulator/thread/operands.hpp"

#include <algorithm>
#include <limits>

namespace xeforge::emulator {
namespace {

// ---- results --------------------------------------------------------------------------------------------------------
template <class Element, class From>
Element narrowed(From value) {
  if constexpr (std::is_same_v<Element, Bfloat>)
    return {to_bfloat(static_cast<float>(value))};
  else if constexpr (std::is_same_v<Element, Tfloat>)
    return {to_tfloat(static_cast<float>(value))};
  else if constexpr (std::is_integral_v<Element> && std::is_floating_point_v<From>)
    return to_integer<Element>(value);
  else if constexpr (std::is_same_v<Element, _Float16> && std::is_same_v<From, double>)
    return to_half(value);
  else
    return static_cast<Element>(value);
}

template <class Element, class From>
void store(std::byte* first, int step, const Values& values, LaneMask lanes, int count) {
  const From* const from = array_of<From>(values);
  if (step == sizeof(Element) && lanes == first_lanes(count)) {
    std::array<Element, most_lanes> elements;
    for (int lane = 0; lane < count; ++lane)
      elements[lane] = narrowed<Element>(from[lane]);
    std::memcpy(first, elements.data(), count * sizeof(Element));
    return;
  }
  for (int lane = 0; lane < count; ++lane, first += step)
    if (lanes >> lane & 1) {
      const Element element = narrowed<Element>(from[lane]);
      std::memcpy(first, &element, sizeof(Element));
    }
}

template <class From>
Destination::Store integer_store(Type type) {
  switch (type) {
  case Type::ub:
    return store<std::uint8_t, From>;
  case Type::b:
    return store<std::int8_t, From>;
  case Type::uw:
    return store<std::uint16_t, From>;
  case Type::w:
    return store<std::int16_t, From>;
  case Type::ud:
    return store<std::uint32_t, From>;
  case Type::d:
    return store<std::int32_t, From>;
  case Type::uq:
    return store<std::uint64_t, From>;
  case Type::q:
    return store<std::int64_t, From>;
  default:
    return nullptr;
  }
}

template <class From>
Destination::Store float_store(Type type) {
  switch (type) {
  case Type::hf:
    return store<_Float16, From>;
  case Type::bf:
    return store<Bfloat, From>;
  case Type::tf32:
    return store<Tfloat, From>;
  case Type::f:
    return store<float, From>;
  case Type::df:
    return store<double, From>;
  default:
    return integer_store<From>(type);
  }
}

// ---- the end of an instruction --------------------------------------------------------------------------------------
void saturate_integers(Type type, Working working, Values& values, int lanes) {
  const IntegerRange range = range_of(type);
  for (int lane = 0; lane < lanes; ++lane)
    if (working == Working::large_unsigned)
      values.large_unsigned[lane] = std::min(values.large_unsigned[lane], range.greatest);
    else if (range.greatest <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
      values.integer[lane] = std::clamp(values.integer[lane], range.least, static_cast<std::int64_t>(range.greatest));
    else
      values.integer[lane] = std::max(values.integer[lane], range.least);
}

template <class Float>
void saturate_floats(Float* values, int lanes) {
  for (int lane = 0; lane < lanes; ++lane) // NaN becomes 0
    values[lane] = values[lane] > 0 ? std::min(values[lane], Float(1)) : Float(0);
}

template <class Float>
void round_floats(Type type, Float* values, int lanes) {
  for (int lane = 0; lane < lanes; ++lane)
    switch (type) {
    case Type::hf:
      values[lane] = static_cast<Float>(narrowed<_Float16>(values[lane]));
      break;
    case Type::bf:
      values[lane] = widened<Float>(narrowed<Bfloat>(values[lane]));
      break;
    case Type::tf32:
      values[lane] = widened<Float>(narrowed<Tfloat>(values[lane]));
      break;
    case Type::f:
      values[lane] = static_cast<float>(values[lane]);
      break;
    default:
      break;
    }
}

// The values that would be read back from an integer destination.
void truncate_integers(Type type, Values& values, int lanes) {
  const int unused = 64 - 8 * bytes_of(type);
  for (int lane = 0; lane < lanes; ++lane) {
    const std::uint64_t upper = static_cast<std::uint64_t>(values.integer[lane]) << unused;
    values.integer[lane] = is_signed_integer(type) ? static_cast<std::int64_t>(upper) >> unused
                                                   : static_cast<std::int64_t>(upper >> unused);
  }
}

// The signs of floats after conversion to integers: 1, 0 or -1.
template <class Float>
void take_signs(Type type, Float* values, int lanes) {
  for (int lane = 0; lane < lanes; ++lane) { // NaN becomes 0
    const bool is_negative = is_signed_integer(type) && values[lane] <= -1;
    values[lane] = is_negative ? Float(-1) : values[lane] >= 1 ? Float(1) : Float(0);
  }
}

void integers_to_floats(Working from, Working to, Values& values, int lanes) {
  Values converted;
  for (int lane = 0; lane < lanes; ++lane)
    if (to == Working::single)
      converted.single[lane] = from == Working::integer ? static_cast<float>(values.integer[lane])
                                                        : static_cast<float>(values.large_unsigned[lane]);
    else
      converted.real[lane] = from == Working::integer ? static_cast<double>(values.integer[lane])
                                                      : static_cast<double>(values.large_unsigned[lane]);
  std::memcpy(static_cast<void*>(&values), &converted, sizeof(Values));
}

template <class Number>
LaneMask compare_with_zero(Condition condition, const Number* values, int lanes) {
  LaneMask mask = 0;
  for (int lane = 0; lane < lanes; ++lane) {
    const Number value = values[lane];
    bool is = false;
    switch (condition) {
    case Condition::eq:
      is = value == 0;
      break;
    case Condition::ne:
      is = value != 0;
      break;
    case Condition::gt:
      is = value > 0;
      break;
    case Condition::ge:
      is = value >= 0;
      break;
    case Condition::lt:
      is = value < 0;
      break;
    case Condition::le:
      is = value <= 0;
      break;
    case Condition::unordered:
      is = value != value;
      break;
    default:
      break;
    }
    mask |= static_cast<LaneMask>(is) << lane;
  }
  return mask;
}

LaneMask compare_result(const DecodedInstruction& instruction, Working working, const Values& result) {
  switch (working) {
  case Working::integer:
    return compare_with_zero(instruction.condition, result.integer.data(), instruction.lanes);
  case Working::large_unsigned:
    return compare_with_zero(instruction.condition, result.large_unsigned.data(), instruction.lanes);
  case Working::single:
    return compare_with_zero(instruction.condition, result.single.data(), instruction.lanes);
  case Working::real:
    break;
  }
  return compare_with_zero(instruction.condition, result.real.data(), instruction.lanes);
}

} // namespace

void set_flags(ThreadState& thread, const DecodedInstruction& instruction, LaneMask values, LaneMask lanes) {
  std::uint32_t& flags = thread.flags[instruction.flag_register];
  const std::uint32_t written = lanes << instruction.flag_bit;
  flags = (flags & ~written) | (values << instruction.flag_bit & written);
}

namespace {

// Converts and saturates; returns the result's type afterwards.
Working convert_result(const ThreadState& thread, const DecodedInstruction& instruction, Values& result) {
  const Destination& destination = instruction.destination;
  const int count = instruction.lanes;
  if (instruction.copies_bits)
    return instruction.working;
  const Working working = stored_as(instruction.working, destination.type);
  if (working != instruction.working)
    integers_to_floats(instruction.working, working, result, count);
  if (is_float(destination.type)) {
    if (destination.is_saturated)
      working == Working::single ? saturate_floats(result.single.data(), count)
                                 : saturate_floats(result.real.data(), count);
    if (flushes(thread, instruction, destination.type)) {
      working == Working::single ? round_floats(destination.type, result.single.data(), count)
                                 : round_floats(destination.type, result.real.data(), count);
      flush_denormals(destination.type, working, result, count);
    }
  } else if (destination.is_saturated && (working == Working::integer || working == Working::large_unsigned)) {
    saturate_integers(destination.type, working, result, count);
  }
  return working;
}

void store_result(ThreadState& thread, const DecodedInstruction& instruction, Working working, const Values& result,
                  LaneMask lanes) {
  const Destination& destination = instruction.destination;
  if (destination.kind == Destination::Kind::none)
    return;
  destination.store(first_element(thread, destination), destination.step, result, lanes, instruction.lanes);
  if (destination.keeps_wide)
    for (int lane = 0; lane < instruction.lanes; ++lane)
      if (lanes >> lane & 1) {
        const std::size_t offset = destination.byte_offset - offsetof(ThreadState, accumulator);
        thread.wide_accumulator[offset / 4 + lane * destination.step / 4] =
            working == Working::integer ? result.integer[lane] : 0;
      }
}

} // namespace

void finish_value(ThreadState& thread, const DecodedInstruction& instruction, Values& result, LaneMask lanes) {
  const Working working = convert_result(thread, instruction, result);
  store_result(thread, instruction, working, result, lanes);
}

void finish(ThreadState& thread, const DecodedInstruction& instruction, Values& result, LaneMask lanes) {
  const Working working = convert_result(thread, instruction, result);
  store_result(thread, instruction, working, result, lanes);
  if (instruction.condition == Condition::none)
    return;
  const Type type = instruction.destination.type;
  if (is_float(type))
    working == Working::single ? round_floats(type, result.single.data(), instruction.lanes)
                               : round_floats(type, result.real.data(), instruction.lanes);
  else if (working == Working::integer)
    truncate_integers(type, result, instruction.lanes);
  else if (working == Working::single)
    take_signs(type, result.single.data(), instruction.lanes);
  else if (working == Working::real)
    take_signs(type, result.real.data(), instruction.lanes);
  set_flags(thread, instruction, compare_result(instruction, working, result), lanes);
}

Working stored_as(Working working, Type type) {
  if (!is_float(type) || working == Working::single || working == Working::real)
    return working;
  return type == Type::df ? Working::real : Working::single;
}

Destination::Store choose_store(Type type, Working working) {
  switch (working) {
  case Working::integer:
    return integer_store<std::int64_t>(type);
  case Working::large_unsigned:
    return integer_store<std::uint64_t>(type);
  case Working::single:
    return float_store<float>(type);
  case Working::real:
    break;
  }
  return float_store<double>(type);
}

} // namespace xeforge::emulator
