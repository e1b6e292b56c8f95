#include "xeforge/toolchain/kernel_arguments.hpp"

#include "xeforge/toolchain/ir_text.hpp"

#include <algorithm>
#include <cctype>
#include <set>

namespace xeforge::toolchain {
namespace {

std::string_view last_word(std::string_view text) {
  const auto space = text.rfind(' ');
  return space == text.npos ? text : text.substr(space + 1);
}

// A parameter passed as a structure in memory.
struct Captures {
  std::string name, type;
};
std::vector<Captures> structure_parameters(std::string_view define) {
  std::vector<Captures> found;
  for (const std::string_view parameter : split_list(parameters_of(define, defined_symbol(define)))) {
    const auto mark = parameter.find(" byval(");
    if (mark == parameter.npos)
      continue;
    const std::string_view type = parameter.substr(mark + 7); // %struct.Name) align 8 %0, the name perhaps in quotes
    const auto name_end = type.starts_with("%\"") ? type.find('"', 2) : 0;
    found.push_back(
        {.name = std::string(last_word(parameter)), .type = std::string(type.substr(0, type.find(')', name_end)))});
  }
  return found;
}

bool is_constant_index(std::string_view index) { return integer_constant(last_word(index)).has_value(); }

// Whether an element of the structure is found by a run-time index.
bool is_indexed(const std::vector<std::string>& lines, std::size_t first, std::size_t last,
                const std::string& structure) {
  // The names of pointers into the structure; instructions come after what they use.
  std::set<std::string, std::less<>> pointers{structure};
  for (std::size_t i = first + 1; i < last; ++i) {
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
      if (!std::all_of(parts.begin() + 2, parts.end(), is_constant_index))
        return true;
      pointers.emplace(result);
    }
  }
  return false;
}

// Whether the character belongs to a longer name than the one before it.
bool continues_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.'; }

void replace_value(std::string& line, const std::string& from, const std::string& to) {
  for (auto at = line.find(from); at != line.npos; at = line.find(from, at + 1))
    if (at + from.size() == line.size() || !continues_name(line[at + from.size()])) {
      line.replace(at, from.size(), to);
      at += to.size() - 1;
    }
}

} // namespace

void copy_indexed_captures(std::vector<std::string>& lines, std::size_t first, std::size_t last) {
  std::string copies;
  for (const Captures& structure : structure_parameters(lines[first])) {
    if (!is_indexed(lines, first, last, structure.name))
      continue;
    const std::string id = structure.name.substr(1), copy = "%xeforge.captures." + id;
    for (std::size_t i = first + 1; i < last; ++i)
      replace_value(lines[i], structure.name, copy);
    const std::string all = "%xeforge.all." + id;
    copies += "  " + copy + " = alloca " + structure.type + ", align 16\n";
    copies += "  " + all + " = load " + structure.type + ", ptr " + structure.name + ", align 1\n";
    copies += "  store " + structure.type + " " + all + ", ptr " + copy + ", align 16\n";
  }
  if (copies.empty())
    return;
  // At the start of the first block, which has a label or none.
  std::string& start = lines[first + 1];
  start = start.starts_with(' ') ? copies + start : start + "\n" + copies;
}

} // namespace xeforge::toolchain
