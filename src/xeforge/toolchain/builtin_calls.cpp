#include "xeforge/toolchain/builtin_calls.hpp"

#include "xeforge/toolchain/ir_text.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>

namespace xeforge::toolchain {
namespace {

// N of iN or <M x iN>; 0 for other types.
int integer_bits(std::string_view type) {
  const std::string_view element = vector_type(type).element;
  int bits = 0;
  if (element.starts_with('i'))
    std::from_chars(element.data() + 1, element.data() + element.size(), bits);
  return bits;
}

// The same shape of integers with so many bits.
std::string integers(std::string_view like, int bits) {
  const std::string element = "i" + std::to_string(bits);
  return like.starts_with('<') ? "<" + std::to_string(vector_type(like).count) + " x " + element + ">" : element;
}
std::string constant(const std::string& type, long long number) {
  if (!type.starts_with('<'))
    return std::to_string(number);
  return "splat (" + std::string(vector_type(type).element) + " " + std::to_string(number) + ")";
}

// What an intrinsic of this type is called: "llvm.smax" and <16 x i8> give llvm.smax.v16i8.
std::string overload(std::string_view name, const std::string& type) {
  const IrVector vector = vector_type(type);
  return std::string(name) + "." + (type.starts_with('<') ? "v" + std::to_string(vector.count) : "") +
         std::string(vector.element);
}

// The number of "7", "splat (i32 7)".
std::optional<long long> number_in(std::string_view value) {
  if (value.starts_with("splat (") && value.ends_with(')'))
    value = value.substr(value.rfind(' ') + 1, value.size() - value.rfind(' ') - 2);
  return integer_constant(value);
}

// An end of the range of i8, i16 or i32.
bool is_limit(std::string_view value) {
  const auto number = number_in(value);
  if (!number)
    return false;
  const long long magnitude = *number < 0 ? -*number : *number + 1;
  return magnitude == 1ll << 7 || magnitude == 1ll << 15 || magnitude == 1ll << 31;
}

// "  %3 = add nsw <8 x i32> %1, %2": words before the type are left out.
struct Operation {
  std::string_view result, name, type, left, right;
};
std::optional<Operation> operation_in(std::string_view line) {
  const auto equals = line.find(" = ");
  if (!line.starts_with("  %") || equals == line.npos)
    return std::nullopt;
  std::string_view rest = line.substr(equals + 3);
  const std::string_view name = rest.substr(0, rest.find(' '));
  if (name != "add" && name != "sub" && name != "ashr" && name != "lshr" && name != "sext" && name != "zext")
    return std::nullopt;
  rest = rest.substr(std::min(name.size() + 1, rest.size()));
  while (rest.starts_with("nsw ") || rest.starts_with("nuw ") || rest.starts_with("nneg ") ||
         rest.starts_with("exact "))
    rest = rest.substr(rest.find(' ') + 1);
  const std::vector<std::string_view> parts = split_list(rest);
  const auto type_end = rest.starts_with('<') ? rest.find('>') + 1 : rest.find(' ');
  if (parts.empty() || type_end > parts[0].size())
    return std::nullopt;
  const std::string_view left = parts[0].substr(std::min(type_end + 1, parts[0].size()));
  return Operation{line.substr(2, equals - 2), name, rest.substr(0, type_end), left,
                   parts.size() > 1 ? parts[1] : std::string_view()};
}

class Builtins {
public:
  explicit Builtins(std::vector<std::string> lines);
  std::vector<std::string> run();

private:
  void read_function(std::size_t first);
  bool expand_sum(const std::string& line);
  bool expand(const IrCall& call);
  void saturate(const IrCall& call, const std::string& operation, const std::string& type, int bits);
  void shift_bytes(const IrCall& call, const std::string& type);
  void count_leading_zeros(const IrCall& call, const std::string& type);
  void reverse_bits(const IrCall& call, const std::string& type, int bits);

  // Each puts an instruction in and returns its result.
  std::string put(const std::string& instruction);
  void put_as(std::string_view result, const std::string& instruction);
  std::string convert(const std::string& how, const std::string& from, const std::string& value,
                      const std::string& to) {
    return put(how + " " + from + " " + value + " to " + to);
  }
  // `more` are the arguments behind the first one, with their types.
  std::string call(std::string_view name, const std::string& type, const std::string& argument, const std::string& more,
                   const std::string& more_types);

