// Waits until a file of a folder is written, however the editor does it: in place, or by another file that is renamed.
#pragma once

#include "xeforge/files/descriptor.hpp"

#include <filesystem>

namespace xeforge::lab {

class FolderWatch {
public:
  // Throws Error where the folder cannot be watched.
  explicit FolderWatch(const std::filesystem::path& folder);
  // Until a source or header there is written. Several changes that follow each other at once are one.
  void wait();

private:
  bool read_changes(int timeout_ms);

  files::Descriptor watch_;
};

} // namespace xeforge::lab
