#include "xeforge/toolchain/debug_nodes.hpp"

#include "xeforge/toolchain/ir_text.hpp"

#include <algorithm>
#include <array>
#include <unordered_set>

namespace xeforge::toolchain {
namespace {

std::string_view without_distinct(std::string_view content) {
  if (content.starts_with("distinct "))
    content.remove_prefix(9);
  return content;
}

bool is_description(std::string_view content) {
  constexpr std::array<std::string_view, 8> places{"!DILocation(", "!DISubprogram(",  "!DILexicalBlock",
                                                   "!DIFile(",     "!DICompileUnit(", "!DINamespace(",
                                                   "!DIModule(",   "!DICommonBlock("};
  content = without_distinct(content);
  return content.starts_with("!DI") &&
         std::ranges::none_of(places, [&](std::string_view place) { return content.starts_with(place); });
}

} // namespace

std::string_view node_number(std::string_view text) {
  if (!text.starts_with('!'))
    return {};
  const auto end = text.find_first_not_of("0123456789", 1);
  return text.substr(1, end == text.npos ? text.npos : end - 1);
}

std::string_view field(std::string_view node, std::string_view name) {
  for (const char before : {'(', ' '}) {
    const std::string start = before + std::string(name) + ": ";
    const auto found = node.find(start);
    if (found == node.npos)
      continue;
    std::string_view rest = node.substr(found + start.size());
    if (rest.starts_with('"'))
      return rest.substr(1, rest.find('"', 1) - 1);
    return rest.substr(0, rest.find_first_of(",)"));
  }
  return {};
}

DebugNodes::DebugNodes(const std::vector<std::string>& lines) {
  for (const std::string& line : lines) {
    const std::string_view number = node_number(line);
    const auto equals = line.find(" = ");
    if (number.empty() || equals == line.npos)
      continue;
    const std::string_view content = without_distinct(std::string_view(line).substr(equals + 3));
    by_number_.emplace(number, content);
    all_.push_back(content);
  }
}

std::string_view DebugNodes::at(std::string_view number) const {
  const auto found = by_number_.find(number);
  return found == by_number_.end() ? std::string_view() : found->second;
}

std::string DebugNodes::place(std::string_view node) const {
  const std::string_view file = field(follow(node, "file"), "filename");
  return file.empty() ? std::string() : std::string(file) + ":" + std::string(field(node, "line"));
}

void without_descriptions(std::vector<std::string>& lines) {
  std::unordered_set<std::string> gone;
  std::erase_if(lines, [&](const std::string& line) {
    if (line.starts_with("    #dbg_"))
      return true;
    const std::string_view number = node_number(line);
    const auto equals = line.find(" = ");
    if (number.empty() || equals == line.npos || !is_description(std::string_view(line).substr(equals + 3)))
      return false;
    gone.emplace(number);
    return true;
  });
  if (gone.empty())
    return;
  for (std::string& line : lines) {
    if (line.starts_with('@')) {
      if (const auto reference = line.find(", !dbg !"); reference != line.npos)
        line.erase(reference, line.find_first_not_of("0123456789", reference + 8) - reference);
      continue;
    }
    const auto open = line.find("!{");
    if (node_number(line).empty() || open == line.npos)
      continue;
    std::string kept;
    const std::string_view list = std::string_view(line).substr(open + 2, line.rfind('}') - open - 2);
    for (const std::string_view item : split_list(list))
      if (!gone.contains(std::string(node_number(item))))
        kept += (kept.empty() ? "" : ", ") + std::string(item);
    line = line.substr(0, open + 2) + kept + "}";
  }
}

} // namespace xeforge::toolchain
