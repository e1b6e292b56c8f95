#include "xeforge/toolchain/odd_integers.hpp"

#include "xeforge/toolchain/ir_text.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <optional>

namespace xeforge::toolchain {
namespace {

bool is_name(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '_';
}

// The bits of iN, where the whole text is that; 0 for every other text.
int integer_bits(std::string_view type) {
  int bits = 0;
  if (!type.starts_with('i'))
    return 0;
  const auto [end, problem] = std::from_chars(type.data() + 1, type.data() + type.size(), bits);
  return problem == std::errc() && end == type.data() + type.size() ? bits : 0;
}

// The integer that holds one of `bits` bits.
int holding(int bits) { return bits <= 1 ? bits : std::max(8, static_cast<int>(std::bit_ceil(unsigned(bits)))); }
bool is_odd(int bits) { return bits <= 64 && holding(bits) != bits; }

std::string integer(int bits) { return "i" + std::to_string(holding(bits)); }
std::string mask(int bits) { return std::to_string((std::uint64_t(1) << bits) - 1); }

// A constant without the copies of its sign, or the name of a value.
std::string operand(std::string_view value, int bits) {
  const auto constant = integer_constant(value);
  if (!constant || !is_odd(bits))
    return std::string(value);
  return std::to_string(static_cast<std::uint64_t>(*constant) & ((std::uint64_t(1) << bits) - 1));
}

bool mentions_odd_integer(std::string_view line) {
  for (std::size_t i = 1; i < line.size() && line[i] != ';' && line[i] != '!'; ++i) {
    if (line[i] != 'i' || std::string_view(" (<[{,").find(line[i - 1]) == std::string_view::npos)
      continue;
    const auto end = std::find_if_not(line.begin() + static_cast<std::ptrdiff_t>(i), line.end(), is_name);
    if (is_odd(integer_bits(line.substr(i, static_cast<std::size_t>(end - line.begin()) - i))))
      return true;
  }
  return false;
}

// Takes the first word of `text`.
std::string_view take_word(std::string_view& text) {
  const auto end = std::min(text.find(' '), text.size());
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return word;
}

// One instruction "  %RESULT = OPERATION REST METADATA" that has integers of odd widths.
class Rewriting {
public:
  Rewriting(std::string_view line, int& number) : number_(number) {
    const auto metadata = std::min(line.find(", !"), line.size()), equals = line.find(" = ");
    metadata_ = line.substr(metadata);
    if (!line.starts_with("  %") || equals == line.npos || equals > metadata)
      return;
    result_ = line.substr(2, equals - 2);
    rest_ = line.substr(equals + 3, metadata - equals - 3);
    operation_ = take_word(rest_);
  }

  std::optional<std::string> text() {
    const bool known = operation_ == "icmp"                      ? compare()
                       : operation_ == "phi"                     ? meet()
                       : operation_ == "select"                  ? choose()
                       : operation_ == "freeze"                  ? freeze()
                       : operation_.ends_with("ext") || is_cut() ? convert()
                                                                 : calculate();
    return known && !result_.empty() ? std::optional(text_) : std::nullopt;
  }

private:
  bool is_cut() const { return operation_ == "trunc"; }

  // The last line; those before it have results of their own.
  void finish(const std::string& operation) { put(std::string(result_), operation); }
  void put(const std::string& result, const std::string& operation) {
    text_ += (text_.empty() ? "  " : "\n  ") + result + " = " + operation + std::string(metadata_);
  }
  std::string intermediate(const std::string& operation) {
    const std::string name = "%xeforge.odd." + std::to_string(number_++);
    put(name, operation);
    return name;
  }
  void finish_masked(const std::string& operation, int bits) {
    finish("and " + integer(bits) + " " + intermediate(operation) + ", " + mask(bits));
  }
  // The value with its sign in the upper bits.
  std::string with_sign(const std::string& value, int bits) {
    const std::string type = integer(bits), distance = ", " + std::to_string(holding(bits) - bits);
    const std::string raised = intermediate("shl " + type + " " + value + distance);
    return intermediate("ashr " + type + " " + raised + distance);
  }

  // "iN A, B"
  struct Pair {
    int bits;
    std::string a, b;
  };
  std::optional<Pair> pair(std::string_view operands) const {
    const int bits = integer_bits(take_word(operands));
    const auto parts = split_list(operands);
    if (!is_odd(bits) || parts.size() != 2)
      return std::nullopt;
    return Pair{bits, operand(parts[0], bits), operand(parts[1], bits)};
  }

  bool compare() {
    std::string_view operands = rest_, predicate = take_word(operands);
    if (predicate == "samesign")
      predicate = take_word(operands);
    auto compared = pair(operands);
    if (!compared)
      return false;
    if (predicate.starts_with('s')) {
      compared->a = with_sign(compared->a, compared->bits);
      compared->b = with_sign(compared->b, compared->bits);
    }
    finish("icmp " + std::string(predicate) + " " + integer(compared->bits) + " " + compared->a + ", " + compared->b);
    return true;
  }

