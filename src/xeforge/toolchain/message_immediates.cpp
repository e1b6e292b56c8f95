#include "xeforge/toolchain/message_immediates.hpp"

#include "xeforge/toolchain/ir_text.hpp"

#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <unordered_map>

namespace xeforge::toolchain {
namespace {

// What the messages have room for: 20 bits of bytes, 10 bits of columns and of rows, all signed.
constexpr long long largest_offset = (1 << 19) - 1, largest_place = (1 << 9) - 1;

bool fits(long long constant, long long largest) { return constant >= -largest - 1 && constant <= largest; }

// A value as another one plus a constant. No base: the constant alone.
struct Sum {
  std::string base;
  long long constant = 0;
};

// A vector plus constants of which the first is `first`: what the others are beyond it, as text and in order.
struct LaneSum {
  std::string base, type, steps;
  long long first = 0;
};

struct Insertion {
  std::string vector, value;
  long long place = 0;
};

// The instructions of a function by what they are called.
class Definitions {
public:
  Definitions(const std::vector<std::string>& lines, std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const std::string_view line = lines[i];
      const auto equals = line.find(" = ");
      if (line.starts_with("  %") && equals != line.npos && line.find('\n') == line.npos)
        operations_[std::string(line.substr(2, equals - 2))] = std::string(line.substr(equals + 3));
    }
  }

  Sum sum_of(std::string_view value) const {
    if (const auto constant = constant_of(value))
      return {"", *constant};
    Sum sum{std::string(value), 0};
    while (const auto addition = addition_of(sum.base)) {
      if (!fits(sum.constant + addition->constant, largest_offset))
        break;
      sum = {addition->base, sum.constant + addition->constant};
    }
    return sum;
  }

  // "add <4 x i32> %1, <i32 16, i32 48, i32 80, i32 112>"
  std::optional<LaneSum> lane_sum_of(std::string_view name) const {
    const auto operands = addition_operands(name);
    if (!operands || !operands->second.starts_with('<') || !operands->second.ends_with('>'))
      return std::nullopt;
    LaneSum sum;
    for (const std::string_view lane : split_list(operands->second.substr(1, operands->second.size() - 2))) {
      const auto constant = integer_constant(last_word(lane));
      if (!constant)
        return std::nullopt;
      if (sum.steps.empty())
        sum.first = *constant;
      sum.steps += (sum.steps.empty() ? "i32 " : ", i32 ") + std::to_string(*constant - sum.first);
    }
    const auto space = operands->first.rfind(' ');
    sum.base = operands->first.substr(space + 1);
    const std::string_view before = operands->first.substr(0, space);
    sum.type = before.substr(before.find('<'));
    return sum;
  }

  // "insertelement <16 x i32> %5, i32 %6, i64 2"
  std::optional<Insertion> insertion_of(std::string_view name) const {
    const std::string_view operation = operation_of(name);
    if (!operation.starts_with(insert))
      return std::nullopt;
    const auto parts = split_list(operation.substr(insert.size()));
    if (parts.size() < 3)
      return std::nullopt;
    const auto place = integer_constant(last_word(parts[2]));
    if (!place)
      return std::nullopt;
    return Insertion{std::string(last_word(parts[0])), std::string(last_word(parts[1])), *place};
  }

private:
  static constexpr std::string_view insert = "insertelement ", splat = "splat (";

  static std::string_view last_word(std::string_view text) { return text.substr(text.rfind(' ') + 1); }

  // "4", or "splat (i32 4)".
  static std::optional<long long> constant_of(std::string_view value) {
    if (value.starts_with(splat) && value.ends_with(')'))
      value = last_word(value.substr(0, value.size() - 1));
    return integer_constant(value);
  }

  std::string_view operation_of(std::string_view name) const {
    const auto found = operations_.find(std::string(name));
    return found == operations_.end() ? std::string_view() : std::string_view(found->second);
  }

  // Type and first operand, and second operand of "add nsw i32 %1, 4" or "or disjoint <16 x i32> %1, splat (i32 4)".
  std::optional<std::pair<std::string_view, std::string_view>> addition_operands(std::string_view name) const {
    const std::string_view operation = operation_of(name);
    if (!operation.starts_with("add ") && !operation.starts_with("or disjoint "))
      return std::nullopt;
    const auto comma = operation.find(", ");
    if (comma == operation.npos)
      return std::nullopt;
    const std::string_view second = operation.substr(comma + 2);
    return std::pair(operation.substr(0, comma), second.substr(0, second.find(", !")));
  }

  std::optional<Sum> addition_of(std::string_view name) const {
    const auto operands = addition_operands(name);
    const auto value = operands ? constant_of(operands->second) : std::nullopt;
    if (!value)
      return std::nullopt;
    return Sum{std::string(last_word(operands->first)), *value};
  }

  std::unordered_map<std::string, std::string> operations_;
};

class Folding {
public:
  Folding(std::vector<std::string>& lines, std::size_t first, std::size_t last)
      : lines_(lines), first_(first), last_(last), definitions_(lines, first, last) {}

