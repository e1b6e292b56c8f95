#include "xeforge/records/journal_file.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/files/descriptor.hpp"
#include "xeforge/files/identity.hpp"
#include "xeforge/files/output_files.hpp"
#include "xeforge/toolchain/tools/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/file.h>

namespace xeforge::records {
namespace {

namespace fs = std::filesystem;
using files::Descriptor;

[[noreturn]] void fail(const fs::path& file, int error) {
  throw Error(file.string(), fmt::format("'{}'", std::strerror(error)), "a journal that can be written");
}

// The journal, created if need be, and nobody else in it. Who waited for the lock may have got one on the file that has
// just been replaced: then again.
Descriptor locked(const fs::path& file) {
  for (;;) {
    Descriptor descriptor(::open(file.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666));
    if (descriptor.number() < 0)
      fail(file, errno);
    while (::flock(descriptor.number(), LOCK_EX) != 0)
      if (errno != EINTR)
        fail(file, errno);
    if (files::identity_of(descriptor.number()) == files::identity_of(file))
      return descriptor;
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
  const fs::path target = fs::weakly_canonical(file, none);           // a link stays a link
  if (fs::exists(target, none) && !fs::is_regular_file(target, none)) // opening a pipe would wait for who reads it
    throw Error(file.string(), fs::is_directory(target, none) ? "a folder" : "a pipe or a device", "a file");
  const Descriptor lock = locked(target);
  std::string text = toolchain::read_text(target);
  entry.id = 1;
  for (const JournalEntry& old : parse_journal(file.string(), text))
    entry.id = std::max(entry.id, old.id + 1);
  text += journal_line(entry) + "\n";
  files::replace_file(target, text);
  return entry.id;
}

} // namespace xeforge::records
