#include "xeforge/files/output_files.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/files/command_files.hpp"

#include <cerrno>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>

namespace xeforge::files {
namespace {

namespace fs = std::filesystem;

constexpr const char* writable_path = "a path that can be written";

std::string reason(int error_number) { return std::generic_category().message(error_number); }

[[noreturn]] void refuse(const fs::path& path, const std::string& option, const std::string& got,
                         const std::string& expected) {
  const std::string name = path.string();
  throw option.empty() ? Error(name, "'" + got + "'", expected)
                       : Error(option, "'" + base::printable(name, 1000) + "': " + got, expected);
}

// Returns 0 or the system's error.
int write_whole(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno != EINTR)
      return errno;
    text.remove_prefix(written > 0 ? static_cast<std::size_t>(written) : 0);
  }
  return 0;
}

// Makes renames in the folder durable. A folder that cannot be opened for reading is left to the system.
void synchronise(const fs::path& folder) {
  const Descriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (descriptor.is_open())
    ::fsync(descriptor.number());
}

// Of an open file, as /dev/stdout is. It gets the text like a device: who has it open would go on writing to the file
// that was replaced.
bool is_name_of_stream(const fs::path& path) {
  const std::string name = path.lexically_normal().string();
  return name.starts_with("/dev/std") || name.starts_with("/dev/fd/") || name.starts_with("/proc/");
}

} // namespace

// One target and the file aside that will take its place.
class OutputFiles::Output {
public:
  Output(const fs::path& path, std::string option) : path_(path), option_(std::move(option)), target_(path) {
    std::error_code problem;
    if (fs::is_symlink(path, problem)) {
      target_ = fs::canonical(path, problem);
      if (problem)
        refuse("a link that leads nowhere");
    }
    existing_file();
    const auto folder = identity_of(folder_of(target_));
    if (!folder)
      refuse("a folder that cannot be used: " + reason(errno));
    folder_ = *folder;
    require_no_conflict();
  }

  const fs::path& target() const { return target_; }
  const fs::path& aside() {
    is_begun_ = true;
    return aside_;
  }
  FileIdentity folder() const { return folder_; }

  [[noreturn]] void refuse(const std::string& got, const std::string& expected = writable_path) const {
    files::refuse(path_, option_, got, expected);
  }
  void require_other_target(const Output& other) const {
    if (folder_ == other.folder_ && target_.filename() == other.target_.filename())
      refuse("the file that " + other.name() + " writes", "a path of its own");
  }
  void place_aside(fs::path file) { aside_ = std::move(file); }

  void write(std::string_view text) {
    written_ += text.size();
    if (const int problem = write_whole(open_aside().number(), text))
      refuse_room(problem);
  }

  void extend(std::uint64_t bytes) {
    const auto begin = static_cast<off_t>(written_);
    written_ += bytes;
    const Descriptor descriptor = open_aside();
    if (bytes > 0)
      if (const int problem = ::posix_fallocate(descriptor.number(), begin, static_cast<off_t>(bytes)))
        refuse_room(problem);
  }

  // Puts the bytes where no loss of power can take them from.
  void settle() {
    if (!is_begun_)
      throw std::logic_error("nothing was written to " + name());
    require_no_conflict(); // with what was read since
    const Descriptor descriptor = open_aside();
    if (const auto existing = existing_file())
      ::fchmod(descriptor.number(), existing->st_mode & 07777); // a wish: some file systems have no modes
    if (::fsync(descriptor.number()) != 0)
      refuse(reason(errno));
  }

  // Exchanging rather than renaming keeps the old file, aside, until every output has been placed.
  void place() {
    if (::renameat2(AT_FDCWD, aside_.c_str(), AT_FDCWD, target_.c_str(), RENAME_EXCHANGE) == 0) {
      placed_ = Placed::exchanged;
      return;
    }
    if (errno != ENOENT && errno != EINVAL && errno != ENOSYS)
      refuse(reason(errno));
    const auto state = errno == ENOENT ? Placed::created : Placed::replaced;
    if (::rename(aside_.c_str(), target_.c_str()) != 0)
      refuse(reason(errno));
    placed_ = state;
  }

  // Returns false where the file from before has to stay aside.
  bool take_back() noexcept {
    if (placed_ == Placed::exchanged)
      return ::renameat2(AT_FDCWD, aside_.c_str(), AT_FDCWD, target_.c_str(), RENAME_EXCHANGE) == 0;
    if (placed_ == Placed::created)
      ::unlink(target_.c_str());
    return true;
  }

private:
  enum class Placed { no, created, exchanged, replaced };

  std::string name() const { return option_.empty() ? path_.string() : option_; }

