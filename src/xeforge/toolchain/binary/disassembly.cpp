#include "xeforge/toolchain/binary/disassembly.hpp"

#include "xeforge/base/error.hpp"
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
  return found && found->truth();
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
  operand.file = text_or_empty(*found, "rn");
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
  return OperandKind::none;
}

std::optional<int> read_macro_register(const JsonValue& json) {
  const std::string name = text_or_empty(json, "mme");
  if (name.size() != 4 || !name.starts_with("mme"))
    return std::nullopt;
  return name.back() - '0';
}

// "0x00000020`0x00000030`0x0000C002`0x0810002E", or half of it for a compacted instruction.
std::vector<std::uint32_t> read_encoding(const JsonValue& json) {
  const std::string text = text_or_empty(json, "encoding");
  std::vector<std::uint32_t> words;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('`', start), text.size());
    std::uint32_t word = 0;
    const std::size_t digits = text.compare(start, 2, "0x") == 0 ? start + 2 : start;
    const auto [rest, problem] = std::from_chars(text.data() + digits, text.data() + end, word, 16);
    if (problem != std::errc() || rest != text.data() + end)
      throw Error("disassembly", fmt::format("encoding '{}'", text), "words in hexadecimal");
    words.insert(words.begin(), word);
    start = end + 1;
  }
  return words;
}

Operand read_operand(const JsonValue& json) {
  Operand operand;
  const std::string kind = text_or_empty(json, "kind");
  operand.kind = kind_of(kind);
  operand.type = text_or_empty(json, "type");
  if (kind == "AD" || kind == "RI")
    read_register(json, "areg", operand);
  else
    read_register(json, "reg", operand);
  operand.length = number_or(json, kind == "AD" ? "alen" : "len", 0);
  operand.surface = text_or_empty(json, "stype");
  operand.offset = number_or(json, "aoff", 0, -most_offset, most_offset);
  if (const auto block = json.find("aoff"); block && block->json().is_array())
    if (const auto place = block->list(); place.size() == 2) {
      operand.block_x = place[0].whole(-most_offset, most_offset);
      operand.block_y = place[1].whole(-most_offset, most_offset);
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
  using Role = ScoreboardToken::Role;
  return ScoreboardToken{number_or(*found, "id", 0), function == ".dst"   ? Role::waits_for_result
                                                     : function == ".src" ? Role::waits_for_operands
                                                                          : Role::sets};
}

std::string flag_name(const JsonValue& json) {
  const auto found = json.find("freg");
  if (!found)
    return {};
  return fmt::format("f{}.{}", number_or(*found, "r", 0), number_or(*found, "sr", 0));
}

Instruction read_instruction(const JsonValue& json, std::uint32_t offset) {
  Instruction instruction;
  instruction.operation = json["op"].text();
  instruction.function = text_or_empty(json, "subop");
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
    instruction.predicate_group = group.starts_with('.') ? group.substr(1) : group;
  }
  if (const auto modifier = json.find("fm"))
    instruction.condition = text_or_empty(*modifier, "cond");
  instruction.flag = flag_name(json);
  instruction.distance = text_or_empty(json, "regDist");
  instruction.token = read_token(json);
  instruction.first_channel = number_or(json, "eo", 0);
  instruction.is_unmasked = is_set(json, "wren");
  instruction.encoding = read_encoding(json);
  if (const auto options = json.find("opts"))
    for (const JsonValue& each : options->list()) {
      const std::string option = instruction.options.emplace_back(each.text());
      instruction.is_atomic |= option == "Atomic";
      instruction.ends_thread |= option == "EOT";
      if (option == "Compacted")
        instruction.bytes = 8;
    }
  return instruction;
}

} // namespace

bool Instruction::is_padding() const { return operation == "nop" || operation == "illegal"; }

int type_bytes(std::string_view type) {
  constexpr std::array<std::pair<std::string_view, int>, 17> sizes{{{"ub", 1},
                                                                    {"b", 1},
                                                                    {"bf8", 1},
                                                                    {"hf8", 1},
                                                                    {"uw", 2},
                                                                    {"w", 2},
                                                                    {"hf", 2},
                                                                    {"bf", 2},
                                                                    {"ud", 4},
                                                                    {"d", 4},
                                                                    {"f", 4},
                                                                    {"tf32", 4},
                                                                    {"uv", 4},
                                                                    {"v", 4},
                                                                    {"uq", 8},
                                                                    {"q", 8},
                                                                    {"df", 8}}};
  const auto found = std::ranges::find(sizes, type, &std::pair<std::string_view, int>::first);
  return found == sizes.end() ? 0 : found->second;
}

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
    elements.push_back({{}, read_instruction(element, offset)});
    offset += elements.back().instruction.bytes;
  }
  return elements;
}

} // namespace xeforge::toolchain
