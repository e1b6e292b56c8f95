#include "xeforge/emulator/program/decode.hpp"
#include "xeforge/emulator/thread/operands.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstring>

namespace xeforge::emulator {
namespace {

using toolchain::Operand;
using toolchain::OperandFile;

Type type_of(const Operand& operand) {
  switch (operand.type) {
  case Type::none:
  case Type::bf8:
  case Type::hf8:
  case Type::qf:
  case Type::nf:
  case Type::e2m1:
  case Type::u1:
    refuse("the type '" + std::string(name_of(operand.type)) + "' is not known");
  default:
    return operand.type;
  }
}

// ---- where operands are ------------------------------------------------------------------------------------------
struct Location {
  std::uint32_t first = 0, limit = 0; // bytes within ThreadState
};

// The start and end of a register file. `number` counts registers of `register_bytes`.
Location location_of(const Program& program, const Operand& operand, int element_bytes) {
  const auto file = [&](std::size_t member, std::size_t bytes, int register_bytes) {
    const auto start = static_cast<std::uint32_t>(member);
    const auto byte = static_cast<std::uint32_t>(operand.number * register_bytes + operand.sub * element_bytes);
    return Location{start + byte, start + static_cast<std::uint32_t>(bytes)};
  };
  const int register_bytes = program.register_bytes;
  switch (operand.file) {
  case OperandFile::general:
    return file(offsetof(ThreadState, registers), static_cast<std::size_t>(program.registers) * register_bytes,
                register_bytes);
  case OperandFile::accumulator:
    return file(offsetof(ThreadState, accumulator), sizeof(ThreadState::accumulator), register_bytes);
  case OperandFile::flag:
    return file(offsetof(ThreadState, flags), sizeof(ThreadState::flags), 4);
  case OperandFile::address:
    return file(offsetof(ThreadState, addresses), sizeof(ThreadState::addresses), sizeof(ThreadState::addresses));
  case OperandFile::control:
    return file(offsetof(ThreadState, control), sizeof(ThreadState::control), sizeof(ThreadState::control));
  case OperandFile::state:
    return file(offsetof(ThreadState, state), sizeof(ThreadState::state), sizeof(ThreadState::state));
  case OperandFile::message_control:
    return file(offsetof(ThreadState, message_control), sizeof(ThreadState::message_control),
                sizeof(ThreadState::message_control));
  case OperandFile::channel_enable:
    return file(offsetof(ThreadState, enabled), sizeof(ThreadState::enabled), sizeof(ThreadState::enabled));
  case OperandFile::timestamp:
    return file(offsetof(ThreadState, timestamp), sizeof(ThreadState::timestamp), sizeof(ThreadState::timestamp));
  default:
    refuse("the register file '" + std::string(name_of(operand.file)) + "' is not known");
  }
}

Location checked_location(const Program& program, const Operand& operand, int element_bytes, std::uint32_t extent) {
  const Location location = location_of(program, operand, element_bytes);
  if (location.first + extent > location.limit)
    refuse("an operand goes beyond the last of the registers");
  return location;
}

// ---- immediates -----------------------------------------------------------------------------------------------------
// The packed float of 8 bits: a sign, three bits of exponent with a bias of 3, four of mantissa.
float packed_float(std::uint32_t bits) {
  if ((bits & 0x7f) == 0)
    return bits & 0x80 ? -0.0f : 0.0f;
  const float magnitude = std::ldexp(1.0f + static_cast<float>(bits & 15) / 16, static_cast<int>(bits >> 4 & 7) - 3);
  return bits & 0x80 ? -magnitude : magnitude;
}

// Element `index` of an immediate, as the bits of `to`.
std::uint64_t immediate_element(Type type, std::uint64_t value, int index) {
  switch (type) {
  case Type::uv:
    return value >> 4 * (index % 8) & 15;
  case Type::v: {
    const auto digit = static_cast<std::int64_t>(value >> 4 * (index % 8) & 15);
    return static_cast<std::uint64_t>(digit > 7 ? digit - 16 : digit);
  }
  case Type::vf:
    return std::bit_cast<std::uint32_t>(packed_float(static_cast<std::uint32_t>(value >> 8 * (index % 4) & 255)));
  default:
    return value;
  }
}

// The packed integer that a lane gets. There are eight words, which are read with the destination's stride: a lane that
// writes 32 bits uses every other one, as the compiler lays them out.
int packed_index(int lane, int step, int lanes) {
  constexpr int word = 2, integers = 8;
  if (step <= word)
    return lane;
  if ((lanes - 1) * step / word >= integers)
    refuse("packed integers for a destination that is longer than eight words");
  return lane * step / word;
}

Source decode_immediate(DecodingContext& context, const Operand& operand, int lanes, int step) {
  Source source;
  const Type type = type_of(operand);
  source.kind = Source::Kind::constant;
  source.type = type == Type::v ? Type::w : type == Type::uv ? Type::uw : type == Type::vf ? Type::f : type;
  source.is_packed = true;
  const bool is_packed_integer = type == Type::v || type == Type::uv;
  const std::uint64_t value = number_of(operand.value);
  auto& constants = context.program.constants.emplace_back();
  const int bytes = bytes_of(source.type);
  for (int lane = 0; lane < most_lanes; ++lane) {
    const int index = is_packed_integer && lane < lanes ? packed_index(lane, step, lanes) : lane;
    const std::uint64_t element = immediate_element(type, value, index);
    std::memcpy(constants.data() + lane * bytes, &element, bytes);
  }
  source.constants = constants.data();
  return source;
}

// ---- regions --------------------------------------------------------------------------------------------------------
void decode_region(Source& source, const Operand& operand, int lanes) {
  const int bytes = bytes_of(source.type);
  toolchain::OperandRegion region = operand.region;
  if (!operand.has_region) {
    if (!operand.is_macro)
      refuse("a source has no region");
    region = {1, 1, 0}; // of the steps of division: element after element
  }
  source.width = static_cast<std::uint8_t>(std::min(region.width, most_lanes));
  source.vertical = static_cast<std::int16_t>(region.vertical * bytes);
  source.horizontal = static_cast<std::int16_t>(region.horizontal * bytes);
  bool is_packed = true, is_scalar = true;
  int last = 0;
  for (int lane = 0; lane < (source.has_element_addresses ? source.width : lanes); ++lane) {
    const int at = lane / source.width * source.vertical + lane % source.width * source.horizontal;
    is_packed &= at == lane * bytes;
    is_scalar &= at == 0;
    last = std::max(last, at);
  }
  source.is_packed = is_packed;
  source.is_scalar = is_scalar && !is_packed;
  source.extent = static_cast<std::uint32_t>(last + bytes);
}

} // namespace

std::uint64_t number_of(std::string_view text) {
  std::string_view digits = text;
  const bool is_negative = digits.starts_with('-');
  if (is_negative)
    digits.remove_prefix(1);
  const bool is_hexadecimal = digits.starts_with("0x");
  if (is_hexadecimal)
    digits.remove_prefix(2);
  std::uint64_t value = 0;
  const auto [end, problem] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, is_hexadecimal ? 16 : 10);
  if (problem != std::errc() || end != digits.data() + digits.size())
    refuse("'" + std::string(text) + "' is no number");
  return is_negative ? 0 - value : value;
}

