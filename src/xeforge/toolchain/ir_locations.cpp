#include "xeforge/toolchain/ir_locations.hpp"

#include "xeforge/toolchain/debug_nodes.hpp"
#include "xeforge/toolchain/ir_text.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <functional>
#include <map>
#include <utility>

namespace xeforge::toolchain {
namespace {

// clang writes names relative to a folder that the file shares with the one clang runs in, and does so for some nodes
// of a file and not for others: only the whole path tells two files apart.
std::filesystem::path path_of(std::string_view file) {
  return (std::filesystem::path(field(file, "directory")) / field(file, "filename")).lexically_normal();
}

bool is_debug_node(std::string_view content) {
  if (content.starts_with("distinct "))
    content.remove_prefix(9);
  return content.starts_with("!DI");
}

std::string_view debug_reference(std::string_view line) {
  const auto found = line.find("!dbg !");
  return found == line.npos ? std::string_view() : node_number(line.substr(found + 5));
}

// Removes "!dbg !12" and the comma before it.
void remove_reference(std::string& line) {
  for (auto found = line.find("!dbg !"); found != line.npos; found = line.find("!dbg !")) {
    const auto end = line.find_first_not_of("0123456789", found + 6);
    auto start = found;
    while (start > 0 && (line[start - 1] == ' ' || line[start - 1] == ','))
      --start;
    line.erase(start, (end == line.npos ? line.size() : end) - start);
  }
}

// Gives places their numbers, and instructions nodes that say them. Each function has a subprogram of its own, as the
// verifier of LLVM demands.
class PlaceNumbers {
public:
  explicit PlaceNumbers(std::function<std::vector<SourceFrame>(std::string_view)> frames_of)
      : frames_of_(std::move(frames_of)) {}

