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

ScratchFolder::ScratchFolder() {
  const fs::path folder = fs::temp_directory_path();
  try {
    folder_ = std::make_unique<files::Temporary>(folder);
  } catch (const std::system_error& problem) {
    fail(folder, problem.code().message(), "a folder that can be written");
  }
}
ScratchFolder::~ScratchFolder() = default;
const fs::path& ScratchFolder::path() const { return folder_->path(); }

} // namespace xeforge::toolchain