Source decode_source(DecodingContext& context, const Operand& operand, int lanes, int step) {
  if (operand.kind == Operand::Kind::immediate) {
    if (operand.is_negated || operand.is_absolute)
      refuse("an immediate has a modifier");
    return decode_immediate(context, operand, lanes, step);
  }
  if (operand.kind != Operand::Kind::direct && operand.kind != Operand::Kind::indirect)
    refuse("a source is neither a register nor a number");
  Source source;
  source.type = type_of(operand);
  source.is_negated = operand.is_negated;
  source.is_absolute = operand.is_absolute;
  source.macro_register = static_cast<std::int8_t>(operand.macro_register.value_or(-1));
  if (operand.macro_register.value_or(0) > 7)
    refuse("there are mme0 to mme7");
  source.has_element_addresses = operand.has_element_addresses;
  decode_region(source, operand, lanes);
  if (operand.kind == Operand::Kind::indirect) {
    if (operand.sub >= address_elements || std::abs(operand.offset) > 0x7fff)
      refuse("an address is outside of a0, or its offset too large");
    source.kind = Source::Kind::indirect;
    source.address_element = static_cast<std::uint8_t>(operand.sub);
    source.address_offset = static_cast<std::int16_t>(operand.offset);
  } else {
    source.kind = Source::Kind::direct;
    source.byte_offset = checked_location(context.program, operand, bytes_of(source.type), source.extent).first;
  }
  return source;
}

Destination decode_destination(DecodingContext& context, const Operand& operand, int lanes) {
  Destination destination;
  if (operand.kind == Operand::Kind::none)
    return destination;
  destination.type = type_of(operand);
  destination.is_saturated = operand.is_saturated;
  destination.macro_register = static_cast<std::int8_t>(operand.macro_register.value_or(-1));
  if (operand.macro_register.value_or(0) > 7)
    refuse("there are mme0 to mme7");
  if (operand.kind == Operand::Kind::direct && operand.file == OperandFile::null)
    return destination;
  const int bytes = bytes_of(destination.type);
  const int horizontal = operand.has_region ? std::max(operand.region.horizontal, 1) : 1;
  destination.step = static_cast<std::int16_t>(horizontal * bytes);
  destination.extent = static_cast<std::uint32_t>((lanes - 1) * destination.step + bytes);
  if (operand.kind == Operand::Kind::indirect) {
    if (operand.sub >= address_elements || std::abs(operand.offset) > 0x7fff)
      refuse("an address is outside of a0, or its offset too large");
    destination.kind = Destination::Kind::indirect;
    destination.address_element = static_cast<std::uint8_t>(operand.sub);
    destination.address_offset = static_cast<std::int16_t>(operand.offset);
    return destination;
  }
  if (operand.kind != Operand::Kind::direct)
    refuse("a destination is no register");
  constexpr std::array written{OperandFile::general, OperandFile::accumulator, OperandFile::flag, OperandFile::address,
                               OperandFile::control};
  if (std::ranges::find(written, operand.file) == written.end())
    refuse("the register file '" + std::string(name_of(operand.file)) + "' is not written");
  destination.kind = Destination::Kind::direct;
  destination.byte_offset = checked_location(context.program, operand, bytes, destination.extent).first;
  destination.keeps_wide = operand.file == OperandFile::accumulator && operand.number < 2 &&
                           (destination.type == Type::d || destination.type == Type::ud);
  return destination;
}

} // namespace xeforge::emulator
