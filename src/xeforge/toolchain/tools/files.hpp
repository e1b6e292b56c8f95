// Files of the toolchain: whole reads, whole writes, a scratch folder, and sets of files that appear complete.
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

// Output files of one folder, which is created if need be. They are written aside by add() and renamed, in the order of
// the calls, by commit(); without commit() none of them appears. A signal that ends the program waits for its end.
class FileSet {
public:
  explicit FileSet(std::filesystem::path folder);
  ~FileSet();
  FileSet(const FileSet&) = delete;
  FileSet& operator=(const FileSet&) = delete;

  void add(const std::string& name, std::string_view text);
  void add(const std::string& name, std::span<const std::byte> bytes);
  void commit();

private:
  files::Uninterrupted uninterrupted_;
  std::filesystem::path folder_;
  std::unique_ptr<files::Temporary> aside_;
  std::vector<std::string> names_;
};

} // namespace xeforge::toolchain
