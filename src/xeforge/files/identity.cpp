#include "xeforge/files/identity.hpp"

#include <sys/stat.h>

namespace xeforge::files {

std::optional<FileIdentity> identity_of(const std::filesystem::path& path) {
  struct stat status = {};
  if (::stat(path.c_str(), &status) != 0)
    return std::nullopt;
  return FileIdentity{status.st_dev, status.st_ino};
}

std::optional<FileIdentity> identity_of(int descriptor) {
  struct stat status = {};
  if (::fstat(descriptor, &status) != 0)
    return std::nullopt;
  return FileIdentity{status.st_dev, status.st_ino};
}

std::filesystem::path folder_of(const std::filesystem::path& file) {
  return file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
}

} // namespace xeforge::files
