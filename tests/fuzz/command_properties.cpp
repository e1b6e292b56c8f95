#include "command_properties.hpp"

#include "memory_file.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/driver/command_line.hpp"

#include <cstdlib>
#include <optional>
#include <string_view>

namespace xeforge::fuzz {
namespace {

void require(bool holds) {
  if (!holds)
    std::abort();
}

std::optional<driver::CommandLine> read(const std::vector<std::string>& words) {
  try {
    return driver::read_command_line(words);
  } catch (const Error& error) {
    require(!error.argument().empty() && !error.got().empty() && !error.expected().empty());
    return std::nullopt;
  }
}

} // namespace

void check_command(std::span<const std::byte> bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const std::size_t end = std::min(text.find('\0'), text.size());
  const MemoryFile response(bytes.first(end));
  std::vector<std::string> words{"@" + response.path()};
  for (std::size_t begin = end; begin < text.size();) {
    const std::size_t next = std::min(text.find('\0', begin + 1), text.size());
    words.emplace_back(text.substr(begin + 1, next - begin - 1));
    begin = next;
  }
  // Words that name other response files would read files of this machine.
  for (std::size_t i = 1; i < words.size(); ++i)
    if (words[i].starts_with("@"))
      return;
  const auto line = read(words), again = read(words);
  require(line.has_value() == again.has_value());
  if (!line)
    return;
  require(line->host_arguments == again->host_arguments && line->sources == again->sources &&
          line->objects == again->objects && line->definitions == again->definitions &&
          line->include_folders == again->include_folders && line->goal == again->goal);
  for (const auto& source : line->sources)
    require(!source.empty());
}

} // namespace xeforge::fuzz
