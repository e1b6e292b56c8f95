#include "xeforge/toolchain/private_variables.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/toolchain/ir_text.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <string_view>

namespace xeforge::toolchain {
namespace {

using Lines = std::vector<std::string>;
using Names = std::map<std::string, std::string, std::less<>>;

constexpr std::string_view is_global = " global ", is_type = " = type { ", is_load = " = load ", is_store = "  store ";
constexpr std::string_view is_generic = " = addrspacecast ptr addrspace(1) ";
constexpr std::string_view register_section = ", section \"xeforge.register.";
// What the compiler makes of annotate("...", n): an entry "{ @x, ..., @.args }" of a list, and "@.args = ... { i32 n
// }".
constexpr std::string_view annotations = "@llvm.global.annotations = ",
                           annotation_section = ", section \"llvm.metadata\"";
constexpr std::string_view annotated_number = "{ i32 } { i32 ";
constexpr std::string_view address_intrinsic = "llvm.threadlocal.address.";

struct Variable {
  std::string symbol;
  std::string type;
  std::string register_byte; // where its registers begin; empty: anywhere
  std::size_t line;          // of its definition
};

// The type that `text` begins with: "<16 x float>", "%\"class.a\"", "[4 x i32]", "float".
std::string_view leading_type(std::string_view text) {
  if (text.starts_with("%\""))
    return text.substr(0, text.find('"', 2) + 1);
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '<' || c == '[' || c == '{')
      ++depth;
    if ((c == '>' || c == ']' || c == '}') && --depth == 0)
      return text.substr(0, i + 1);
    if (depth == 0 && (c == ' ' || c == ','))
      return text.substr(0, i);
  }
  return text;
}

// Structures of one member, and that member's type.
Names wrapped_types(const Lines& lines) {
  Names wrapped;
  for (const std::string& line : lines) {
    const auto found = line.find(is_type);
    if (!line.starts_with('%') || found == line.npos)
      continue;
    const std::string_view members = std::string_view(line).substr(found + is_type.size());
    const std::string_view first = leading_type(members);
    if (members.substr(first.size()) == " }")
      wrapped.emplace(line.substr(0, found), first);
  }
  return wrapped;
}

bool continues_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == '-'; }

// Where `name` stands in the line and does not go on as a longer one.
std::size_t find_name(std::string_view line, std::string_view name) {
  auto found = line.find(name);
  while (found != line.npos && found + name.size() < line.size() && continues_name(line[found + name.size()]))
    found = line.find(name, found + 1);
  return found;
}

std::string_view result_of(std::string_view line) {
  return line.starts_with("  %") ? line.substr(2, line.find(" = ") - 2) : std::string_view();
}

// The pointer that a load or store goes to, e.g. "ptr addrspace(4) %5"; nothing for other lines.
std::string_view accessed_pointer(std::string_view line) {
  if (line.find(is_load) == line.npos && !line.starts_with(is_store))
    return {};
  const auto start = line.rfind(", ptr ");
  if (start == line.npos)
    return {};
  const std::string_view pointer = line.substr(start + 2);
  return pointer.substr(0, pointer.find(','));
}

// ", !dbg !12" of an instruction, where it comes from in the source.
std::string origin_of(std::string_view line) {
  const auto found = line.find(", !dbg !");
  return found == line.npos ? std::string()
                            : std::string(line.substr(found, line.find_first_not_of("0123456789", found + 8) - found));
}

// Results are numbered, so an instruction that goes leaves one behind.
std::string nothing(std::string_view result) { return "  " + std::string(result) + " = add i32 0, 0"; }

std::string cast_of(const std::string& result, const std::string& address) {
  return "  " + result + " = addrspacecast ptr " + address + " to ptr addrspace(4)";
}

// "@x" of "%5 = call ... @llvm.threadlocal.address.p1(ptr addrspace(1) @x)"; the argument may be a cast of it.
std::string variable_of(std::string_view line) {
  const auto at = line.find('@', line.find(address_intrinsic));
  return at == line.npos ? std::string() : "@" + std::string(symbol_at(line, at));
}

class PrivateVariables {
public:
  explicit PrivateVariables(Lines& lines) : lines_(lines) {}
  Lines run();

private:
  void read_variables();
  std::string annotation_of(const std::string& symbol) const;
  void remove_what_is_not_needed();
  void rewrite_addresses(std::size_t first, std::size_t last);
  void forget_unused_casts(const Names& casts, std::size_t first, std::size_t last);
  bool is_whole_access(const std::string& line, const Variable& variable) const;
  void unbind_what_is_used_in_parts();
  void bind_accesses(const Variable& variable);
  void define(const Variable& variable);

  Lines& lines_;
  std::vector<Variable> variables_;
  Lines last_lines_;
};

