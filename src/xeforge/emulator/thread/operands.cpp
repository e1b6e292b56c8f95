#include "xeforge/emulator/thread/operands.hpp"

#include "xeforge/emulator/thread/elements.hpp"
#include "xeforge/emulator/thread/fault.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

namespace xeforge::emulator {
namespace {

template <class Element, class To>
void load_packed(const std::byte* first, const Source&, int lanes, Values& values) {
  To* const to = array_of<To>(values);
  for (int lane = 0; lane < lanes; ++lane)
    to[lane] = widened<To>(read<Element>(first + lane * sizeof(Element)));
}

template <class Element, class To>
void load_scalar(const std::byte* first, const Source&, int lanes, Values& values) {
  To* const to = array_of<To>(values);
  const To value = widened<To>(read<Element>(first));
  for (int lane = 0; lane < lanes; ++lane)
    to[lane] = value;
}

template <class Element, class To>
void load_region(const std::byte* first, const Source& source, int lanes, Values& values) {
  To* const to = array_of<To>(values);
  const std::byte* row = first;
  for (int lane = 0; lane < lanes; row += source.vertical) {
    const std::byte* address = row;
    for (int column = 0; column < source.width && lane < lanes; ++column, address += source.horizontal)
      to[lane++] = widened<To>(read<Element>(address));
  }
}

template <class Element, class To>
Source::Load load_of(const Source& source) {
  return source.is_scalar   ? load_scalar<Element, To>
         : source.is_packed ? load_packed<Element, To>
                            : load_region<Element, To>;
}

template <class To>
Source::Load float_load(const Source& source) {
  switch (source.type) {
  case Type::hf:
    return load_of<_Float16, To>(source);
  case Type::bf:
    return load_of<Bfloat, To>(source);
  case Type::tf32:
    return load_of<Tfloat, To>(source);
  case Type::f:
    return load_of<float, To>(source);
  case Type::df:
    return std::is_same_v<To, double> ? load_of<double, To>(source) : nullptr;
  default:
    return nullptr;
  }
}

template <class To>
Source::Load integer_load(const Source& source) {
  switch (source.type) {
  case Type::ub:
    return load_of<std::uint8_t, To>(source);
  case Type::b:
    return load_of<std::int8_t, To>(source);
  case Type::uw:
    return load_of<std::uint16_t, To>(source);
  case Type::w:
    return load_of<std::int16_t, To>(source);
  case Type::ud:
    return load_of<std::uint32_t, To>(source);
  case Type::d:
    return load_of<std::int32_t, To>(source);
  case Type::uq:
    return load_of<std::uint64_t, To>(source);
  case Type::q:
    return load_of<std::int64_t, To>(source);
  default:
    return nullptr;
  }
}

// ---- modifiers ------------------------------------------------------------------------------------------------------
template <class Number>
void apply_modifiers(const Source& source, Number* values, int lanes) {
  if (source.is_absolute)
    for (int lane = 0; lane < lanes; ++lane) {
      if constexpr (std::is_floating_point_v<Number>)
        values[lane] = std::abs(values[lane]);
      else if constexpr (std::is_signed_v<Number>)
        values[lane] =
            values[lane] < 0 ? static_cast<Number>(0 - static_cast<std::uint64_t>(values[lane])) : values[lane];
    }
  if (source.is_negated)
    for (int lane = 0; lane < lanes; ++lane) {
      if constexpr (std::is_floating_point_v<Number>)
        values[lane] = -values[lane];
      else
        values[lane] = static_cast<Number>(0 - static_cast<std::uint64_t>(values[lane]));
    }
}

void complement(Values& values, int lanes) {
  for (int lane = 0; lane < lanes; ++lane)
    values.integer[lane] = ~values.integer[lane];
}

void modify(const DecodedInstruction& instruction, const Source& source, Values& values) {
  const int lanes = instruction.lanes;
  if (instruction.is_bitwise)
    return complement(values, lanes);
  switch (instruction.working) {
  case Working::integer:
    return apply_modifiers(source, values.integer.data(), lanes);
  case Working::large_unsigned:
    return apply_modifiers(source, values.large_unsigned.data(), lanes);
  case Working::single:
    return apply_modifiers(source, values.single.data(), lanes);
  case Working::real:
    return apply_modifiers(source, values.real.data(), lanes);
  }
}

// The byte of the register file at which an operand begins that is addressed through a0.
template <class Operand>
std::int64_t indirect_offset(const ThreadState& thread, const Operand& operand) {
  const std::int64_t first = std::int64_t{thread.addresses[operand.address_element]} + operand.address_offset;
  if (first < 0 || first + operand.extent > static_cast<std::int64_t>(thread.file_bytes))
    throw Fault("an operand addressed through a0 is bytes " + std::to_string(first) + " to " +
                std::to_string(first + static_cast<std::int64_t>(operand.extent) - 1) + " of the register file");
  if (first % bytes_of(operand.type) != 0)
    throw Fault("an operand addressed through a0 begins at byte " + std::to_string(first) +
                " of the register file, no multiple of its elements' " + std::to_string(bytes_of(operand.type)));
  return first;
}

} // namespace

const std::byte* first_element(const ThreadState& thread, const Source& source) {
  switch (source.kind) {
  case Source::Kind::direct:
    return reinterpret_cast<const std::byte*>(&thread) + source.byte_offset;
  case Source::Kind::constant:
    return source.constants;
  default:
    break;
  }
  return thread.registers.data() + indirect_offset(thread, source);
}

std::byte* first_element(ThreadState& thread, const Destination& destination) {
  if (destination.kind == Destination::Kind::direct)
    return reinterpret_cast<std::byte*>(&thread) + destination.byte_offset;
  return thread.registers.data() + indirect_offset(thread, destination);
}

namespace {

// Each row of the region has an address of its own in a0.
void load_by_element_addresses(const ThreadState& thread, const Source& source, int lanes, Values& values) {
  Source row = source;
  row.has_element_addresses = false;
  row.is_packed = row.is_scalar = false;
  const std::size_t size = sizeof(std::int64_t);
  for (int lane = 0; lane < lanes; lane += source.width, ++row.address_element) {
    if (row.address_element >= address_elements)
      throw Fault("an operand takes more addresses than a0 has");
    const int columns = std::min<int>(source.width, lanes - lane);
    Values part;
    row.load(first_element(thread, row), row, columns, part);
    const bool is_single = source.working_bytes == sizeof(float);
    const std::size_t bytes = is_single ? sizeof(float) : size;
    std::memcpy(reinterpret_cast<std::byte*>(&values) + lane * bytes, &part, columns * bytes);
  }
}

} // namespace

void load_source(const ThreadState& thread, const DecodedInstruction& instruction, const Source& source,
                 Values& values) {
  if (source.has_element_addresses)
    load_by_element_addresses(thread, source, instruction.lanes, values);
  else
    source.load(first_element(thread, source), source, instruction.lanes, values);
  if (flushes(thread, instruction, source.type))
    flush_denormals(source.type, instruction.working, values, instruction.lanes);
  if (source.is_negated || source.is_absolute)
    modify(instruction, source, values);
}

Source::Load choose_load(const Source& source, Working working) {
  switch (working) {
  case Working::integer:
    return integer_load<std::int64_t>(source);
  case Working::large_unsigned:
    return integer_load<std::uint64_t>(source);
  case Working::single:
    return float_load<float>(source);
  case Working::real:
    break;
  }
  return float_load<double>(source);
}

} // namespace xeforge::emulator