  // Nothing where there is none. What has no content of its own would be lost for a file.
  std::optional<struct stat> existing_file() const {
    struct stat status = {};
    if (::stat(target_.c_str(), &status) != 0) {
      if (errno != ENOENT)
        refuse(reason(errno));
      return std::nullopt;
    }
    if (!S_ISREG(status.st_mode))
      refuse(S_ISDIR(status.st_mode) ? "a folder" : "not a regular file", "a new path or a regular file");
    if (::access(target_.c_str(), W_OK) != 0)
      refuse(reason(errno));
    return status;
  }
  void require_no_conflict() const {
    if (const auto problem = problem_of_output(path_, name()))
      refuse(*problem, "a path of its own");
  }
  [[noreturn]] void refuse_room(int problem) const {
    refuse(reason(problem), "a path with room for " + std::to_string(written_) + " bytes");
  }

  // Not for longer than need be: a process may have fewer descriptors than a command has outputs.
  Descriptor open_aside() {
    const int created = std::exchange(is_begun_, true) ? 0 : O_CREAT | O_EXCL;
    const Uninterrupted uninterrupted; // the folder is there, or is gone for good
    Descriptor descriptor(::open(aside_.c_str(), O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC | created, 0666));
    if (!descriptor.is_open())
      refuse(reason(errno));
    return descriptor;
  }

  fs::path path_;
  std::string option_;
  fs::path target_, aside_;
  FileIdentity folder_;
  std::uint64_t written_ = 0;
  bool is_begun_ = false; // the file aside is there, or made by who asked for its name
  Placed placed_ = Placed::no;
};

OutputFiles::OutputFiles() = default;
OutputFiles::~OutputFiles() = default;

std::size_t OutputFiles::add(const fs::path& target, std::string option) {
  auto output = std::make_unique<Output>(target, std::move(option));
  for (const auto& other : outputs_)
    output->require_other_target(*other);
  try {
    output->place_aside(aside_in(folder_of(output->target()), output->folder()) / std::to_string(outputs_.size()));
  } catch (const std::system_error& problem) {
    output->refuse(problem.code().message());
  }
  outputs_.push_back(std::move(output));
  return outputs_.size() - 1;
}

const fs::path& OutputFiles::aside_in(const fs::path& folder, FileIdentity identity) {
  for (const auto& aside : asides_)
    if (aside->folder == identity)
      return aside->files.path();
  return asides_.emplace_back(new Aside{identity, Temporary(folder)})->files.path();
}

void OutputFiles::write(std::size_t output, std::string_view text) { outputs_.at(output)->write(text); }
void OutputFiles::write(std::size_t output, std::span<const std::byte> bytes) {
  write(output, std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

const fs::path& OutputFiles::aside(std::size_t output) { return outputs_.at(output)->aside(); }

void OutputFiles::extend(std::size_t output, std::uint64_t bytes) { outputs_.at(output)->extend(bytes); }

void OutputFiles::commit() {
  for (const auto& output : outputs_)
    output->settle();
  const Uninterrupted all_or_none;
  std::size_t placed = 0;
  try {
    for (; placed < outputs_.size(); ++placed)
      outputs_[placed]->place();
  } catch (...) {
    bool are_back = true;
    while (placed-- > 0)
      are_back &= outputs_[placed]->take_back();
    if (!are_back)
      for (const auto& aside : asides_)
        aside->files.has_moved();
    outputs_.clear();
    asides_.clear();
    throw;
  }
  outputs_.clear();
  for (const auto& aside : asides_)
    synchronise(folder_of(aside->files.path()));
  asides_.clear(); // with the files from before
  note_written_output();
}

void replace_file(const fs::path& target, std::string_view text) {
  note_rewritten(target);
  OutputFiles files;
  files.write(files.add(target), text);
  files.commit();
}

void replace_file_or_write(const fs::path& target, std::string_view text) {
  std::error_code none;
  if (!fs::is_other(fs::status(target, none)) && !is_name_of_stream(target))
    return replace_file(target, text);
  // O_NONBLOCK is for the opening.
  const Descriptor descriptor(::open(target.c_str(), O_WRONLY | O_TRUNC | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!descriptor.is_open())
    refuse(target, {}, errno == ENXIO ? "a pipe that nobody reads" : reason(errno), writable_path);
  ::fcntl(descriptor.number(), F_SETFL, 0);
  if (const int problem = write_whole(descriptor.number(), text))
    refuse(target, {}, reason(problem), writable_path);
}

void create_folder(const fs::path& folder, const std::string& option) {
  std::error_code problem;
  fs::create_directories(folder, problem);
  if (problem)
    refuse(folder, option, problem.message(), "a folder that can be created");
}

} // namespace xeforge::files