void PrivateVariables::read_variables() {
  const Names wrapped = wrapped_types(lines_);
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    const std::string& line = lines_[i];
    const auto global = line.find(is_global);
    if (!line.starts_with('@') || global == line.npos || line.find(" thread_local") > global)
      continue;
    const std::string symbol(defined_symbol(line));
    const std::string_view rest = std::string_view(line).substr(global + is_global.size());
    if (symbol == "__tls_guard")
      throw Error("private or thread-local variables", "one whose first value is computed",
                  "constants, or assignments in the kernel");
    if (line.find(" external ") < global)
      throw Error("variable " + demangle(symbol), "a definition in another file", "one in the file of the kernel");
    Variable variable{symbol, std::string(leading_type(rest)), {}, i};
    if (const auto section = rest.find(register_section); section != rest.npos) {
      const std::string_view number = rest.substr(section + register_section.size());
      variable.register_byte = number.substr(0, number.find('"'));
      if (!integer_constant(variable.register_byte)) { // as it was written; the compiler knows its value
        const std::string annotated = annotation_of(symbol);
        if (!integer_constant(annotated))
          throw Error("variable " + demangle(symbol), "ESIMD_REGISTER(" + variable.register_byte + ")",
                      "a constant number of bytes");
        variable.register_byte = annotated;
      }
      for (auto inner = wrapped.find(variable.type); inner != wrapped.end(); inner = wrapped.find(variable.type))
        variable.type = inner->second;
      if (!variable.type.starts_with('<')) // the vector compiler fails at single numbers with a place
        variable.register_byte.clear();
    }
    variables_.push_back(std::move(variable));
  }
  // Uses of addresses that are none.
  for (std::string& line : lines_)
    if (line.starts_with('@') && line.find(annotation_section) != line.npos)
      line.clear();
}

// Of several, the one with a number; empty where there is none.
std::string PrivateVariables::annotation_of(const std::string& symbol) const {
  const auto list = std::ranges::find_if(lines_, [](const std::string& line) { return line.starts_with(annotations); });
  if (list == lines_.end())
    return {};
  std::string_view rest = *list;
  for (auto entry = find_name(rest, "@" + symbol); entry != rest.npos; entry = find_name(rest, "@" + symbol)) {
    rest = rest.substr(entry);
    const std::string_view up_to_end = rest.substr(0, rest.find(" }"));
    const std::string start = std::string(up_to_end.substr(up_to_end.rfind('@'))) + " = ";
    for (const std::string& line : lines_)
      if (const auto number = line.find(annotated_number); line.starts_with(start) && number != line.npos) {
        const std::string_view digits = std::string_view(line).substr(number + annotated_number.size());
        return std::string(digits.substr(0, digits.find(' ')));
      }
    rest = rest.substr(up_to_end.size());
  }
  return {};
}

// Functions that give a variable's address to other files, and the declaration of the intrinsic behind all addresses.
void PrivateVariables::remove_what_is_not_needed() {
  bool inside = false;
  for (std::string& line : lines_) {
    inside = inside || (line.starts_with("define ") && defined_symbol(line).starts_with("_ZTW"));
    const bool end = line == "}";
    if (inside || (line.starts_with("declare ") && defined_symbol(line).starts_with(address_intrinsic)))
      line.clear();
    inside = inside && !end;
  }
}

// In a function, "%5 = call ... @llvm.threadlocal.address.p1(... @x)", the cast of %5 to a generic pointer (which the
// call may have made itself), and loads and stores through that become loads and stores at @x.
void PrivateVariables::rewrite_addresses(std::size_t first, std::size_t last) {
  Names addresses, casts; // by result; what they are the address of
  for (std::size_t i = first; i < last; ++i) {
    std::string& line = lines_[i];
    if (const auto call = parse_call(line); call && call->callee.starts_with(address_intrinsic)) {
      const std::string result(call->result), address = variable_of(line);
      const bool is_cast = call->callee.ends_with(".p4"); // of a variable whose address was cast before
      (is_cast ? casts : addresses)[result] = address;
      line = is_cast ? cast_of(result, address) : nothing(result);
      continue;
    }
    if (const auto cast = line.find(is_generic); cast != line.npos) {
      const std::string_view operand = std::string_view(line).substr(cast + is_generic.size());
      const auto address = addresses.find(operand.substr(0, operand.find(' ')));
      if (address != addresses.end()) {
        const std::string result(result_of(line));
        casts[result] = address->second;
        line = cast_of(result, address->second);
        continue;
      }
    }
    const std::string_view pointer = accessed_pointer(line);
    const auto cast = casts.find(pointer.substr(std::min(pointer.rfind(' ') + 1, pointer.size())));
    if (cast != casts.end())
      line.replace(static_cast<std::size_t>(pointer.data() - line.data()), pointer.size(), "ptr " + cast->second);
  }
  forget_unused_casts(casts, first, last);
}

