// Which file a path leads to, whatever its name: two paths may be one file, through links of either kind.
#pragma once

#include <filesystem>
#include <optional>

#include <sys/types.h>

namespace xeforge::files {

struct FileIdentity {
  dev_t device = 0;
  ino_t inode = 0;
  bool operator==(const FileIdentity&) const = default;
};

// Nothing where there is no such file.
std::optional<FileIdentity> identity_of(const std::filesystem::path& path);
std::optional<FileIdentity> identity_of(int descriptor);

// The folder that a file is in, as it is written: "." for a bare name.
std::filesystem::path folder_of(const std::filesystem::path& file);

} // namespace xeforge::files
