#include "xeforge/emulator/program/decode.hpp"
#include "xeforge/emulator/thread/arithmetic.hpp"
#include "xeforge/emulator/thread/matrix.hpp"
#include "xeforge/emulator/thread/operands.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace xeforge::emulator {
namespace {

using toolchain::Operand;
using toolchain::OperandFile;

std::int32_t target_of(const DecodingContext& context, const Operand& operand) {
  if (operand.kind != Operand::Kind::label)
    refuse("a jump to a place that is computed");
  const auto found = context.labels.find(operand.value);
  if (found == context.labels.end())
    refuse("a jump to " + operand.value + ", where no instruction begins");
  return found->second;
}

bool has_branch_control(const toolchain::Instruction& from) {
  constexpr std::uint32_t bit = 1 << 1; // bit 33 of the instruction
  if (from.encoding.size() != 4)
    refuse("its code is not known");
  return from.encoding[1] & bit;
}

Flow flow_of(Operation operation) {
  switch (operation) {
  case Operation::jmpi:
    return Flow::jump;
  case Operation::goto_:
    return Flow::branch;
  case Operation::join:
  case Operation::endif:
    return Flow::join;
  case Operation::while_:
    return Flow::loop_end;
  case Operation::if_:
    return Flow::if_then;
  case Operation::else_:
    return Flow::if_else;
  case Operation::break_:
  case Operation::cont:
  case Operation::halt:
    return Flow::leave;
  case Operation::call:
    return Flow::call;
  case Operation::ret:
    return Flow::give_back;
  default:
    refuse("the jump '" + std::string(name_of(operation)) + "' is not known");
  }
}

} // namespace

void decode_jump(DecodingContext& context, const toolchain::Instruction& from, DecodedInstruction& instruction) {
  instruction.flow = flow_of(from.operation);
  if (instruction.flow == Flow::call || instruction.flow == Flow::give_back) {
    // Two words: the return address, and the channels that continue there.
    Operand link = instruction.flow == Flow::call ? from.destination
                   : from.sources.empty()         ? Operand{}
                                                  : from.sources[0];
    if (link.kind != Operand::Kind::direct || link.file != OperandFile::general)
      refuse("the place to return to is in no register");
    link.type = Type::ud;
    link.has_region = true;
    link.region = {2, 2, 1};
    instruction.destination = decode_destination(context, link, 2);
    if (instruction.flow == Flow::give_back)
      return;
  }
  if (from.sources.empty())
    refuse("a jump without a target");
  if (instruction.flow == Flow::jump && from.sources[0].kind == Operand::Kind::direct) {
    Operand distance = from.sources[0];
    distance.type = Type::d;
    distance.has_region = true;
    instruction.sources[0] = decode_source(context, distance, 1);
    return;
  }
  instruction.first_target = target_of(context, from.sources[0]);
  instruction.second_target = from.sources.size() > 1 ? target_of(context, from.sources[1]) : instruction.first_target;
  if (instruction.flow == Flow::branch || instruction.flow == Flow::if_then || instruction.flow == Flow::if_else) {
    instruction.is_backward = has_branch_control(from);
    if (instruction.is_backward && instruction.flow != Flow::branch)
      refuse("the branch control of " + std::string(name_of(from.operation)) + " is not executed");
  }
}

void decode_matrix(DecodingContext& context, const toolchain::Instruction& from, DecodedInstruction& instruction) {
  const auto [depth, rows] = from.dpas_shape;
  if (from.sources.size() != 3 || depth != dpas_depth)
    refuse("dpas." + std::to_string(depth) + "x" + std::to_string(rows));
  const int lanes = from.lanes, expected = context.program.register_bytes / 4;
  if (lanes != expected)
    refuse("dpas has " + std::to_string(expected) + " channels on this device");
  if (from.is_predicated || from.condition != Condition::none || from.destination.is_saturated)
    refuse("dpas with a predicate, a condition or saturation");
  instruction.flow = Flow::compute;
  instruction.function = static_cast<std::uint8_t>(rows);
  const Type to = from.destination.type, sum = from.sources[0].type, b = from.sources[1].type, a = from.sources[2].type;
  const auto is_one_of = [](Type value, std::initializer_list<Type> types) {
    return std::ranges::find(types, value) != types.end();
  };
  const auto small_integers = {Type::b, Type::ub, Type::s4, Type::u4, Type::s2, Type::u2};
  const bool are_integers = is_one_of(to, {Type::d, Type::ud}) && is_one_of(sum, {Type::d, Type::ud}) &&
                            is_one_of(a, small_integers) && is_one_of(b, small_integers);
  const bool are_floats = a == b && is_one_of(a, {Type::hf, Type::bf, Type::tf32}) &&
                          (to == Type::f || (to == a && a != Type::tf32)) &&
                          (sum == Type::f || (sum == a && a != Type::tf32));
  if (!are_integers && !are_floats)
    refuse("dpas of these types");
  instruction.working = are_floats ? Working::single : Working::integer;
  instruction.source_count = 3;
  // Operands are whole registers, described as rows of consecutive elements.
  const auto whole = [&](Operand operand, int words) {
    operand.type = Type::ud;
    operand.has_region = true;
    operand.region = {1, 1, 0};
    if (operand.is_negated || operand.is_absolute)
      refuse("a source of dpas has a modifier");
    return decode_source(context, operand, words);
  };
  const int row_words = [&](Type element) { return lanes * bytes_of(element) / 4; }(sum);
  if (from.sources[0].sub != 0 || from.sources[1].sub != 0)
    refuse("the first two sources of dpas begin with a register");
  if (from.sources[0].file != OperandFile::null) {
    instruction.sources[0] = whole(from.sources[0], rows * row_words);
    instruction.sources[0].type = sum;
    instruction.sources[0].is_packed = true;
    instruction.sources[0].load = choose_load(instruction.sources[0], instruction.working);
  }
  const int k = dpas_depth * products_a_step(b, a);
  // Its elements may begin anywhere within a register, counted in its own type: whole() counts words.
  instruction.sources[1] = whole(from.sources[1], k * bits_of(b) / 32 * lanes);
  instruction.sources[1].type = b;
  Operand a_operand = from.sources[2];
  if (a_operand.sub * bits_of(a) % 32 != 0)
    refuse("rows of dpas begin at a word");
  a_operand.sub = a_operand.sub * bits_of(a) / 32;
  instruction.sources[2] = whole(a_operand, rows * k * bits_of(a) / 32);
  instruction.sources[2].type = a;
  Operand destination = from.destination;
  destination.has_region = true;
  destination.region.horizontal = 1;
  instruction.destination = decode_destination(context, destination, rows * lanes);
  if (instruction.destination.kind != Destination::Kind::direct)
    refuse("dpas without a destination");
  instruction.destination.store = choose_store(to, instruction.working);
  instruction.execute = matrix_execute(instruction);
}

} // namespace xeforge::emulator