void PrivateVariables::forget_unused_casts(const Names& casts, std::size_t first, std::size_t last) {
  for (const auto& [result, address] : casts) {
    std::size_t defined = first, uses = 0;
    for (std::size_t i = first; i < last; ++i) {
      if (result_of(lines_[i]) == result)
        defined = i;
      else if (find_name(lines_[i], result) != std::string::npos)
        ++uses;
    }
    if (uses == 0)
      lines_[defined] = nothing(result);
  }
}

bool PrivateVariables::is_whole_access(const std::string& line, const Variable& variable) const {
  if (accessed_pointer(line) != "ptr @" + variable.symbol)
    return false;
  if (const auto load = line.find(is_load); load != line.npos)
    return leading_type(std::string_view(line).substr(load + is_load.size())) == variable.type;
  return line.starts_with(std::string(is_store) + variable.type + " ");
}

// A variable whose parts are read or written through a pointer keeps its meaning, but has no register of its own.
void PrivateVariables::unbind_what_is_used_in_parts() {
  for (Variable& variable : variables_)
    for (std::size_t i = 0; i < lines_.size() && !variable.register_byte.empty(); ++i)
      if (i != variable.line && find_name(lines_[i], "@" + variable.symbol) != std::string::npos &&
          !is_whole_access(lines_[i], variable))
        variable.register_byte.clear();
}

// The optimiser has replaced what is read after a store by what was stored. To be computed with in its registers, the
// value is read again: until the block ends, or a call might write the variable.
void PrivateVariables::bind_accesses(const Variable& variable) {
  const std::string place = "ptr @" + variable.symbol, suffix = ".xeforge." + variable.symbol + "(";
  std::string stored, again;
  int count = 0;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    std::string& line = lines_[i];
    if (line.empty() || !line.starts_with("  "))
      stored.clear();
    if (!stored.empty())
      for (auto found = find_name(line, stored); found != line.npos; found = find_name(line, stored))
        line.replace(found, stored.size(), again);
    if (i == variable.line || !is_whole_access(line, variable))
      continue;
    if (const auto load = line.find(is_load); load != line.npos) {
      line = line.substr(0, load) + " = call " + variable.type + " @llvm.genx.vload" + suffix + place + ")" +
             origin_of(line);
      continue;
    }
    const std::string_view value = std::string_view(line).substr(is_store.size() + variable.type.size() + 1);
    stored = value.substr(0, value.find(", ptr "));
    again = "%xeforge." + variable.symbol + "." + std::to_string(count++);
    const std::string origin = origin_of(line);
    line = "  call void @llvm.genx.vstore" + suffix + variable.type + " " + stored + ", " + place + ")" + origin +
           "\n  " + again + " = call " + variable.type + " @llvm.genx.vload" + suffix + place + ")" + origin;
    if (!stored.starts_with('%')) // a constant is as good where it is
      stored.clear();
  }
}

void PrivateVariables::define(const Variable& variable) {
  std::string& line = lines_[variable.line];
  const std::string attribute = " #" + std::to_string(90000 + last_lines_.size());
  const std::string head = "@" + variable.symbol + " = internal global ";
  const std::string attributes = "attributes" + attribute + R"( = { "VCGlobalVariable")";
  if (variable.register_byte.empty()) {
    const std::string_view rest = std::string_view(line).substr(line.find(is_global) + is_global.size());
    const std::string_view type = leading_type(rest);
    const auto align = line.find(", align ");
    const std::string value(split_list(rest.substr(type.size())).at(0));
    line = head + std::string(type) + " " + value + (align == line.npos ? "" : line.substr(align)) + attribute;
    last_lines_.push_back(attributes + " }");
    return;
  }
  const std::string name = ".xeforge." + variable.symbol;
  line = head + variable.type + " undef, align 64" + attribute + "\ndeclare " + variable.type + " @llvm.genx.vload" +
         name + "(ptr)\ndeclare void @llvm.genx.vstore" + name + "(" + variable.type + ", ptr)";
  last_lines_.push_back(attributes + R"( "VCVolatile" "VCByteOffset"=")" + variable.register_byte + "\" }");
}

Lines PrivateVariables::run() {
  read_variables();
  if (variables_.empty())
    return {};
  remove_what_is_not_needed();
  std::size_t first = 0;
  for (std::size_t i = 0; i < lines_.size(); ++i)
    if (lines_[i].starts_with("define "))
      first = i;
    else if (lines_[i] == "}")
      rewrite_addresses(first, i);
  unbind_what_is_used_in_parts();
  for (const Variable& variable : variables_) {
    if (!variable.register_byte.empty())
      bind_accesses(variable);
    define(variable);
  }
  return std::move(last_lines_);
}

} // namespace

std::vector<std::string> make_thread_locals_private(std::vector<std::string>& lines) {
  return PrivateVariables(lines).run();
}

} // namespace xeforge::toolchain
