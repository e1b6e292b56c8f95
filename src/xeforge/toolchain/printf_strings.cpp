#include "xeforge/toolchain/printf_strings.hpp"

#include "xeforge/base/error.hpp"

#include <algorithm>

namespace xeforge::toolchain {
namespace {

// The translator knows printf by the name that OpenCL's has.
constexpr std::string_view lowered_symbol = "_Z18__spirv_ocl_printfPU3AS2Kcz";
constexpr std::string_view is_constant = " constant ";

// "[3 x i8] c"%d\00", align 1" of the constant that `value` is the address of; empty where it is none.
std::string_view initializer_of(const std::vector<std::string>& lines, std::string_view value) {
  const auto at = value.find('@');
  if (at == value.npos)
    return {};
  const std::string_view symbol = symbol_at(value, at);
  for (const std::string& line : lines)
    if (line.starts_with('@') && defined_symbol(line) == symbol)
      if (const auto found = line.find(is_constant); found != line.npos)
        return std::string_view(line).substr(found + is_constant.size());
  return {};
}

} // namespace

std::string with_constant_strings(const std::vector<std::string>& lines, const std::string& line, const IrCall& call,
                                  std::vector<std::string>& last_lines, const std::string& place) {
  std::string arguments;
  for (const std::string_view argument : split_list(parameters_of(line, call.callee))) {
    const bool is_format = arguments.empty();
    const std::string_view initializer = argument.starts_with("ptr") ? initializer_of(lines, argument) : "";
    arguments += is_format ? "" : ", ";
    if (initializer.find(" x i8] ") != initializer.npos) {
      const std::string name = "@xeforge.string." + std::to_string(last_lines.size());
      last_lines.push_back(name + " = internal addrspace(2) constant " + std::string(initializer));
      arguments += "ptr addrspace(2) " + name;
    } else if (is_format) {
      throw Error(place, "a printf whose format is known only at run time", "a string literal");
    } else {
      arguments += argument;
    }
  }
  const std::string declaration = "declare spir_func i32 @" + std::string(lowered_symbol) + "(ptr addrspace(2), ...)";
  if (std::ranges::find(last_lines, declaration) == last_lines.end())
    last_lines.push_back(declaration);
  const std::string result = call.result.empty() ? "" : std::string(call.result) + " = ";
  return "  " + result + "call spir_func i32 (ptr addrspace(2), ...) @" + std::string(lowered_symbol) + "(" +
         arguments + ")";
}

} // namespace xeforge::toolchain
