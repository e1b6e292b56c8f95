// What the system's calls say when they fail, as an exception.
#pragma once

#include <cerrno>
#include <filesystem>
#include <system_error>

namespace xeforge::files {

// Throws what errno says of path.
[[noreturn]] inline void throw_system_error(const std::filesystem::path& path) {
  throw std::system_error(errno, std::generic_category(), path.string());
}

} // namespace xeforge::files
