#include "xeforge/toolchain/binary/disassembly.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/base/hexadecimal.hpp"
#include "xeforge/files/json_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <system_error>
#include <utility>

namespace xeforge::toolchain {
namespace {

using files::JsonValue;
using OperandKind = Operand::Kind;

// Sizes that no instruction has would only make sums overflow.
constexpr int most = 4096, most_offset = 1 << 24;

int number_or(const JsonValue& json, const char* name, int otherwise, int least = 0, int greatest = most) {
  const auto found = json.find(name);
  return found && found->json().is_number_integer() ? found->whole(least, greatest) : otherwise;
}

std::string text_or_empty(const JsonValue& json, const char* name) { return json.text_or(name, ""); }

bool is_set(const JsonValue& json, const char* name) {
  const auto found = json.find(name);
  return found && found->boolean();
}

// The JSON pads the numbers of labels with zeros, the text does not.
std::string label_text(const std::string& symbol) {
  const auto digits = symbol.find_first_of("0123456789");
  if (digits == std::string::npos)
    return symbol;
  const auto number = std::min(symbol.find_first_not_of('0', digits), symbol.size() - 1);
  return symbol.substr(0, digits) + symbol.substr(number);
}

void read_register(const JsonValue& json, const char* name, Operand& operand) {
  const auto found = json.find(name);
  if (!found)
    return;
  operand.file = operand_file_names.read("register file", text_or_empty(*found, "rn"));
  operand.number = number_or(*found, "r", 0);
  operand.sub = number_or(*found, "sr", 0);
}

OperandKind kind_of(const std::string& kind) {
  if (kind == "RD" || kind == "RM") // RM: with the accumulators of division and square root
    return OperandKind::direct;
  if (kind == "RI")
    return OperandKind::indirect;
  if (kind == "IM")
    return OperandKind::immediate;
  if (kind == "LB")
    return OperandKind::label;
  if (kind == "DA" || kind == "AD")
    return OperandKind::payload;
  if (kind.empty())
    return OperandKind::none;
  throw Error("kind of an operand", "'" + kind + "'", "one of RD, RM, RI, IM, LB, DA, AD");
}

std::optional<int> read_macro_register(const JsonValue& json) {
  const std::string name = text_or_empty(json, "mme");
  if (name.size() != 4 || !name.starts_with("mme"))
    return std::nullopt;
  return name.back() - '0';
}

std::uint32_t hexadecimal_in(std::string_view text, const char* what) {
  std::uint32_t number = 0;
  const std::string_view digits = text.starts_with("0x") ? text.substr(2) : text;
  const auto [rest, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), number, 16);
  if (problem != std::errc() || rest != digits.data() + digits.size())
    throw Error("disassembly", fmt::format("{} '{}'", what, text), "a number in hexadecimal");
  return number;
}

// "0x00000020`0x00000030`0x0000C002`0x0810002E", or half of it for a compacted instruction.
std::vector<std::uint32_t> read_encoding(const JsonValue& json) {
  const std::string text = text_or_empty(json, "encoding");
  std::vector<std::uint32_t> words;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('`', start), text.size());
    words.insert(words.begin(), hexadecimal_in(std::string_view(text).substr(start, end - start), "encoding"));
    start = end + 1;
  }
  return words;
}

Operand read_operand(const JsonValue& json) {
  Operand operand;
  const std::string kind = text_or_empty(json, "kind");
  operand.kind = kind_of(kind);
  operand.type = element_type_names.read("element type", text_or_empty(json, "type"));
  if (kind == "AD" || kind == "RI")
    read_register(json, "areg", operand);
  else
    read_register(json, "reg", operand);
  operand.length = number_or(json, kind == "AD" ? "alen" : "len", 0);
  operand.addresses = address_model_names.read("address model", text_or_empty(json, "stype"));
  operand.offset = number_or(json, "aoff", 0, -most_offset, most_offset);
  if (const auto block = json.find("aoff"); block && block->json().is_array())
    if (const auto offsets = block->list(); offsets.size() == 2) {
      operand.block_x = offsets[0].whole(-most_offset, most_offset);
      operand.block_y = offsets[1].whole(-most_offset, most_offset);
    }
  const std::string modifiers = text_or_empty(json, "mods");
  operand.is_negated = modifiers.starts_with('n');
  operand.is_absolute = modifiers.ends_with('a');
  operand.is_saturated = is_set(json, "sat");
  operand.is_macro = kind == "RM";
  operand.macro_register = read_macro_register(json);
  if (operand.kind == OperandKind::label)
    operand.value = label_text(text_or_empty(json, "target"));
  else if (operand.kind == OperandKind::immediate)
    operand.value = text_or_empty(json, "value");
  if (const auto region = json.find("rgn")) {
    operand.region = {number_or(*region, "v", 0), std::max(number_or(*region, "w", 1), 1), number_or(*region, "h", 1)};
    operand.has_region = true;
    // The vertical distance is missing where an address for each row takes its place: r[a0.0,0]<1,0>.
    operand.has_element_addresses = kind == "RI" && region->find("w") && !region->find("v");
  }
  return operand;
}

std::optional<ScoreboardToken> read_token(const JsonValue& json) {
  const auto found = json.find("sbid");
  if (!found)
    return std::nullopt;
  const std::string function = text_or_empty(*found, "func");
  if (!function.empty() && function != ".dst" && function != ".src")
    throw Error("use of a token", "'" + function + "'", "one of .dst, .src, or none");
  using Role = ScoreboardToken::Role;
  return ScoreboardToken{number_or(*found, "id", 0), function == ".dst"   ? Role::waits_for_result
                                                     : function == ".src" ? Role::waits_for_operands
                                                                          : Role::sets};
}

