#include "xeforge/records/journal_file.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/toolchain/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace xeforge::records {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& file, int error) {
  throw Error(file.string(), fmt::format("'{}'", std::strerror(error)), "a journal that can be written");
}

class Descriptor {
public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  ~Descriptor() {
    if (number_ >= 0)
      ::close(number_);
  }
  int number() const { return number_; }

private:
  int number_;
};

bool is_same_file(int descriptor, const fs::path& file) {
  struct stat open = {}, named = {};
  return ::fstat(descriptor, &open) == 0 && ::stat(file.c_str(), &named) == 0 && open.st_dev == named.st_dev &&
         open.st_ino == named.st_ino;
}

// The journal, created if need be, and nobody else in it. Who waited for the lock may have got one on the file that has
// just been replaced: then again.
Descriptor locked(const fs::path& file) {
  for (;;) {
    Descriptor descriptor(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
    if (descriptor.number() < 0)
      fail(file, errno);
    while (::flock(descriptor.number(), LOCK_EX) != 0)
      if (errno != EINTR)
        fail(file, errno);
    if (is_same_file(descriptor.number(), file))
      return descriptor;
  }
}

void write_whole(int descriptor, std::string_view text, const fs::path& file) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno != EINTR)
      fail(file, errno);
    text.remove_prefix(written > 0 ? static_cast<std::size_t>(written) : 0);
  }
}

void replace(const fs::path& file, std::string_view text) {
  const fs::path aside = file.parent_path() / fmt::format(".{}.{}.tmp", file.filename().string(), ::getpid());
  try {
    const Descriptor descriptor(::open(aside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    if (descriptor.number() < 0)
      fail(file, errno);
    write_whole(descriptor.number(), text, file);
    if (::fsync(descriptor.number()) != 0 || ::rename(aside.c_str(), file.c_str()) != 0)
      fail(file, errno);
  } catch (...) {
    ::unlink(aside.c_str());
    throw;
  }
}

} // namespace

std::vector<JournalEntry> read_journal(const fs::path& file) {
  std::error_code none;
  return fs::exists(file, none) ? parse_journal(file.string(), toolchain::read_text(file))
                                : std::vector<JournalEntry>{};
}

std::int64_t append_to_journal(const fs::path& file, JournalEntry entry) {
  require_complete(entry);
  std::error_code none;
  const fs::path target = fs::weakly_canonical(file, none); // a link stays a link
  const Descriptor lock = locked(target);
  std::string text = toolchain::read_text(target);
  entry.id = 1;
  for (const JournalEntry& old : parse_journal(file.string(), text))
    entry.id = std::max(entry.id, old.id + 1);
  text += journal_line(entry) + "\n";
  replace(target, text);
  return entry.id;
}

} // namespace xeforge::records
