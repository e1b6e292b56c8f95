#include "xeforge/emulator/program/decode.hpp"

#include "xeforge/emulator/program/instruction_table.hpp"
#include "xeforge/emulator/thread/arithmetic.hpp"
#include "xeforge/emulator/thread/operands.hpp"
#include "xeforge/emulator/thread/rounding.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace xeforge::emulator {
namespace {

using toolchain::OperandFile;

// ---- everything besides the operands --------------------------------------------------------------------------------
Group group_of(toolchain::PredicateGroup group) {
  switch (group) {
  case toolchain::PredicateGroup::none:
    return Group::none;
  case toolchain::PredicateGroup::any:
    return Group::any;
  case toolchain::PredicateGroup::all:
    return Group::all;
  default:
    refuse("the predicate's group '" + std::string(name_of(group)) + "' is not known");
  }
}

void decode_flags(const toolchain::Instruction& from, DecodedInstruction& instruction) {
  instruction.is_unmasked = from.is_unmasked;
  instruction.is_predicated = from.is_predicated;
  instruction.is_predicate_inverted = from.is_predicate_inverted;
  if (from.condition == Condition::overflow)
    refuse("the condition 'ov' is not known");
  instruction.condition = from.condition;
  instruction.group = group_of(from.predicate_group);
  if (!from.flag) {
    if (from.is_predicated || (from.condition != Condition::none && from.operation != Operation::sel))
      refuse("a predicate or condition without a flag");
    return;
  }
  const auto [number, half] = *from.flag;
  const std::string name = "f" + std::to_string(number) + "." + std::to_string(half);
  if (number > 3 || half > 1)
    refuse("the flag " + name + " is not known");
  const int bit = 16 * half + from.first_channel;
  if (bit + from.lanes > 32)
    refuse("more channels than flag " + name + " has bits");
  instruction.flag_register = static_cast<std::uint8_t>(number);
  instruction.flag_bit = static_cast<std::uint8_t>(bit);
}

void check_options(const toolchain::Instruction& from) {
  using Option = toolchain::InstructionOption;
  constexpr std::array known{Option::atomic,    Option::compacted,  Option::end_of_thread,  Option::no_compact,
                             Option::serialize, Option::no_preempt, Option::surface_offset, Option::coarse_pixels};
  for (const Option option : from.options)
    if (std::ranges::find(known, option) == known.end())
      refuse("the option {" + std::string(name_of(option)) + "} is not known");
}

// ---- conversions ----------------------------------------------------------------------------------------------------
Working working_of(const DecodedInstruction& instruction) {
  bool has_float = false, has_integer = false, has_double = false, has_large = false, has_large_signed = false;
  for (int i = 0; i < instruction.source_count; ++i) {
    const Type type = instruction.sources[i].type;
    (is_float(type) ? has_float : has_integer) = true;
    has_double |= type == Type::df;
    has_large |= type == Type::uq;
    has_large_signed |= type == Type::q;
  }
  if (has_float && has_integer)
    refuse("integers and floats in one operation");
  if (has_float)
    return has_double || instruction.destination.type == Type::df ? Working::real : Working::single;
  return has_large && !has_large_signed ? Working::large_unsigned : Working::integer;
}

bool is_copy(const DecodedInstruction& instruction, Operation operation) {
  const Source& source = instruction.sources[0];
  return operation == Operation::mov && instruction.destination.type == source.type && !source.is_negated &&
         !source.is_absolute;
}

// A float that is moved to its own type keeps its bits, also those of a signalling NaN: compilers copy other data in
// this way.
bool copies_bits(const DecodedInstruction& instruction, Operation operation) {
  const Destination& destination = instruction.destination;
  return is_copy(instruction, operation) && is_float(destination.type) && !destination.is_saturated &&
         !destination.keeps_wide && instruction.condition == Condition::none;
}
Type type_of_bits(Type type) {
  const int bytes = bytes_of(type);
  return bytes == 2 ? Type::uw : bytes == 4 ? Type::ud : Type::uq;
}

// Whether each float type of the operands keeps denormals is a bit of cr0. A copy changes nothing.
std::uint16_t denormal_bits_of(const DecodedInstruction& instruction, Operation operation) {
  const Type to = instruction.destination.type;
  if (is_copy(instruction, operation))
    return 0;
  std::uint16_t bits = is_float(to) ? denormal_bit(to) : 0;
  for (int i = 0; i < instruction.source_count; ++i)
    if (is_float(instruction.sources[i].type))
      bits |= denormal_bit(instruction.sources[i].type);
  return bits;
}

bool is_bitwise(Operation operation) {
  switch (operation) {
  case Operation::and_:
  case Operation::or_:
  case Operation::xor_:
  case Operation::not_:
  case Operation::bfn:
    return true;
  default:
    return false;
  }
}

void check_modifiers(const DecodedInstruction& instruction, Operation operation) {
  constexpr std::array without{Operation::rol,  Operation::ror,   Operation::bfn,  Operation::bfe, Operation::bfi1,
                               Operation::bfi2, Operation::bfrev, Operation::cbit, Operation::lzd, Operation::fbl,
                               Operation::fbh,  Operation::dp4a,  Operation::addc, Operation::subb};
  for (int i = 0; i < instruction.source_count; ++i) {
    const Source& source = instruction.sources[i];
    if (!source.is_negated && !source.is_absolute)
      continue;
    if (std::ranges::find(without, operation) != without.end())
      refuse("a source of " + std::string(name_of(operation)) + " has a modifier");
    if (source.is_absolute && is_bitwise(operation))
      refuse("an absolute value of bits");
  }
  const Destination& destination = instruction.destination;
  if (destination.is_saturated && bytes_of(destination.type) == 8 && !is_float(destination.type) &&
      operation != Operation::mov)
    refuse("a saturated result of 64 bits");
  // According to the documentation, the result is compared with zero after the conversion. The sign of other values is
  // the same before and after.
  const bool compares_with_zero = instruction.condition >= Condition::eq && instruction.condition <= Condition::le;
  if (instruction.condition != Condition::none && !compares_with_zero && !is_float(destination.type) &&
      (instruction.working == Working::single || instruction.working == Working::real) && operation != Operation::cmp &&
      operation != Operation::cmpn)
    refuse("a condition other than a comparison with zero on a float that becomes an integer");
}

// The multiplier uses 16 bits of one operand; products of two 32-bit operands are computed through the accumulator.
void check_product(const DecodedInstruction& instruction, Operation operation) {
  const int first = operation == Operation::mad ? 1 : 0;
  if ((operation != Operation::mul && operation != Operation::mad) || is_float(instruction.sources[first].type))
    return;
  if (bytes_of(instruction.sources[first].type) > 2 && bytes_of(instruction.sources[first + 1].type) > 2)
    refuse("a product of two operands of 32 bits");
}

int sources_of(Operation operation) {
  const InstructionEntry* entry = find_instruction(operation);
  return entry == nullptr ? -1 : entry->sources;
}

// An addition that compilers insert as a delay: it reads null, whose value is undefined, and writes nothing.
bool only_takes_time(const toolchain::Instruction& from) {
  return from.operation == Operation::add && from.condition == Condition::none &&
         from.destination.file == OperandFile::null;
}

toolchain::Operand zero_like(toolchain::Operand operand) {
  operand.kind = toolchain::Operand::Kind::immediate;
  operand.value = "0";
  return operand;
}

void decode_operation(DecodingContext& context, const toolchain::Instruction& from, DecodedInstruction& instruction) {
  instruction.flow = Flow::compute;
  const int expected = sources_of(from.operation);
  const int sources = static_cast<int>(from.sources.size());
  // math.inv has one source, math.pow two; the disassembler writes no second one.
  if (sources < 1 || sources > 3 || (expected >= 0 && sources != expected && from.operation != Operation::math))
    refuse(std::to_string(sources) + " sources");
  instruction.source_count = static_cast<std::uint8_t>(sources);
  instruction.destination = decode_destination(context, from.destination, instruction.lanes);
  for (int i = 0; i < sources; ++i) {
    const toolchain::Operand& operand = from.sources[i];
    if (from.operation == Operation::math && i == 1 && operand.file == OperandFile::null) {
      instruction.source_count = 1;
      break;
    }
    const int step = instruction.destination.step;
    instruction.sources[i] = operand.file == OperandFile::null && only_takes_time(from)
                                 ? decode_source(context, zero_like(operand), instruction.lanes, step)
                                 : decode_source(context, operand, instruction.lanes, step);
    instruction.reads_timestamp |= operand.file == OperandFile::timestamp;
  }
  instruction.writes_control =
      from.destination.kind == toolchain::Operand::Kind::direct && from.destination.file == OperandFile::control;
  instruction.is_bitwise = is_bitwise(from.operation);
  instruction.function = from.boolean_function;
  choose_conversions(instruction, from.operation);
  check_modifiers(instruction, from.operation);
  check_product(instruction, from.operation);
}

// csel without a condition whose two operands are the same: the compiler for Xe-HPC writes it beside comparisons of
// halves.
bool chooses_between_the_same(const toolchain::Instruction& from) {
  if (from.operation != Operation::csel || from.sources.size() < 2)
    return false;
  const toolchain::Operand &one = from.sources[0], &other = from.sources[1];
  return one.kind == toolchain::Operand::Kind::direct && other.kind == one.kind && other.file == one.file &&
         other.number == one.number && other.sub == one.sub && other.region == one.region && other.type == one.type &&
         other.is_negated == one.is_negated && other.is_absolute == one.is_absolute;
}

// Minimum and maximum; for integers also a selection by equality, which gives one of the operands in any case.
bool is_condition_of_select(const DecodedInstruction& instruction) {
  const bool is_integer = instruction.working == Working::integer || instruction.working == Working::large_unsigned;
  return instruction.condition == Condition::ge || instruction.condition == Condition::lt ||
         (is_integer && (instruction.condition == Condition::eq || instruction.condition == Condition::ne));
}

void choose_operation(const toolchain::Instruction& from, DecodedInstruction& instruction) {
  const Operation operation = from.operation;
  if (instruction.condition == Condition::none && chooses_between_the_same(from))
    instruction.condition = Condition::ge; // any
  if (auto* execute = special_execute(operation, instruction)) {
    if (instruction.condition == Condition::early_out ||
        (operation == Operation::sel && instruction.is_predicated == (instruction.condition != Condition::none)) ||
        (operation == Operation::sel && !instruction.is_predicated && !is_condition_of_select(instruction)) ||
        ((operation == Operation::cmp || operation == Operation::cmpn) && instruction.condition == Condition::none) ||
        (operation == Operation::csel && instruction.condition == Condition::none))
      refuse("not with this condition");
    instruction.execute = execute;
    instruction.predicate_selects = operation == Operation::sel;
  } else if (auto* with_accumulator = accumulator_execute(operation, instruction)) {
    instruction.execute = with_accumulator;
  } else if (auto* macro = macro_execute(operation, from.math_function)) {
    if (operation == Operation::math && instruction.condition != Condition::early_out)
      refuse("a first step without its flag");
    if (instruction.working != Working::single && instruction.working != Working::real)
      refuse("steps of division are of floats");
    instruction.execute = macro;
  } else {
    if (instruction.condition == Condition::early_out)
      refuse("not with this condition");
    const bool is_integer = instruction.working == Working::integer || instruction.working == Working::large_unsigned;
    instruction.compute = operation == Operation::math ? math_compute(from.math_function, instruction)
                          : is_integer                 ? integer_compute(operation, instruction)
                                                       : float_compute(operation, instruction);
    if (instruction.compute == nullptr)
      refuse("'" + std::string(name_of(operation)) +
             (operation == Operation::math ? "." + std::string(name_of(from.math_function)) : "") + "' of " +
             std::string(name_of(instruction.sources[0].type)));
    instruction.execute = execute_by_channel;
    if (auto* fast = fast_execute(operation, instruction))
      instruction.execute = fast;
  }
}

} // namespace

