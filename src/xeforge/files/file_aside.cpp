#include "xeforge/files/file_aside.hpp"

#include "xeforge/files/identity.hpp"
#include "xeforge/files/system_error.hpp"

#include <sys/stat.h>

namespace xeforge::files {
namespace {

namespace fs = std::filesystem;

fs::path without_links(const fs::path& path) {
  std::error_code none;
  const fs::path end = fs::weakly_canonical(path, none);
  return none ? path : end;
}

// What has no content of its own, a device or a pipe, would be lost for a file.
fs::path replaceable(const fs::path& path) {
  std::error_code none;
  if (fs::is_other(fs::status(path, none)))
    throw std::system_error(std::make_error_code(std::errc::operation_not_supported), path.string());
  return path;
}

} // namespace

FileAside::FileAside(const fs::path& target)
    : target_(replaceable(without_links(target))), aside_(folder_of(target_), Temporary::Kind::file) {}

void FileAside::write(std::string_view text) { write_whole(aside_.descriptor(), text); }

void FileAside::replace_target() {
  struct stat before = {};
  if (::stat(target_.c_str(), &before) == 0 && ::fchmod(aside_.descriptor(), before.st_mode & 07777) != 0)
    throw_system_error(target_);
  if (::fsync(aside_.descriptor()) != 0)
    throw_system_error(target_);
  const Uninterrupted uninterrupted;
  if (::rename(aside_.path().c_str(), target_.c_str()) != 0)
    throw_system_error(target_);
  aside_.has_moved();
}

void write_whole(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno != EINTR)
      throw std::system_error(errno, std::generic_category());
    text.remove_prefix(written > 0 ? static_cast<std::size_t>(written) : 0);
  }
}

void replace_file(const std::filesystem::path& target, std::string_view text) {
  FileAside aside(target);
  aside.write(text);
  aside.replace_target();
}

} // namespace xeforge::files
