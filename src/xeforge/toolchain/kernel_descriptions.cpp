#include "xeforge/toolchain/kernel_descriptions.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/toolchain/debug_nodes.hpp"

#include <string_view>
#include <utility>

namespace xeforge::toolchain {
namespace {

// The function that calls every kernel, which has the kernel's type as its first template argument.
constexpr std::string_view caller = "_ZN4sycl3_V16detail11call_kernelI";

// Calls at(node) for each node in a list that a field of another names.
template <class Function>
void for_each_in(const DebugNodes& nodes, std::string_view node, std::string_view name, Function at) {
  std::string_view list = nodes.follow(node, name);
  for (auto mark = list.find('!', 1); mark != list.npos; mark = list.find('!', mark + 1))
    at(nodes.at(node_number(list.substr(mark))));
}

void refuse_captured_this(const DebugNodes& nodes, std::string_view kernel) {
  for_each_in(nodes, kernel, "elements", [&](std::string_view member) {
    if (field(member, "name") != "this" || field(nodes.follow(member, "baseType"), "tag") != "DW_TAG_pointer_type")
      return;
    const std::string place = nodes.place(member);
    throw Error(place.empty() ? "kernel" : place,
                "a kernel that captures 'this', which points to an object of the host",
                "[*this] for a copy of it, or copies of the members that are used: [=, n = this->n]");
  });
}

// Constants are numbers like others once they are computed with.
void refuse_unfit_variable(const DebugNodes& nodes, std::string_view variable) {
  std::string_view type = nodes.follow(variable, "type");
  for (int depth = 0; depth < 8 && type.starts_with("!DIDerivedType("); ++depth) {
    if (field(type, "tag") == "DW_TAG_const_type")
      return;
    type = nodes.follow(type, "baseType");
  }
  const std::string_view name = field(type, "name");
  const bool is_long_double = name == "long double";
  if (type.starts_with("!DIBasicType(") && (is_long_double || name.find("_BitInt(") != name.npos))
    throw Error(nodes.place(variable), "'" + std::string(field(variable, "name")) + "' of type " + std::string(name),
                is_long_double ? "double, or float, in device code"
                               : "integers of 8, 16, 32 or 64 bits in device code");
}

} // namespace

void refuse_described_kernels(const std::vector<std::string>& lines) {
  const DebugNodes nodes(lines);
  for (const std::string_view node : nodes.all()) {
    if (node.starts_with("!DILocalVariable("))
      refuse_unfit_variable(nodes, node);
    else if (node.starts_with("!DISubprogram(") && field(node, "linkageName").starts_with(caller)) {
      bool is_first = true;
      for_each_in(nodes, node, "templateParams", [&](std::string_view parameter) {
        if (std::exchange(is_first, false))
          refuse_captured_this(nodes, nodes.follow(parameter, "type"));
      });
    }
  }
}

} // namespace xeforge::toolchain