  // The line with new references; a line may hold several instructions, of which only the last one has kept its own.
  std::string numbered(const std::string& line) {
    if (line.starts_with("define ")) {
      subprogram_ = fresh();
      function_ = defined_symbol(line);
      nodes_.push_back("!" + subprogram_ + " = distinct !DISubprogram(name: \"" + std::to_string(subprograms_++) +
                       "\", scope: !" + file_ + ", file: !" + file_ + ", line: 0, type: !" + type_ +
                       ", spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !" + unit_ + ")");
      const auto brace = line.rfind('{');
      return without_reference(line.substr(0, brace)) + " " + marker + subprogram_ + " {";
    }
    if (line.starts_with("}"))
      subprogram_.clear();
    const std::string reference(debug_reference(line));
    // Calls must have one; what else has none may be a piece of an instruction.
    if (subprogram_.empty() || (reference.empty() && !is_call(line)))
      return line;
    const std::string suffix = std::string(", ") + marker + node_for(reference);
    std::string result;
    for (std::string_view rest = line; !rest.empty();) {
      const auto end = std::min(rest.find('\n'), rest.size());
      result += (result.empty() ? "" : "\n") + without_reference(std::string(rest.substr(0, end))) + suffix;
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return result;
  }

  // After the compiler's own debug information has gone: from marks to references.
  void write_nodes(std::vector<std::string>& lines) const {
    for (std::string& line : lines)
      for (auto found = line.find(marker); found != line.npos; found = line.find(marker, found))
        line.replace(found, std::string_view(marker).size(), "!dbg !");
    lines.push_back("!llvm.dbg.cu = !{!" + unit_ + "}");
    lines.push_back("!" + unit_ + " = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !" + file_ +
                    ", producer: \"xeforge\", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)");
    lines.push_back("!" + file_ + " = !DIFile(filename: \"places\", directory: \"\")");
    lines.push_back("!" + type_ + " = !DISubroutineType(types: !" + no_types_ + ")");
    lines.push_back("!" + no_types_ + " = !{}");
    lines.insert(lines.end(), nodes_.begin(), nodes_.end());
  }

  std::vector<SourcePlace> places() { return std::move(places_); }

private:
  // No word of LLVM's; stripping leaves it alone.
  static constexpr const char* marker = "!xeforge.place !";

  static std::string without_reference(std::string line) {
    remove_reference(line);
    while (line.ends_with(' '))
      line.pop_back();
    return line;
  }
  std::string fresh() { return std::to_string(next_node_++); }

  // The node of a location within the function at hand.
  const std::string& node_for(const std::string& reference) {
    const auto [found, is_new] = node_of_.try_emplace({subprogram_, reference});
    if (is_new) {
      std::size_t number = 0;
      if (!reference.empty()) {
        number = places_.size();
        places_.push_back({function_, frames_of_(reference)});
      }
      found->second = fresh();
      nodes_.push_back("!" + found->second + " = !DILocation(line: " + std::to_string(number) + ", scope: !" +
                       subprogram_ + ")");
    }
    return found->second;
  }

  std::function<std::vector<SourceFrame>(std::string_view)> frames_of_;
  std::vector<SourcePlace> places_{{}};
  std::map<std::pair<std::string, std::string>, std::string> node_of_; // by subprogram and the compiler's node
  std::vector<std::string> nodes_;
  // Above all that the compiler gives, and apart from those of the module's description.
  int next_node_ = 1'000'000, subprograms_ = 0;
  const std::string unit_ = fresh(), file_ = fresh(), type_ = fresh(), no_types_ = fresh();
  std::string subprogram_, function_; // at hand; the first is empty between functions
};

} // namespace

IrLocations::IrLocations(const std::vector<std::string>& lines) {
  for (const std::string& line : lines) {
    const std::string_view number = node_number(line);
    const auto equals = line.find(" = ");
    if (number.empty() || equals == line.npos)
      continue;
    const std::string_view content = std::string_view(line).substr(equals + 3);
    nodes_.emplace(number, content);
    if (is_debug_node(content))
      debug_nodes_.emplace(number);
  }
  for (const auto& [number, content] : nodes_)
    if (content.find("!DICompileUnit(") != content.npos)
      main_file_ = node(node_number(field(content, "file")));
}

std::string_view IrLocations::node(std::string_view number) const {
  const auto found = nodes_.find(std::string(number));
  return found == nodes_.end() ? std::string_view() : std::string_view(found->second);
}

// The file that a scope belongs to: its own, or the one of the scope around it.
std::string_view IrLocations::file_of(std::string_view scope) const {
  for (int depth = 0; depth < 64 && !scope.empty(); ++depth) {
    const std::string_view content = node(scope);
    if (const std::string_view file = field(content, "file"); !file.empty())
      return node(node_number(file));
    scope = node_number(field(content, "scope"));
  }
  return {};
}

std::string IrLocations::of(std::string_view line) const {
  std::string result;
  std::string_view number = debug_reference(line);
  for (int depth = 0; depth < 256 && !number.empty(); ++depth) {
    const std::string_view location = node(number);
    const std::string_view file = file_of(node_number(field(location, "scope")));
    const bool is_main = path_of(file) == path_of(main_file_);
    // Every kernel is called from its entry point and what that needs, which say nothing of the program.
    const bool is_entry_point = path_of(file).string().find("/sycl/detail/") != std::string::npos;
    if (result.empty() || !is_entry_point)
      result = std::string(field(is_main ? main_file_ : file, "filename")) + ":" + std::string(field(location, "line"));
    if (is_main)
      break;
    number = node_number(field(location, "inlinedAt"));
  }
  return result;
}

std::vector<SourceFrame> IrLocations::frames_of(std::string_view number) const {
  std::vector<SourceFrame> frames;
  for (int depth = 0; depth < 256 && !number.empty(); ++depth) {
    const std::string_view location = node(number);
    const std::string_view file = file_of(node_number(field(location, "scope")));
    const bool is_main = path_of(file) == path_of(main_file_);
    int line = 0;
    const std::string_view digits = field(location, "line");
    std::from_chars(digits.data(), digits.data() + digits.size(), line);
    frames.push_back({is_main ? std::string(field(main_file_, "filename")) : path_of(file).string(), line});
    number = node_number(field(location, "inlinedAt"));
  }
  return frames;
}

std::vector<SourcePlace> IrLocations::keep_places(std::vector<std::string>& lines) const {
  PlaceNumbers numbers([this](std::string_view location) { return frames_of(location); });
  for (std::string& line : lines)
    line = numbers.numbered(line);
  strip(lines);
  numbers.write_nodes(lines);
  return numbers.places();
}

void IrLocations::strip(std::vector<std::string>& lines) const {
  std::erase_if(lines, [this](const std::string& line) {
    const std::string_view number = node_number(line);
    return line.find("#dbg_") != line.npos || line.starts_with("!llvm.dbg.cu") ||
           (!number.empty() && debug_nodes_.contains(std::string(number)));
  });
  for (std::string& line : lines) {
    remove_reference(line);
    // Loop descriptions list the places of the loop among other things: "!50 = distinct !{!50, !51, !52}".
    const auto open = line.find("!{");
    if (node_number(line).empty() || open == line.npos)
      continue;
    std::string kept;
    const std::string_view list = std::string_view(line).substr(open + 2, line.rfind('}') - open - 2);
    for (const std::string_view item : split_list(list))
      if (!debug_nodes_.contains(std::string(node_number(item))))
        kept += (kept.empty() ? "" : ", ") + std::string(item);
    line = line.substr(0, open + 2) + kept + "}";
  }
}

} // namespace xeforge::toolchain
