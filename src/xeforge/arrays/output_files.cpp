#include "xeforge/arrays/output_files.hpp"

#include "xeforge/arrays/array_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace xeforge::arrays {

namespace {

constexpr std::string_view writable_path = "a path that can be written";

struct FileIdentity {
  dev_t device = 0;
  ino_t inode = 0;
  bool operator==(const FileIdentity&) const = default;
};

// Follows links: a link named as an output stays, and the file it points to is replaced.
std::filesystem::path resolve(const FileArgument& file) {
  std::filesystem::path path(file.path);
  std::error_code error;
  if (!std::filesystem::is_symlink(path, error))
    return path;
  auto target = std::filesystem::canonical(path, error);
  if (error)
    refuse(file, "a link that leads nowhere", writable_path);
  return target;
}

std::filesystem::path folder_of(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
}

// Makes renames in the folder durable. A folder that cannot be opened for reading is left to the system.
void synchronise_folder(const std::filesystem::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0)
    return;
  ::fsync(descriptor);
  ::close(descriptor);
}

} // namespace

struct OutputFiles::Protected {
  FileArgument file;
  FileIdentity identity;
};

// One target and the file aside that will take its place.
class OutputFiles::Output {
public:
  Output(const ArrayLocation& location, DType dtype, std::span<const std::int64_t> shape)
      : file_(location.file), dtype_(dtype), shape_(shape.begin(), shape.end()),
        preamble_(preamble(location, dtype, shape)), target_(resolve(file_)) {
    struct stat status = {};
    if (::stat(target_.c_str(), &status) == 0)
      inspect(status);
    else if (errno != ENOENT)
      refuse(file_, system_reason(errno), writable_path);
    if (::stat(folder_of(target_).c_str(), &status) != 0)
      refuse(file_, fmt::format("a folder that cannot be used: {}", system_reason(errno)), writable_path);
    folder_ = {status.st_dev, status.st_ino};
  }

  ~Output() {
    if (descriptor_ >= 0)
      ::close(descriptor_);
    if (aside_exists_)
      ::unlink(aside_.c_str());
  }
  Output(const Output&) = delete;

  const FileArgument& file() const { return file_; }
  bool replaces(const FileIdentity& identity) const { return exists_ && existing_ == identity; }
  bool same_target(const Output& other) const {
    return folder_ == other.folder_ && target_.filename() == other.target_.filename();
  }

