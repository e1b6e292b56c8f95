#include "xeforge/driver/folder_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace xeforge::driver {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

// The folders of a path and its stem, the last first.
Names parts_of(const fs::path& source) {
  Names parts{source.stem().string()};
  const fs::path folders = source.lexically_normal().parent_path();
  for (auto part = folders.end(); part != folders.begin();)
    if (const std::string name = (--part)->string(); name != "/" && name != ".." && name != "." && !name.empty())
      parts.push_back(name);
  return parts;
}

std::string joined(const Names& parts, std::size_t count) {
  std::string name = parts[0];
  for (std::size_t i = 1; i < std::min(count, parts.size()); ++i)
    name = fmt::format("{}-{}", parts[i], name);
  return name;
}

} // namespace

Names folder_names(const std::vector<fs::path>& sources) {
  std::vector<Names> parts;
  for (const fs::path& source : sources)
    parts.push_back(parts_of(source));
  Names names;
  std::set<std::string> taken;
  for (const Names& own : parts) {
    const auto is_shared = [&](std::size_t count) {
      return std::ranges::any_of(
          parts, [&](const Names& other) { return other != own && joined(other, count) == joined(own, count); });
    };
    std::size_t count = 1;
    while (count < own.size() && is_shared(count))
      ++count;
    std::string name = joined(own, count);
    for (int number = 2; !taken.insert(name).second; ++number)
      name = fmt::format("{}-{}", joined(own, count), number);
    names.push_back(std::move(name));
  }
  return names;
}

} // namespace xeforge::driver
