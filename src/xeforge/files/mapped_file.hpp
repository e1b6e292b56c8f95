// A file's bytes as a mapping, which survives that somebody shortens the file: what is gone reads as zeros, and the
// mapping knows.
#pragma once

#include "xeforge/files/descriptor.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include <sys/stat.h>

namespace xeforge::files {

class MappedFile {
public:
  // A regular file, open for reading. Null where too many are mapped already: then it is to be read. Throws
  // std::system_error.
  static std::shared_ptr<MappedFile> map(Descriptor file, std::string name);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::span<const std::byte> bytes() const { return {begin_, size_}; }
  const std::string& name() const { return name_; }
  // Whether size and time of change are no longer those at opening: then nothing that was read can be relied on.
  bool has_changed() const;

private:
  MappedFile() = default;

  Descriptor file_;
  std::string name_;
  struct stat status_ = {};
  const std::byte* begin_ = nullptr;
  std::size_t size_ = 0;
  std::size_t slot_ = 0;
};

// The name of a file that has changed while it was mapped, or empty. Of those that are mapped now, and of those that
// were since the last question.
std::string changed_mapping();

} // namespace xeforge::files