  bool calculate() {
    constexpr std::array<std::string_view, 4> carrying{"add", "sub", "mul", "shl"};
    constexpr std::array<std::string_view, 6> closed{"and", "or", "xor", "udiv", "urem", "lshr"};
    std::string_view operands = rest_;
    while (!operands.empty() && integer_bits(operands.substr(0, operands.find(' '))) == 0)
      take_word(operands); // nuw and the like
    const auto sides = pair(operands);
    if (!sides)
      return false;
    const std::string text = std::string(operation_) + " " + integer(sides->bits) + " " + sides->a + ", " + sides->b;
    if (std::ranges::find(closed, operation_) != closed.end())
      finish(text);
    else if (std::ranges::find(carrying, operation_) != carrying.end())
      finish_masked(text, sides->bits);
    else
      return false;
    return true;
  }

  // "FROM VALUE to TO"
  bool convert() {
    std::string_view words = rest_;
    while (!words.empty() && integer_bits(words.substr(0, words.find(' '))) == 0)
      take_word(words); // nneg, nuw
    const int from = integer_bits(take_word(words));
    std::string value = operand(take_word(words), from);
    const int to = take_word(words) == "to" ? integer_bits(words) : 0;
    if (from == 0 || to == 0 || from > 64 || to > 64)
      return false;
    const bool with_its_sign = operation_ == "sext";
    if (with_its_sign && is_odd(from))
      value = with_sign(value, from);
    const std::string type = integer(from), operands = " " + type + " " + value + " to " + integer(to);
    const std::string text = holding(from) == holding(to) ? "or " + type + " " + value + ", 0"
                             : is_cut()                   ? "trunc" + operands
                                                          : std::string(operation_) + operands;
    if (is_odd(to) && (is_cut() || with_its_sign))
      finish_masked(text, to);
    else
      finish(text);
    return true;
  }

  bool freeze() {
    std::string_view words = rest_;
    const int bits = integer_bits(take_word(words));
    finish("freeze " + integer(bits) + " " + operand(words, bits));
    return is_odd(bits);
  }

  // "iN [ VALUE, %BLOCK ], ..."
  bool meet() {
    std::string_view words = rest_;
    const int bits = integer_bits(take_word(words));
    std::string text = "phi " + integer(bits);
    const auto ways = split_list(words);
    for (const std::string_view way : ways) {
      const auto parts = split_list(way.substr(1, way.size() - 2));
      if (parts.size() != 2)
        return false;
      text += (way.data() == ways[0].data() ? " [ " : ", [ ") + operand(parts[0], bits) + ", " + std::string(parts[1]) +
              " ]";
    }
    finish(text);
    return is_odd(bits);
  }

  // "i1 CONDITION, iN A, iN B"
  bool choose() {
    const auto parts = split_list(rest_);
    if (parts.size() != 3)
      return false;
    std::string text = "select " + std::string(parts[0]);
    for (std::string_view value : {parts[1], parts[2]}) {
      const int bits = integer_bits(take_word(value));
      if (!is_odd(bits))
        return false;
      text += ", " + integer(bits) + " " + operand(value, bits);
    }
    finish(text);
    return true;
  }

  int& number_;
  std::string_view metadata_, result_, operation_, rest_;
  std::string text_;
};

// "  switch iN VALUE, label %BLOCK [" and "    iN CONSTANT, label %BLOCK"
std::optional<std::string> rewritten_switch(std::string_view line) {
  const std::string_view before = line.starts_with("  switch ") ? "  switch " : "    ";
  std::string_view words = line.substr(before.size());
  const int bits = integer_bits(take_word(words));
  const auto comma = words.find(", label ");
  if (!is_odd(bits) || comma == words.npos)
    return std::nullopt;
  return std::string(before) + integer(bits) + " " + operand(words.substr(0, comma), bits) +
         std::string(words.substr(comma));
}

} // namespace

void without_odd_integers(std::vector<std::string>& lines, std::size_t first, std::size_t last, int& number) {
  std::vector<std::pair<std::size_t, std::string>> changed;
  for (std::size_t i = first; i < last; ++i) {
    const std::string& line = lines[i];
    if (!mentions_odd_integer(line))
      continue;
    const bool of_switch = line.starts_with("  switch ") || line.starts_with("    ");
    auto text = of_switch ? rewritten_switch(line) : Rewriting(line, number).text();
    if (!text)
      return;
    changed.emplace_back(i, std::move(*text));
  }
  for (auto& [i, text] : changed)
    lines[i] = std::move(text);
}

} // namespace xeforge::toolchain
