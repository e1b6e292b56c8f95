#include "xeforge/toolchain/wide_lanes.hpp"

#include "xeforge/toolchain/ir_text.hpp"

#include <charconv>
#include <optional>
#include <unordered_map>

namespace xeforge::toolchain {
namespace {

// "  %RESULT = OPERATION REST": the result with its "%", and the rest up to the comma before metadata.
struct Instruction {
  std::string_view result, rest;
};
std::optional<Instruction> instruction(std::string_view line, std::string_view operation) {
  const auto equals = line.find(" = ");
  if (!line.starts_with("  %") || equals == line.npos || !line.substr(equals + 3).starts_with(operation))
    return std::nullopt;
  std::string_view rest = line.substr(equals + 3 + operation.size());
  return Instruction{line.substr(2, equals - 2), rest.substr(0, rest.find(", !"))};
}

// "FROM VALUE to TO" of a bitcast.
struct Cast {
  std::string_view result, from, value, to;
};
std::optional<Cast> bit_cast_in(std::string_view line) {
  const auto found = instruction(line, "bitcast ");
  const auto to = found ? found->rest.rfind(" to ") : std::string_view::npos;
  if (to == std::string_view::npos)
    return std::nullopt;
  const std::string_view operand = found->rest.substr(0, to);
  const auto space = operand.rfind(' ');
  return Cast{found->result, operand.substr(0, space), operand.substr(space + 1), found->rest.substr(to + 4)};
}

// The bits of iN; 0 for every other type.
int integer_bits(std::string_view type) {
  int bits = 0;
  if (type.starts_with('i'))
    std::from_chars(type.data() + 1, type.data() + type.size(), bits);
  return bits;
}
bool is_wide(std::string_view type) { return integer_bits(type) > 64; }

bool is_name(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '_';
}

struct WideVector {
  std::string from, value; // what was taken for a vector of wide integers
  int count;
};
struct WideLane {
  const WideVector* vector;
  long long lane;
};

class WideLanes {
public:
  WideLanes(std::vector<std::string>& lines, std::size_t first, std::size_t last, int& number)
      : lines_(lines), first_(first), last_(last), number_(number) {}

  void run() {
    for (std::size_t i = first_; i < last_; ++i)
      if (const auto cast = bit_cast_in(lines_[i]))
        if (const IrVector to = vector_type(cast->to); cast->to.starts_with('<') && is_wide(to.element))
          vectors_[std::string(cast->result)] = {std::string(cast->from), std::string(cast->value), to.count};
    if (vectors_.empty())
      return;
    for (std::size_t i = first_; i < last_; ++i)
      read_lane(lines_[i]);
    for (std::size_t i = first_; i < last_; ++i)
      rewrite(lines_[i]);
    for (std::size_t i = first_; i < last_; ++i)
      remove_if_unused(lines_[i]);
  }

private:
  void read_lane(std::string_view line) {
    const auto found = instruction(line, "extractelement ");
    const auto parts = found ? split_list(found->rest) : std::vector<std::string_view>();
    if (parts.size() != 2)
      return;
    const auto vector = vectors_.find(std::string(parts[0].substr(parts[0].rfind(' ') + 1)));
    const auto lane = integer_constant(parts[1].substr(parts[1].rfind(' ') + 1));
    if (vector != vectors_.end() && lane)
      lanes_[std::string(found->result)] = {&vector->second, *lane};
  }

  void rewrite(std::string& line) {
    const auto cast = bit_cast_in(line);
    const auto lane = cast ? lanes_.find(std::string(cast->value)) : lanes_.end();
    if (lane == lanes_.end() || !cast->to.starts_with('<') || vector_type(cast->to).element == "i1")
      return;
    const IrVector part = vector_type(cast->to);
    const WideVector& whole = *lane->second.vector;
    const std::string name = "%xeforge.part." + std::to_string(number_++);
    const std::string type = "<" + std::to_string(part.count * whole.count) + " x " + std::string(part.element) + ">";
    std::string places;
    for (int i = 0; i < part.count; ++i)
      places += (i == 0 ? "i32 " : ", i32 ") + std::to_string(lane->second.lane * part.count + i);
    const auto metadata = line.find(", !");
    const std::string end = metadata == line.npos ? std::string() : line.substr(metadata);
    line = "  " + name + " = bitcast " + whole.from + " " + whole.value + " to " + type + end + "\n  " +
           std::string(cast->result) + " = shufflevector " + type + " " + name + ", " + type + " poison, <" +
           std::to_string(part.count) + " x i32> <" + places + ">" + end;
  }

  // Lanes first, whose removal leaves their vectors unused: a definition stands before its uses.
  void remove_if_unused(std::string& line) {
    const auto equals = line.find(" = ");
    if (equals == line.npos || !line.starts_with("  %"))
      return;
    const std::string result = line.substr(2, equals - 2);
    if (lanes_.contains(result) ? is_used(result) : !vectors_.contains(result) || is_used_but_by_lanes(result))
      return;
    line.clear();
  }
  bool is_used(const std::string& value) const { return uses_of(value) > 0; }
  bool is_used_but_by_lanes(const std::string& value) const {
    int by_dead_lanes = 0;
    for (std::size_t i = first_; i < last_; ++i)
      if (const auto found = instruction(lines_[i], "extractelement "))
        if (const auto lane = lanes_.find(std::string(found->result)); lane != lanes_.end())
          by_dead_lanes += lane->second.vector == &vectors_.at(value) && !is_used(lane->first);
    return uses_of(value) > by_dead_lanes;
  }
  // Beside its definition.
  int uses_of(const std::string& value) const {
    int uses = 0;
    for (std::size_t i = first_; i < last_; ++i) {
      const std::string& line = lines_[i];
      for (auto at = line.find(value); at != line.npos; at = line.find(value, at + 1))
        uses += at != 2 && (at + value.size() == line.size() || !is_name(line[at + value.size()]));
    }
    return uses;
  }

  std::vector<std::string>& lines_;
  std::size_t first_, last_;
  int& number_;
  std::unordered_map<std::string, WideVector> vectors_; // by their names
  std::unordered_map<std::string, WideLane> lanes_;
};

} // namespace

void without_wide_lanes(std::vector<std::string>& lines, std::size_t first, std::size_t last, int& number) {
  WideLanes(lines, first, last, number).run();
}

} // namespace xeforge::toolchain
