// Files of the toolchain: whole reads, a scratch folder, and what is written there.
#pragma once

#include "xeforge/files/temporaries.hpp"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xeforge::toolchain {

// All throw Error that names the file and what the system said.
std::string read_text(const std::filesystem::path& file);
std::vector<std::byte> read_bytes(const std::filesystem::path& file);
// In place, as befits a scratch folder; what is for a user is written by files/output_files.hpp.
void write_text(const std::filesystem::path& file, std::string_view text);
void write_bytes(const std::filesystem::path& file, std::span<const std::byte> bytes);

// A new folder in the system's place for temporary files, removed with everything in it at the end.
class ScratchFolder {
public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const std::filesystem::path& path() const;

private:
  std::unique_ptr<files::Temporary> folder_;
};

} // namespace xeforge::toolchain
