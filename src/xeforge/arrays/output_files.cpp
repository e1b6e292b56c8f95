#include "xeforge/arrays/output_files.hpp"

#include "xeforge/arrays/array_file.hpp"
#include "xeforge/arrays/input_file.hpp"
#include "xeforge/files/command_files.hpp"
#include "xeforge/files/file_aside.hpp"
#include "xeforge/files/temporaries.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace xeforge::arrays {

namespace {

using files::FileIdentity;
using files::folder_of;
using files::Temporary;

constexpr std::string_view writable_path = "a path that can be written";

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

// Makes renames in the folder durable. A folder that cannot be opened for reading is left to the system.
void synchronise_folder(const std::filesystem::path& folder) {
  const files::Descriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (descriptor.is_open())
    ::fsync(descriptor.number());
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

  Output(const Output&) = delete;

  const FileArgument& file() const { return file_; }
  bool replaces(const FileIdentity& identity) const { return exists_ && existing_ == identity; }
  bool same_target(const Output& other) const {
    return folder_ == other.folder_ && target_.filename() == other.target_.filename();
  }

  void open_aside() {
    try {
      aside_.emplace(folder_of(target_), Temporary::Kind::file);
    } catch (const std::system_error& problem) {
      refuse(file_, system_reason(problem.code().value()), writable_path);
    }
    if (exists_)
      ::fchmod(aside_->descriptor(), existing_mode_); // a wish: the new file is ours, whoever owned the old one
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

  Reserved reserve() {
    if (written_)
      throw std::logic_error("two arrays were written to " + file_.argument);
    const std::uint64_t bytes = byte_size(dtype_, shape_).value();
    write_bytes(std::as_bytes(std::span(preamble_)), preamble_.size() + bytes);
    if (bytes > 0)
      if (const int problem =
              ::posix_fallocate(aside_->descriptor(), static_cast<off_t>(preamble_.size()), static_cast<off_t>(bytes)))
        refuse(file_, system_reason(problem), fmt::format("a path with room for {} bytes", preamble_.size() + bytes));
    written_ = true;
    return {std::filesystem::absolute(aside_->path()), preamble_.size(), bytes};
  }

  // Puts the bytes where no loss of power can take them from.
  void settle() {
    if (!written_)
      throw std::logic_error("no array was written to " + file_.argument);
    if (::fsync(aside_->descriptor()) != 0)
      refuse(file_, system_reason(errno), writable_path);
  }

  // Exchanging rather than renaming keeps the old file until every output has been placed. It lies aside then, under a
  // lock like the one the new file had there.
  void place() {
    existing_file_ = files::Descriptor(::open(target_.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
    if (existing_file_.is_open())
      ::flock(existing_file_.number(), LOCK_EX | LOCK_NB);
    if (::renameat2(AT_FDCWD, aside_->path().c_str(), AT_FDCWD, target_.c_str(), RENAME_EXCHANGE) == 0) {
      placed_ = Placed::exchanged;
      return;
    }
    if (errno != ENOENT && errno != EINVAL && errno != ENOSYS)
      refuse(file_, system_reason(errno), writable_path);
    const auto state = errno == ENOENT ? Placed::created : Placed::replaced;
    if (::rename(aside_->path().c_str(), target_.c_str()) != 0)
      refuse(file_, system_reason(errno), writable_path);
    placed_ = state;
    aside_->has_moved();
  }

  void take_back() noexcept {
    if (placed_ == Placed::exchanged) {
      if (::renameat2(AT_FDCWD, aside_->path().c_str(), AT_FDCWD, target_.c_str(), RENAME_EXCHANGE) != 0)
        aside_->has_moved(); // should even this fail, the old file must not be removed as a file aside
    } else if (placed_ == Placed::created) {
      ::unlink(target_.c_str());
    }
    placed_ = Placed::no;
  }

  void finish() noexcept {
    aside_.reset(); // where it was exchanged, this is the file from before
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
    try {
      files::write_whole(aside_->descriptor(), {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    } catch (const std::system_error& problem) {
      refuse(file_, system_reason(problem.code().value()), fmt::format("a path with room for {} bytes", whole));
    }
  }

  FileArgument file_;
  DType dtype_;
  Shape shape_;
  std::string preamble_;
  std::filesystem::path target_;
  std::optional<Temporary> aside_;
  files::Descriptor existing_file_;
  FileIdentity folder_, existing_;
  mode_t existing_mode_ = 0;
  bool exists_ = false, written_ = false;
  Placed placed_ = Placed::no;
};

OutputFiles::OutputFiles() = default;
OutputFiles::~OutputFiles() = default;

void OutputFiles::protect(const FileArgument& input) {
  if (const auto identity = files::identity_of(input.path))
    inputs_.push_back({input, *identity});
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
  if (const auto problem = files::problem_of_output(added.file().path, added.file().argument))
    refuse(added.file(), *problem, "a path of its own");
}

void OutputFiles::write(std::size_t output, const Array& array) { outputs_.at(output)->write(array); }

OutputFiles::Reserved OutputFiles::reserve(std::size_t output) { return outputs_.at(output)->reserve(); }

void OutputFiles::commit() {
  for (const auto& output : outputs_)
    output->settle();
  require_unchanged_inputs();
  const files::Uninterrupted all_or_none;
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
  files::note_written_output();
}

} // namespace xeforge::arrays