  std::vector<std::string> lines_, result_;
  std::set<std::string> declared_, needed_; // symbols; whole declarations
  std::set<std::string> clamped_, narrow_;  // values of this function: put into a range; with a sign bit to spare
  std::string origin_;                      // ", !dbg !12" of the call that is being replaced
  int number_ = 0;
};

Builtins::Builtins(std::vector<std::string> lines) : lines_(std::move(lines)) {
  for (const std::string& line : lines_)
    if (line.starts_with("declare "))
      declared_.emplace(defined_symbol(line));
}

void Builtins::put_as(std::string_view result, const std::string& instruction) {
  result_.push_back("  " + std::string(result) + " = " + instruction + origin_);
}
std::string Builtins::put(const std::string& instruction) {
  const std::string result = "%xeforge.plain." + std::to_string(number_++);
  put_as(result, instruction);
  return result;
}
std::string Builtins::call(std::string_view name, const std::string& type, const std::string& argument,
                           const std::string& more, const std::string& more_types) {
  const std::string symbol = overload(name, type);
  if (!declared_.contains(symbol))
    needed_.insert("declare " + type + " @" + symbol + "(" + type + more_types + ")");
  return put("call " + type + " @" + symbol + "(" + type + " " + argument + more + ")");
}

// Where the operands have such signs that the result cannot have its own, it is the limit on the other side: the lowest
// number with all bits flipped or none. (In wider integers it could be clamped, but the vector compiler would make the
// same intrinsic of that again.)
void Builtins::saturate(const IrCall& builtin, const std::string& operation, const std::string& type, int bits) {
  const std::string a(builtin.arguments[0].value), b(builtin.arguments[1].value);
  const std::string result = put(operation + " " + type + " " + a + ", " + b);
  const std::string changed = put("xor " + type + " " + a + ", " + result);
  const std::string other = put("xor " + type + " " + b + ", " + (operation == "add" ? result : a));
  const std::string both = put("and " + type + " " + changed + ", " + other);
  const std::string flags = integers(type, 1);
  const std::string overflow = put("icmp slt " + type + " " + both + ", " + constant(type, 0));
  const std::string sign = put("ashr " + type + " " + result + ", " + constant(type, bits - 1));
  const std::string limit = put("xor " + type + " " + sign + ", " + constant(type, -1ll << (bits - 1)));
  put_as(builtin.result, "select " + flags + " " + overflow + ", " + type + " " + limit + ", " + type + " " + result);
}

// fshl and fshr: both operands stand side by side in 16 bits.
void Builtins::shift_bytes(const IrCall& builtin, const std::string& type) {
  const std::string wide = integers(type, 16), eight = constant(wide, 8);
  const std::string upper = convert("zext", type, std::string(builtin.arguments[0].value), wide);
  const std::string lower = convert("zext", type, std::string(builtin.arguments[1].value), wide);
  const std::string raised = put("shl " + wide + " " + upper + ", " + eight);
  const std::string both = put("or " + wide + " " + raised + ", " + lower);
  const std::string modulo =
      put("and " + type + " " + std::string(builtin.arguments[2].value) + ", " + constant(type, 7));
  const std::string count = convert("zext", type, modulo, wide);
  const bool left = builtin.callee.starts_with("llvm.fshl.");
  std::string shifted = put((left ? "shl " : "lshr ") + wide + " " + both + ", " + count);
  if (left)
    shifted = put("lshr " + wide + " " + shifted + ", " + eight);
  put_as(builtin.result, "trunc " + wide + " " + shifted + " to " + type);
}

// Those of the upper half, or 32 and those of the lower one.
void Builtins::count_leading_zeros(const IrCall& builtin, const std::string& type) {
  const std::string half = integers(type, 32), value(builtin.arguments[0].value);
  const std::string shifted = put("lshr " + type + " " + value + ", " + constant(type, 32));
  const std::string upper = convert("trunc", type, shifted, half), lower = convert("trunc", type, value, half);
  const std::string of_upper = call("llvm.ctlz", half, upper, ", i1 false", ", i1");
  const std::string of_lower = call("llvm.ctlz", half, lower, ", i1 false", ", i1");
  const std::string below = put("add " + half + " " + of_lower + ", " + constant(half, 32));
  const std::string none = put("icmp eq " + half + " " + upper + ", " + constant(half, 0));
  const std::string count =
      put("select " + integers(type, 1) + " " + none + ", " + half + " " + below + ", " + half + " " + of_upper);
  put_as(builtin.result, "zext " + half + " " + count + " to " + type);
}

// Reversed in the next wider integer, they are its upper ones.
void Builtins::reverse_bits(const IrCall& builtin, const std::string& type, int bits) {
  const int wide_bits = bits <= 8 ? 8 : bits <= 16 ? 16 : bits <= 32 ? 32 : 64;
  const std::string wide = integers(type, wide_bits);
  const std::string widened = convert("zext", type, std::string(builtin.arguments[0].value), wide);
  const std::string reversed = call("llvm.bitreverse", wide, widened, "", "");
  const std::string moved = put("lshr " + wide + " " + reversed + ", " + constant(wide, wide_bits - bits));
  put_as(builtin.result, "trunc " + wide + " " + moved + " to " + type);
}

// False where the vector compiler can do it.
bool Builtins::expand(const IrCall& builtin) {
  const std::string type(builtin.type);
  const int bits = integer_bits(type);
  const auto is = [&](std::string_view name) { return builtin.callee.starts_with(name); };
  const bool usual = bits == 8 || bits == 16 || bits == 32 || bits == 64;
  if (usual && (is("llvm.sadd.sat.") || is("llvm.ssub.sat."))) {
    saturate(builtin, is("llvm.sadd.sat.") ? "add" : "sub", type, bits);
  } else if (bits == 8 && (is("llvm.fshl.") || is("llvm.fshr."))) {
    shift_bytes(builtin, type);
  } else if (bits == 64 && is("llvm.ctlz.")) {
    count_leading_zeros(builtin, type);
  } else if (!usual && bits < 64 && is("llvm.bitreverse.")) {
    reverse_bits(builtin, type, bits);
  } else {
    return false;
  }
  return true;
}

void Builtins::read_function(std::size_t first) {
  clamped_.clear();
  narrow_.clear();
  for (std::size_t i = first; i < lines_.size() && lines_[i] != "}"; ++i) {
    if (const auto operation = operation_in(lines_[i])) {
      const bool shift = operation->name == "ashr" || operation->name == "lshr";
      if (operation->name.ends_with("ext") || (shift && number_in(operation->right).value_or(0) > 0))
        narrow_.emplace(operation->result);
    } else if (const auto builtin = parse_call(lines_[i]); builtin && builtin->arguments.size() == 2) {
      for (const char* name : {"4genx4smaxI", "4genx4sminI", "llvm.smax.", "llvm.smin."})
        if (builtin->callee.find(name) != builtin->callee.npos && is_limit(builtin->arguments[1].value))
          clamped_.emplace(builtin->arguments[0].value);
    }
  }
}

// Of operands with a sign bit to spare the saturating sum is the sum.
bool Builtins::expand_sum(const std::string& line) {
  const auto sum = operation_in(line);
  if (!sum || (sum->name != "add" && sum->name != "sub") || !sum->type.starts_with('<'))
    return false;
  const std::string left(sum->left), right(sum->right), type(sum->type);
  if (!clamped_.contains(std::string(sum->result)) || !narrow_.contains(left) || !narrow_.contains(right))
    return false;
  const std::string other = sum->name == "add" ? right : put("sub " + type + " zeroinitializer, " + right);
  const std::string symbol = overload("llvm.genx.ssadd.sat", type);
  needed_.insert("declare " + type + " @" + symbol + "(" + type + ", " + type + ")");
  put_as(sum->result, "call " + type + " @" + symbol + "(" + type + " " + left + ", " + type + " " + other + ")");
  return true;
}

std::vector<std::string> Builtins::run() {
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    std::string& line = lines_[i];
    if (line.starts_with("define "))
      read_function(i);
    const auto place = line.find(", !dbg !");
    origin_ = place == line.npos ? std::string()
                                 : line.substr(place, line.find_first_not_of("0123456789", place + 8) - place);
    if (!clamped_.empty() && expand_sum(line.substr(0, place)))
      continue;
    if (line.find("@llvm.") != line.npos)
      if (const auto builtin = parse_call(line); builtin && !builtin->result.empty() && expand(*builtin))
        continue;
    result_.push_back(std::move(line));
  }
  result_.insert(result_.end(), needed_.begin(), needed_.end());
  return std::move(result_);
}

} // namespace

std::vector<std::string> without_unfit_builtins(std::vector<std::string> lines) {
  return Builtins(std::move(lines)).run();
}

} // namespace xeforge::toolchain
