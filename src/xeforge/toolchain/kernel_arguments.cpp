#include "xeforge/toolchain/kernel_arguments.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/toolchain/ir_text.hpp"

#include <set>

namespace xeforge::toolchain {
namespace {

std::string_view last_word(std::string_view text) {
  const auto space = text.rfind(' ');
  return space == text.npos ? text : text.substr(space + 1);
}

// The parameters passed as a structure in memory.
std::set<std::string, std::less<>> structure_parameters(std::string_view define) {
  std::set<std::string, std::less<>> names;
  for (const std::string_view parameter : split_list(parameters_of(define, defined_symbol(define))))
    if (parameter.find(" byval(") != parameter.npos)
      names.emplace(last_word(parameter));
  return names;
}

bool is_constant_index(std::string_view index) { return integer_constant(last_word(index)).has_value(); }

} // namespace

void check_kernel_arguments(const std::vector<std::string>& lines, std::size_t first, std::size_t last,
                            const IrLocations& locations, const std::string& kernel_name) {
  // The names of pointers into the structure; instructions come after what they use.
  std::set<std::string, std::less<>> pointers = structure_parameters(lines[first]);
  for (std::size_t i = first + 1; i < last && !pointers.empty(); ++i) {
    const std::string_view line = lines[i];
    const auto equals = line.find(" = ");
    if (equals == line.npos)
      continue;
    const std::string_view operation = line.substr(equals + 3);
    const std::string_view result = line.substr(2, equals - 2);
    if (operation.starts_with("addrspacecast ")) {
      const auto parts = operation.substr(0, operation.find(" to "));
      if (pointers.contains(last_word(parts)))
        pointers.emplace(result);
    } else if (operation.starts_with("getelementptr ")) {
      // getelementptr [flags] TYPE, ptr BASE, INDEX... [, !dbg]
      auto parts = split_list(operation);
      std::erase_if(parts, [](std::string_view part) { return part.starts_with('!'); });
      if (parts.size() < 2 || !pointers.contains(last_word(parts[1])))
        continue;
      for (std::size_t index = 2; index < parts.size(); ++index)
        if (!is_constant_index(parts[index])) {
          const std::string place = locations.of(line);
          throw Error(place.empty() ? "kernel " + kernel_name : place,
                      "an array captured by the kernel and indexed by a run-time value",
                      "constant indices, or the array in memory behind a pointer, or copied into a simd");
        }
      pointers.emplace(result);
    }
  }
}

} // namespace xeforge::toolchain
