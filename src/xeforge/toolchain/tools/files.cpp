#include "xeforge/toolchain/tools/files.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/files/command_files.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>

namespace xeforge::toolchain {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& path, const std::string& problem, const char* expected) {
  throw Error(path.string(), "'" + problem + "'", expected);
}

std::string last_problem() { return std::strerror(errno != 0 ? errno : EIO); }

// What never ends, such as /dev/zero, is refused before memory is full.
constexpr std::size_t most_bytes = std::size_t{2} << 30;

template <class Container>
Container read_file(const fs::path& file) {
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  if (!stream || fs::is_directory(file))
    fail(file, fs::is_directory(file) ? "a folder" : last_problem(), "a file that can be read");
  files::note_input(file);
  Container content;
  std::array<char, 1 << 16> piece;
  do { // to its end: a pipe, as a shell's <(...) is, has no size
    stream.read(piece.data(), piece.size());
    const auto* const first = reinterpret_cast<const typename Container::value_type*>(piece.data());
    content.insert(content.end(), first, first + stream.gcount());
    if (content.size() > most_bytes)
      fail(file, "more than 2 GiB", "a file of a size that is read at once");
  } while (stream);
  if (stream.bad())
    fail(file, last_problem(), "a file that can be read");
  return content;
}

} // namespace

std::string read_text(const fs::path& file) { return read_file<std::string>(file); }

std::vector<std::byte> read_bytes(const fs::path& file) { return read_file<std::vector<std::byte>>(file); }

void write_bytes(const fs::path& file, std::span<const std::byte> bytes) {
  errno = 0;
  std::ofstream stream(file, std::ios::binary | std::ios::trunc);
  stream.write(reinterpret_cast<const char*>(bytes.data()), static_cast<long>(bytes.size()));
  stream.close();
  if (!stream)
    fail(file, last_problem(), "a place that can be written");
}

void write_text(const fs::path& file, std::string_view text) { write_bytes(file, std::as_bytes(std::span(text))); }

static std::unique_ptr<files::Temporary> new_folder(const fs::path& folder) {
  try {
    return std::make_unique<files::Temporary>(folder, files::Temporary::Kind::folder);
  } catch (const std::system_error& problem) {
    fail(folder, problem.code().message(), "a folder that can be written");
  }
}

ScratchFolder::ScratchFolder() : folder_(new_folder(fs::temp_directory_path())) {}
ScratchFolder::~ScratchFolder() = default;
const fs::path& ScratchFolder::path() const { return folder_->path(); }

FileSet::FileSet(fs::path folder) : folder_(std::move(folder)) {
  std::error_code problem;
  fs::create_directories(folder_, problem);
  if (problem)
    fail(folder_, problem.message(), "a folder that can be created");
  aside_ = new_folder(folder_);
}

FileSet::~FileSet() = default;

void FileSet::add(const std::string& name, std::span<const std::byte> bytes) {
  write_bytes(aside_->path() / name, bytes);
  names_.push_back(name);
}

void FileSet::add(const std::string& name, std::string_view text) { add(name, std::as_bytes(std::span(text))); }

void FileSet::commit() {
  for (const std::string& name : names_)
    if (const auto conflict = files::problem_of_output(folder_ / name, (folder_ / name).string()))
      throw Error((folder_ / name).string(), *conflict, "another folder for the output");
  const files::Uninterrupted all_or_none;
  for (const std::string& name : names_) {
    std::error_code problem;
    if (const fs::file_status before = fs::status(folder_ / name, problem); fs::is_regular_file(before))
      fs::permissions(aside_->path() / name, before.permissions(), problem); // a wish
    fs::rename(aside_->path() / name, folder_ / name, problem);
    if (problem)
      fail(folder_ / name, problem.message(), "a file that can be replaced");
  }
  names_.clear();
  files::note_written_output();
}

} // namespace xeforge::toolchain
