#include "xeforge/toolchain/binary/disassembly.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/files/json.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <system_error>
#include <utility>

namespace xeforge::toolchain {
namespace {

using ListingJson = nlohmann::json;
using OperandKind = Operand::Kind;

// Sizes that no instruction has would only make sums overflow.
constexpr int most = 4096, most_offset = 1 << 24;

int number_in(const ListingJson& json, const char* name, int least, int most, int otherwise) {
  const auto found = json.find(name);
  if (found == json.end() || !found->is_number_integer())
    return otherwise;
  const auto value = found->get<std::int64_t>();
  if (value < least || value > most)
    throw Error("disassembly", fmt::format("{} {}", name, value), "a number of the disassembler's JSON");
  return static_cast<int>(value);
}
int number_or(const ListingJson& json, const char* name, int otherwise) {
  return number_in(json, name, 0, most, otherwise);
}

std::string text_or_empty(const ListingJson& json, const char* name) {
  const auto found = json.find(name);
  return found == json.end() ? std::string() : found->get<std::string>();
}

// The JSON pads the numbers of labels with zeros, the text does not.
std::string label_text(const std::string& symbol) {
  const auto digits = symbol.find_first_of("0123456789");
  if (digits == std::string::npos)
    return symbol;
  const auto number = std::min(symbol.find_first_not_of('0', digits), symbol.size() - 1);
  return symbol.substr(0, digits) + symbol.substr(number);
}

void read_register(const ListingJson& json, const char* name, Operand& operand) {
  const auto found = json.find(name);
  if (found == json.end())
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

std::optional<int> read_macro_register(const ListingJson& json) {
  const std::string name = text_or_empty(json, "mme");
  if (name.size() != 4 || !name.starts_with("mme"))
    return std::nullopt;
  return name.back() - '0';
}

// "0x00000020`0x00000030`0x0000C002`0x0810002E", or half of it for a compacted instruction.
std::vector<std::uint32_t> read_encoding(const ListingJson& json) {
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

Operand read_operand(const ListingJson& json) {
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
  operand.offset = number_in(json, "aoff", -most_offset, most_offset, 0);
  if (const auto block = json.find("aoff"); block != json.end() && block->is_array() && block->size() == 2) {
    block->at(0).get_to(operand.block_x);
    block->at(1).get_to(operand.block_y);
  }
  const std::string modifiers = text_or_empty(json, "mods");
  operand.is_negated = modifiers.starts_with('n');
  operand.is_absolute = modifiers.ends_with('a');
  operand.is_saturated = json.value("sat", false);
  operand.is_macro = kind == "RM";
  operand.macro_register = read_macro_register(json);
  if (operand.kind == OperandKind::label)
    operand.value = label_text(text_or_empty(json, "target"));
  else if (operand.kind == OperandKind::immediate)
    operand.value = text_or_empty(json, "value");
  if (const auto region = json.find("rgn"); region != json.end()) {
    operand.region = {number_or(*region, "v", 0), std::max(number_or(*region, "w", 1), 1), number_or(*region, "h", 1)};
    operand.has_region = true;
    // The vertical distance is missing where an address for each row takes its place: r[a0.0,0]<1,0>.
    operand.has_element_addresses = kind == "RI" && region->contains("w") && !region->contains("v");
  }
  return operand;
}

std::optional<ScoreboardToken> read_token(const ListingJson& json) {
  const auto found = json.find("sbid");
  if (found == json.end())
    return std::nullopt;
  const std::string function = text_or_empty(*found, "func");
  using Role = ScoreboardToken::Role;
  return ScoreboardToken{number_or(*found, "id", 0), function == ".dst"   ? Role::waits_for_result
                                                     : function == ".src" ? Role::waits_for_operands
                                                                          : Role::sets};
}

std::string flag_name(const ListingJson& json) {
  const auto found = json.find("freg");
  if (found == json.end())
    return {};
  return fmt::format("f{}.{}", number_or(*found, "r", 0), number_or(*found, "sr", 0));
}

Instruction read_instruction(const ListingJson& json, std::uint32_t offset) {
  Instruction instruction;
  json.at("op").get_to(instruction.operation);
  instruction.function = text_or_empty(json, "subop");
  instruction.lanes = std::max(number_or(json, "es", 1), 1);
  instruction.offset = offset;
  if (const auto destination = json.find("dst"); destination != json.end())
    instruction.destination = read_operand(*destination);
  if (const auto sources = json.find("srcs"); sources != json.end())
    for (const ListingJson& source : *sources)
      instruction.sources.push_back(read_operand(source));
  if (const auto predicate = json.find("pred"); predicate != json.end()) {
    instruction.is_predicated = true;
    instruction.is_predicate_inverted = predicate->value("inv", false);
    const std::string group = text_or_empty(*predicate, "func");
    instruction.predicate_group = group.starts_with('.') ? group.substr(1) : group;
  }
  if (const auto modifier = json.find("fm"); modifier != json.end())
    instruction.condition = text_or_empty(*modifier, "cond");
  instruction.flag = flag_name(json);
  instruction.distance = text_or_empty(json, "regDist");
  instruction.token = read_token(json);
  instruction.first_channel = number_or(json, "eo", 0);
  instruction.is_unmasked = json.value("wren", false);
  instruction.encoding = read_encoding(json);
  if (const auto options = json.find("opts"); options != json.end())
    for (const ListingJson& option : *options) {
      instruction.options.push_back(option.get<std::string>());
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
  try {
    const ListingJson listing = files::parse_json<ListingJson>(disassembly_json);
    std::vector<ListingElement> elements;
    std::uint32_t offset = 0;
    for (const ListingJson& element : listing.at("elems")) {
      if (element.at("kind") == "L" && element.contains("symbol"))
        elements.push_back({label_text(element.at("symbol").get<std::string>()), {}});
      if (element.at("kind") != "I")
        continue;
      elements.push_back({{}, read_instruction(element, offset)});
      offset += elements.back().instruction.bytes;
    }
    return elements;
  } catch (const nlohmann::json::exception& problem) {
    throw Error("disassembly", fmt::format("'{}'", problem.what()), "the disassembler's JSON");
  }
}

} // namespace xeforge::toolchain
