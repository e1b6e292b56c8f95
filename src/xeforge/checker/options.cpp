#include "xeforge/checker/options.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/machine/device_models.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <sstream>
#include <string_view>

namespace xeforge::checker {
namespace {

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, at);)
    if (!part.empty())
      parts.push_back(part);
  return parts;
}

unsigned tools_of(const std::string& list, unsigned compiled) {
  unsigned tools = 0;
  for (const std::string& name : split(list, ',')) {
    const unsigned bit = machine::check_tool(name);
    if ((bit & compiled) == 0)
      throw Error(machine::check_options_variable, "tools=" + name,
                  "of those that the program is compiled with: " + machine::check_tools_text(compiled));
    tools |= bit;
  }
  if (tools == 0) // as an unset variable of the shell leaves it
    throw Error(machine::check_options_variable, "tools=" + list,
                "of those that the program is compiled with: " + machine::check_tools_text(compiled));
  return tools;
}

Suppression read_suppression(std::string_view line, const std::string& name) {
  constexpr std::string_view between = " and ";
  Suppression all;
  for (std::string_view rest = line; !rest.empty();) {
    const std::string_view entry = rest.substr(0, rest.find(between));
    rest.remove_prefix(std::min(rest.size(), entry.size() + between.size()));
    const std::size_t colon = entry.find(':');
    const std::string_view what = entry.substr(0, colon);
    if (colon == entry.npos || (what != "kernel" && what != "file" && what != "rule"))
      throw Error("suppressions", "'" + std::string(line) + "' in " + name,
                  "kernel:PATTERN, file:PATTERN or rule:PATTERN, or several with ' and ' between them");
    all.push_back({what == "kernel" ? Pattern::Of::kernel
                   : what == "file" ? Pattern::Of::file
                                    : Pattern::Of::rule,
                   std::string(entry.substr(colon + 1))});
  }
  return all;
}

std::vector<Suppression> read_suppressions(const std::string& name) {
  std::ifstream file(name);
  if (!file)
    throw Error("suppressions", "'" + name + "'", "a file that can be read");
  std::vector<Suppression> all;
  for (std::string line; std::getline(file, line);)
    if (!line.empty() && line.front() != '#')
      all.push_back(read_suppression(line, name));
  return all;
}

} // namespace

Options read_options(unsigned compiled_tools, const std::string& text) {
  Options options;
  options.tools = compiled_tools;
  for (const std::string& entry : split(text, ':')) {
    const std::size_t equals = entry.find('=');
    const std::string name = entry.substr(0, equals), value = equals == entry.npos ? "" : entry.substr(equals + 1);
    if (name == "tools") {
      options.tools = tools_of(value, compiled_tools);
    } else if (name == "device") {
      options.device = machine::device_model(value).name;
    } else if (name == "json" && !value.empty()) {
      options.json = value;
    } else if (name == "max-reports") {
      const auto [end, problem] = std::from_chars(value.data(), value.data() + value.size(), options.max_reports);
      if (problem != std::errc() || end != value.data() + value.size())
        throw Error("XEFORGE_CHECK_OPTIONS", "max-reports=" + value, "a number");
    } else if (name == "suppressions" && !value.empty()) {
      options.suppressions = read_suppressions(value);
    } else {
      throw Error("XEFORGE_CHECK_OPTIONS", "'" + entry + "'",
                  "tools=LIST, device=NAME, json=FILE, max-reports=N or suppressions=FILE, separated by ':'");
    }
  }
  return options;
}

} // namespace xeforge::checker