void choose_conversions(DecodedInstruction& instruction, Operation operation) {
  instruction.copies_bits = copies_bits(instruction, operation);
  instruction.working = instruction.copies_bits ? Working::large_unsigned : working_of(instruction);
  instruction.denormal_bits = denormal_bits_of(instruction, operation);
  for (int i = 0; i < instruction.source_count; ++i) {
    Source& source = instruction.sources[i];
    Source loaded = source;
    if (instruction.copies_bits)
      loaded.type = type_of_bits(source.type);
    source.load = choose_load(loaded, instruction.working);
    source.working_bytes = instruction.working == Working::single ? sizeof(float) : sizeof(double);
    if (source.load == nullptr)
      refuse("a source of type " + std::string(name_of(source.type)));
  }
  Destination& destination = instruction.destination;
  if (destination.kind == Destination::Kind::none)
    return;
  const Type stored = instruction.copies_bits ? type_of_bits(destination.type) : destination.type;
  destination.store = choose_store(stored, stored_as(instruction.working, stored));
  if (destination.store == nullptr)
    refuse("a destination of type " + std::string(name_of(destination.type)));
}

DecodedInstruction decode_instruction(DecodingContext& context, std::int32_t index) {
  const toolchain::Instruction& from = context.program.instructions[index];
  DecodedInstruction instruction;
  constexpr std::array widths{1, 2, 4, 8, 16, 32};
  if (std::ranges::find(widths, from.lanes) == widths.end() || from.first_channel + from.lanes > most_lanes)
    refuse("it has not 1, 2, 4, 8, 16 or 32 channels of 32");
  instruction.lanes = static_cast<std::uint8_t>(from.lanes);
  instruction.first_channel = static_cast<std::uint8_t>(from.first_channel);
  check_options(from);
  if (from.operation == Operation::illegal) {
    instruction.flow = Flow::fault;
    return instruction;
  }
  if (from.operation == Operation::nop)
    return instruction;
  const InstructionEntry* entry = find_instruction(from.operation);
  if (entry == nullptr)
    refuse("the operation '" + std::string(from.mnemonic()) + "' is not known");
  if (entry->state == InstructionState::refused)
    refuse(std::string(entry->note));
  decode_flags(from, instruction);
  switch (entry->kind) {
  case InstructionKind::message:
    decode_send(context, index, instruction);
    break;
  case InstructionKind::wait:
    decode_sync(context, index, instruction);
    break;
  case InstructionKind::jump:
    decode_jump(context, from, instruction);
    break;
  case InstructionKind::matrix:
    decode_matrix(context, from, instruction);
    break;
  case InstructionKind::compute:
    decode_operation(context, from, instruction);
    choose_operation(from, instruction);
    break;
  }
  return instruction;
}

} // namespace xeforge::emulator
