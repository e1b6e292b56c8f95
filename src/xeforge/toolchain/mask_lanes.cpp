#include "xeforge/toolchain/mask_lanes.hpp"

#include "xeforge/toolchain/ir_text.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace xeforge::toolchain {
namespace {

constexpr std::array<std::string_view, 3> lane_moves{"shufflevector ", "insertelement ", "extractelement "};

struct TypedValue {
  std::string type, value;
};

// "<4 x i1> %5" or "i1 true".
TypedValue typed_value(std::string_view operand) {
  const auto end = operand.starts_with('<') ? operand.find('>') + 1 : operand.find(' ');
  if (end >= operand.size())
    return {};
  return {std::string(operand.substr(0, end)), std::string(operand.substr(end + 1))};
}

bool is_predicate(const TypedValue& operand) { return vector_type(operand.type).element == "i1"; }

std::string widened(std::string type) {
  const auto element = type.rfind("i1");
  return type.replace(element, 2, "i16");
}

std::string compared_with_zero(const std::string& result, const std::string& type, const std::string& value) {
  const char* const zero = type.starts_with('<') ? "zeroinitializer" : "0";
  return "  " + result + " = icmp ne " + type + " " + value + ", " + zero;
}

} // namespace

std::optional<std::string> without_mask_lane_moves(std::string_view line, int& number) {
  const auto equals = line.find(" = ");
  if (!line.starts_with("  %") || equals == line.npos)
    return std::nullopt;
  const std::string_view operation = line.substr(equals + 3);
  const auto move =
      std::ranges::find_if(lane_moves, [&](std::string_view name) { return operation.starts_with(name); });
  if (move == lane_moves.end())
    return std::nullopt;
  std::vector<std::string_view> parts = split_list(operation.substr(move->size()));
  std::erase_if(parts, [](std::string_view part) { return part.starts_with('!'); });
  if (parts.empty() || !is_predicate(typed_value(parts[0])))
    return std::nullopt;

  std::string text, operands, moved_type;
  for (const std::string_view part : parts) {
    const TypedValue operand = typed_value(part);
    operands += operands.empty() ? "" : ", ";
    if (!is_predicate(operand)) { // an index or the list of lanes
      operands += part;
      continue;
    }
    const std::string name = "%xeforge.lanes." + std::to_string(number++), type = widened(operand.type);
    text += "  " + name + " = zext " + operand.type + " " + operand.value + " to " + type + "\n";
    operands += type + " " + name;
  }
  const std::string result(line.substr(2, equals - 2));
  const std::string moved = "%xeforge.lanes." + std::to_string(number++);
  const TypedValue first = typed_value(parts[0]);
  if (*move == "shufflevector ")
    moved_type = "<" + std::to_string(vector_type(typed_value(parts.back()).type).count) + " x i16>";
  else
    moved_type = *move == "insertelement " ? widened(first.type) : "i16";
  text += "  " + moved + " = " + std::string(*move) + operands + "\n";
  return text + compared_with_zero(result, moved_type, moved);
}

} // namespace xeforge::toolchain