std::optional<FlagRegister> read_flag(const JsonValue& json) {
  const auto found = json.find("freg");
  if (!found)
    return std::nullopt;
  return FlagRegister{number_or(*found, "r", 0), number_or(*found, "sr", 0)};
}

// "I@1", "@3".
std::optional<Distance> read_distance(const JsonValue& json) {
  const std::string text = text_or_empty(json, "regDist");
  if (text.empty())
    return std::nullopt;
  const auto at = text.find('@');
  if (at == text.npos || at + 2 != text.size() || text[at + 1] < '0' || text[at + 1] > '9')
    throw Error("disassembly", fmt::format("distance '{}'", text), "a pipe and one digit");
  return Distance{distance_pipe_names.read("pipe of a distance", text.substr(0, at)), text[at + 1] - '0'};
}

// "8x4": depth and repeat count.
DpasShape read_shape(const std::string& text) {
  const auto is_digit = [](char letter) { return letter >= '1' && letter <= '8'; };
  if (text.size() != 3 || !is_digit(text[0]) || text[1] != 'x' || !is_digit(text[2]))
    throw Error("disassembly", fmt::format("dpas.{}", text), "a depth and a repeat count of 1 to 8");
  return {text[0] - '0', text[2] - '0'};
}

void read_operation(const JsonValue& json, Instruction& instruction) {
  const std::string mnemonic = json["op"].text();
  instruction.operation = operation_names.find(mnemonic).value_or(Operation::other);
  const std::string function = text_or_empty(json, "subop");
  switch (instruction.operation) {
  case Operation::other:
    instruction.other_mnemonic = mnemonic;
    return;
  case Operation::math:
    instruction.math_function = math_function_names.read("function of math", function);
    return;
  case Operation::sync:
    instruction.sync_function = sync_function_names.read("function of sync", function);
    return;
  case Operation::send:
  case Operation::sendc:
  case Operation::sendg:
  case Operation::sendgc:
    instruction.shared_function = shared_function_names.find(function).value_or(SharedFunction::other);
    return;
  case Operation::dpas:
  case Operation::dpasw:
    if (!function.empty())
      instruction.dpas_shape = read_shape(function);
    return;
  case Operation::bfn:
    if (const std::uint32_t results = hexadecimal_in(function, "function of bfn"); results < 256)
      instruction.boolean_function = static_cast<std::uint8_t>(results);
    else
      throw Error("function of bfn", function, "one of 8 bits");
    return;
  default:
    if (!function.empty())
      throw Error("disassembly", fmt::format("{}.{}", mnemonic, function), "no function behind this operation");
  }
}

Instruction read_instruction(const JsonValue& json, std::uint32_t offset) {
  Instruction instruction;
  read_operation(json, instruction);
  instruction.lanes = std::max(number_or(json, "es", 1), 1);
  instruction.offset = offset;
  if (const auto destination = json.find("dst"))
    instruction.destination = read_operand(*destination);
  if (const auto sources = json.find("srcs"))
    for (const JsonValue& source : sources->list())
      instruction.sources.push_back(read_operand(source));
  if (const auto predicate = json.find("pred")) {
    instruction.is_predicated = true;
    instruction.is_predicate_inverted = is_set(*predicate, "inv");
    const std::string group = text_or_empty(*predicate, "func");
    instruction.predicate_group =
        predicate_group_names.read("group of a predicate", group.starts_with('.') ? group.substr(1) : group);
  }
  if (const auto modifier = json.find("fm"))
    instruction.condition = condition_names.read("condition", text_or_empty(*modifier, "cond"));
  instruction.flag = read_flag(json);
  instruction.distance = read_distance(json);
  instruction.token = read_token(json);
  instruction.first_channel = number_or(json, "eo", 0);
  instruction.is_unmasked = is_set(json, "wren");
  instruction.encoding = read_encoding(json);
  if (const auto options = json.find("opts"))
    for (const JsonValue& each : options->list()) {
      const auto option = instruction_option_names.read("option", each.text());
      instruction.options.push_back(option);
      instruction.is_atomic |= option == InstructionOption::atomic;
      instruction.ends_thread |= option == InstructionOption::end_of_thread;
      if (option == InstructionOption::compacted)
        instruction.bytes = 8;
    }
  return instruction;
}

} // namespace

std::vector<ListingElement> read_listing(std::string_view disassembly_json) {
  const files::JsonDocument listing("disassembly", "the disassembler's JSON", disassembly_json);
  std::vector<ListingElement> elements;
  std::uint32_t offset = 0;
  for (const JsonValue& element : listing.root()["elems"].list()) {
    const std::string kind = element["kind"].text();
    if (kind == "L")
      if (const auto symbol = element.find("symbol"))
        elements.push_back({label_text(symbol->text()), {}});
    if (kind != "I")
      continue;
    try {
      elements.push_back({{}, read_instruction(element, offset)});
    } catch (const Error& error) {
      throw Error("instruction at " + base::hexadecimal(offset, 4), fmt::format("{} {}", error.argument(), error.got()),
                  error.expected());
    }
    offset += elements.back().instruction.bytes;
  }
  return elements;
}

} // namespace xeforge::toolchain
