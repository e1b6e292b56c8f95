#include "xeforge/toolchain/host_variables.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/toolchain/debug_nodes.hpp"
#include "xeforge/toolchain/ir_locations.hpp"
#include "xeforge/toolchain/ir_text.hpp"
#include "xeforge/toolchain/unreached.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>

namespace xeforge::toolchain {
namespace {

constexpr std::string_view annotations = "@llvm.global.annotations = ", private_mark = "c\"xeforge.private\\00\"";

// Variables with the annotation that ESIMD_PRIVATE makes, by symbol: in each entry the text follows the variable.
std::set<std::string> private_variables(const std::vector<std::string>& lines) {
  std::set<std::string> marks, found;
  for (const std::string& line : lines)
    if (line.starts_with('@') && line.find(private_mark) != std::string::npos)
      marks.emplace(defined_symbol(line));
  const auto list = std::ranges::find_if(lines, [](const std::string& line) { return line.starts_with(annotations); });
  if (list == lines.end() || marks.empty())
    return found;
  std::string_view before;
  for (auto at = list->find('@'); at != std::string::npos; at = list->find('@', at + 1)) {
    const std::string_view symbol = symbol_at(*list, at);
    if (marks.contains(std::string(symbol)))
      found.emplace(before);
    before = symbol;
  }
  return found;
}

// Of "@x = internal addrspace(1) global i32 5": a variable, and not something that the compiler made.
bool is_host_variable(std::string_view line) {
  const std::string_view symbol = defined_symbol(line);
  if (!line.starts_with('@') || symbol.starts_with("llvm.") || symbol.starts_with("_ZTVN10__cxxabiv") ||
      symbol.starts_with("_ZGV") || symbol == "__dso_handle" || symbol == "__tls_guard")
    return false;
  const std::string_view after = line.substr(line.find(" = ") + 3);
  const auto variable = after.find("global "), constant = after.find("constant "), external = after.find("external ");
  if (external < std::min(variable, constant))
    return true;
  return variable < constant;
}

// Whether a variable of this type could change. Arrays are as constant as their elements.
bool is_constant_type(const DebugNodes& nodes, std::string_view type) {
  while (type.starts_with("!DICompositeType(tag: DW_TAG_array_type") || field(type, "tag") == "DW_TAG_typedef")
    type = nodes.follow(type, "baseType");
  return field(type, "tag") == "DW_TAG_const_type";
}

std::string readable(std::string_view symbol) { return "'" + demangle(symbol) + "'"; }

} // namespace

bool may_use_host_variables(const std::vector<std::string>& lines) {
  const std::set<std::string> own = private_variables(lines);
  const auto reached = reached_symbols(lines);
  std::set<std::string> in_module;
  for (const std::string& line : lines)
    if (line.starts_with('@')) {
      const std::string symbol(defined_symbol(line));
      if (reached.contains(symbol) && !own.contains(symbol) && is_host_variable(line))
        return true;
      in_module.insert(symbol);
    }
  // What was there and is not any more.
  const DebugNodes nodes(lines);
  return std::ranges::any_of(nodes.all(), [&](std::string_view node) {
    if (!node.starts_with("!DIGlobalVariable(") || field(node, "isDefinition") != "true")
      return false;
    const std::string_view linkage = field(node, "linkageName");
    const std::string symbol(linkage.empty() ? field(node, "name") : linkage);
    return !in_module.contains(symbol) && !own.contains(symbol) && !is_constant_type(nodes, nodes.follow(node, "type"));
  });
}

void refuse_host_variables(const std::vector<std::string>& lines) {
  const std::set<std::string> own = private_variables(lines);
  const auto reached = reached_symbols(lines);
  const DebugNodes nodes(lines);
  const IrLocations locations(lines);
  struct Use {
    std::size_t line;
    std::string place, variable, declared;
  };
  std::optional<Use> first;
  for (const std::string& line : lines) {
    const std::string symbol(defined_symbol(line));
    const auto use = line.starts_with('@') ? reached.find(symbol) : reached.end();
    if (use == reached.end() || own.contains(symbol) || !is_host_variable(line) || (first && first->line < use->second))
      continue;
    const auto reference = line.find("!dbg !");
    const std::string_view described =
        reference == line.npos
            ? std::string_view()
            : nodes.follow(nodes.at(node_number(std::string_view(line).substr(reference + 5))), "var");
    const std::string declared = nodes.place(described);
    std::string place = locations.of(lines[use->second]);
    if (place.empty())
      place = declared.empty() ? "kernel" : declared;
    first = Use{use->second, place, readable(symbol), declared.empty() ? "" : " (" + declared + ")"};
  }
  if (first)
    throw Error(first->place,
                "a use of " + first->variable + first->declared +
                    ", a variable of the host, of which device code would have a copy of its own",
                "constants, captured values, or memory that a captured pointer leads to");
}

} // namespace xeforge::toolchain