  void run() {
    for (std::size_t i = first_; i < last_; ++i) {
      if (!lines_[i].starts_with(' '))
        descriptors_.clear(), lane_bases_.clear(); // a new block: what the one before computed need not be there
      const auto call = parse_call(lines_[i]);
      if (!call)
        continue;
      if (call->callee.find(".2d.ugm.desc") != call->callee.npos)
        fold_place(lines_[i], *call);
      else if (call->callee.starts_with("llvm.genx.lsc.load.slm") ||
               call->callee.starts_with("llvm.genx.lsc.load.merge.slm") ||
               call->callee.starts_with("llvm.genx.lsc.store.slm"))
        fold_offset(lines_[i], *call);
    }
  }

private:
  using Views = std::vector<std::pair<std::string_view, std::string>>; // parts of a line and what replaces them

  static void replace(std::string& line, const Views& replacements) {
    std::string result;
    std::size_t done = 0;
    for (const auto& [part, text] : replacements) {
      const auto at = static_cast<std::size_t>(part.data() - line.data());
      result.append(line, done, at - done).append(text);
      done = at + part.size();
    }
    line = result.append(line, done);
  }

  std::string fresh() { return "%xeforge.place." + std::to_string(first_) + "." + std::to_string(intermediates_++); }

  // (predicate, operation, L1, L3, scale, immediate, sizes, order, mask, addresses, ...)
  void fold_offset(std::string& line, const IrCall& call) {
    constexpr std::size_t immediate = 5, address = 10;
    if (call.arguments.size() <= address || call.arguments[immediate].value != "0")
      return;
    const IrArgument& addresses = call.arguments[address];
    std::string before;
    const Sum sum = vector_type(addresses.type).count == 1 ? offset_of_one(addresses.value, before)
                                                           : offset_of_lanes(std::string(addresses.value), before);
    if (sum.constant == 0 || sum.constant % 4 != 0 || !fits(sum.constant, largest_offset))
      return;
    // Nothing is left of addresses that are one constant.
    replace(line, {{call.arguments[immediate].value, std::to_string(sum.constant)},
                   {addresses.value, sum.base.empty() ? "zeroinitializer" : sum.base}});
    line.insert(0, before);
  }

  // The base is a vector again, which the lines of `before` make. A constant of 0: there is nothing to fold.
  Sum offset_of_one(std::string_view address, std::string& before) {
    const auto element = definitions_.insertion_of(address);
    Sum sum = element ? definitions_.sum_of(element->value) : Sum{};
    if (sum.base.empty())
      return {};
    const std::string base = fresh();
    before = "  " + base + " = insertelement <1 x i32> poison, i32 " + sum.base + ", i64 0\n";
    sum.base = base;
    return sum;
  }
  Sum offset_of_lanes(const std::string& addresses, std::string& before) {
    const auto lanes = definitions_.lane_sum_of(addresses);
    if (!lanes)
      return definitions_.sum_of(addresses);
    if (lanes->first == 0) {
      lane_bases_.try_emplace({lanes->base, lanes->steps}, addresses);
      return {};
    }
    const auto [shared, is_new] = lane_bases_.try_emplace({lanes->base, lanes->steps}, fresh());
    if (is_new)
      before = "  " + shared->second + " = add " + lanes->type + " " + lanes->base + ", <" + lanes->steps + ">\n";
    return {shared->second, lanes->first};
  }

  // (predicate, cache, blocks, width, height, descriptor, columns, rows, ...). Words 5 and 6 of a descriptor are x and
  // y. Messages whose places are constants apart share one descriptor.
  void fold_place(std::string& line, const IrCall& call) {
    constexpr std::size_t descriptor = 5;
    if (call.arguments.size() <= descriptor + 2 || call.arguments[descriptor + 1].value != "0" ||
        call.arguments[descriptor + 2].value != "0")
      return;
    std::string surface(call.arguments[descriptor].value);
    std::map<long long, Sum> words;
    while (const auto insertion = definitions_.insertion_of(surface)) {
      if (insertion->place != 5 && insertion->place != 6)
        break;
      words.try_emplace(insertion->place, definitions_.sum_of(insertion->value)); // the last one counts
      surface = insertion->vector;
    }
    if (words.size() != 2 || !fits(words[5].constant, largest_place) || !fits(words[6].constant, largest_place))
      return;
    const auto [shared, is_new] = descriptors_.try_emplace({surface, words[5].base, words[6].base});
    std::string before;
    if (is_new) {
      const std::string with_x = fresh(), with_both = fresh();
      const auto insertion = [](const std::string& result, const std::string& vector, const Sum& word, int place) {
        return "  " + result + " = insertelement <16 x i32> " + vector + ", i32 " +
               (word.base.empty() ? "0" : word.base) + ", i64 " + std::to_string(place) + "\n";
      };
      before = insertion(with_x, surface, words[5], 5) + insertion(with_both, with_x, words[6], 6);
      shared->second = with_both;
    }
    replace(line, {{call.arguments[descriptor].value, shared->second},
                   {call.arguments[descriptor + 1].value, std::to_string(words[5].constant)},
                   {call.arguments[descriptor + 2].value, std::to_string(words[6].constant)}});
    line.insert(0, before);
  }

  std::vector<std::string>& lines_;
  std::size_t first_, last_;
  Definitions definitions_;
  // Of the block at hand: by surface, x and y without their constants.
  std::map<std::tuple<std::string, std::string, std::string>, std::string> descriptors_;
  std::map<std::pair<std::string, std::string>, std::string> lane_bases_; // of the block: by base and steps
  int intermediates_ = 0;
};

} // namespace

void fold_immediates(std::vector<std::string>& lines, std::size_t first, std::size_t last) {
  Folding(lines, first, last).run();
}

} // namespace xeforge::toolchain