  void open_aside() {
    constexpr int most_tries = 10'000;
    for (int number = 0; number < most_tries && descriptor_ < 0; ++number) {
      aside_ = folder_of(target_) / fmt::format(".xeforge-{}-{}.tmp", ::getpid(), number);
      descriptor_ = ::open(aside_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
      if (descriptor_ < 0 && errno != EEXIST)
        break;
    }
    if (descriptor_ < 0)
      refuse(file_, system_reason(errno), writable_path);
    aside_exists_ = true;
    if (exists_)
      ::fchmod(descriptor_, existing_mode_); // a wish: the new file is ours, whoever owned the old one
  }

  void write(const Array& array) {
    if (array.dtype() != dtype_ || array.shape() != shape_)
      throw std::logic_error("an array of another type or shape than announced was written to " + file_.argument);
    if (written_)
      throw std::logic_error("two arrays were written to " + file_.argument);
    const auto size = preamble_.size() + array.bytes().size();
    write_bytes(std::as_bytes(std::span(preamble_)), size);
    write_bytes(array.bytes(), size);
    written_ = true;
  }

  // Puts the bytes where no loss of power can take them from.
  void settle() {
    if (!written_)
      throw std::logic_error("no array was written to " + file_.argument);
    if (::fsync(descriptor_) != 0)
      refuse(file_, system_reason(errno), writable_path);
    if (::close(std::exchange(descriptor_, -1)) != 0)
      refuse(file_, system_reason(errno), writable_path);
  }

  // Exchanging rather than renaming keeps the old file until every output has been placed.
  void place() {
    if (::renameat2(AT_FDCWD, aside_.c_str(), AT_FDCWD, target_.c_str(), RENAME_EXCHANGE) == 0) {
      placed_ = Placed::exchanged;
      return;
    }
    if (errno != ENOENT && errno != EINVAL && errno != ENOSYS)
      refuse(file_, system_reason(errno), writable_path);
    const auto state = errno == ENOENT ? Placed::created : Placed::replaced;
    if (::rename(aside_.c_str(), target_.c_str()) != 0)
      refuse(file_, system_reason(errno), writable_path);
    placed_ = state;
    aside_exists_ = false;
  }

  void take_back() noexcept {
    if (placed_ == Placed::exchanged) // should even this fail, the old file must not be removed as a file aside
      aside_exists_ = ::renameat2(AT_FDCWD, aside_.c_str(), AT_FDCWD, target_.c_str(), RENAME_EXCHANGE) == 0;
    else if (placed_ == Placed::created)
      ::unlink(target_.c_str());
    placed_ = Placed::no;
  }

  void finish() noexcept {
    if (placed_ == Placed::exchanged) // what lies aside is the file from before
      aside_exists_ = ::unlink(aside_.c_str()) != 0;
    synchronise_folder(folder_of(target_));
  }

private:
  enum class Placed { no, created, exchanged, replaced };

  void inspect(const struct stat& status) {
    if (!S_ISREG(status.st_mode))
      refuse(file_, S_ISDIR(status.st_mode) ? "a folder" : "not a regular file", "a new path or a regular file");
    if (::access(target_.c_str(), W_OK) != 0)
      refuse(file_, system_reason(errno), writable_path);
    exists_ = true;
    existing_ = {status.st_dev, status.st_ino};
    existing_mode_ = status.st_mode & 0777;
  }

  void write_bytes(std::span<const std::byte> bytes, std::size_t whole) {
    constexpr std::size_t portion = 1 << 30; // Linux writes at most 2 GiB - 4 KiB at once
    while (!bytes.empty()) {
      const auto done = ::write(descriptor_, bytes.data(), std::min(bytes.size(), portion));
      if (done < 0 && errno == EINTR)
        continue;
      if (done < 0)
        refuse(file_, system_reason(errno), fmt::format("a path with room for {} bytes", whole));
      bytes = bytes.subspan(static_cast<std::size_t>(done));
    }
  }

  FileArgument file_;
  DType dtype_;
  Shape shape_;
  std::string preamble_;
  std::filesystem::path target_, aside_;
  FileIdentity folder_, existing_;
  mode_t existing_mode_ = 0;
  int descriptor_ = -1;
  bool exists_ = false, aside_exists_ = false, written_ = false;
  Placed placed_ = Placed::no;
};

OutputFiles::OutputFiles() = default;
OutputFiles::~OutputFiles() = default;

void OutputFiles::protect(const FileArgument& input) {
  struct stat status = {};
  if (::stat(input.path.c_str(), &status) == 0)
    inputs_.push_back({input, {status.st_dev, status.st_ino}});
}

std::size_t OutputFiles::add(const ArrayLocation& location, DType dtype, std::span<const std::int64_t> shape) {
  auto output = std::make_unique<Output>(location, dtype, shape);
  refuse_conflicts(*output);
  output->open_aside();
  outputs_.push_back(std::move(output));
  return outputs_.size() - 1;
}

void OutputFiles::refuse_conflicts(const Output& added) const {
  for (const auto& input : inputs_)
    if (added.replaces(input.identity))
      refuse(added.file(), fmt::format("the file that {} reads", input.file.argument), "a path that is not an input");
  for (const auto& other : outputs_)
    if (added.same_target(*other))
      refuse(added.file(), fmt::format("the file that {} writes", other->file().argument),
             "a path of its own for each output");
}

void OutputFiles::write(std::size_t output, const Array& array) { outputs_.at(output)->write(array); }

void OutputFiles::commit() {
  for (const auto& output : outputs_)
    output->settle();
  std::size_t placed = 0;
  try {
    for (; placed < outputs_.size(); ++placed)
      outputs_[placed]->place();
  } catch (...) {
    while (placed-- > 0)
      outputs_[placed]->take_back();
    outputs_.clear();
    throw;
  }
  for (const auto& output : outputs_)
    output->finish();
  outputs_.clear();
}

} // namespace xeforge::arrays
