#include "xeforge/arrays/input_file.hpp"

#include "xeforge/files/command_files.hpp"
#include "xeforge/files/mapped_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace xeforge::arrays {

namespace {

constexpr std::uint64_t mapped_from = 1 << 20; // bytes; below, a read is cheaper than a mapping and its page faults

std::shared_ptr<const std::byte> read_whole(const FileArgument& file, int descriptor, std::uint64_t size) {
  Array buffer(DType::i64, {static_cast<std::int64_t>((size + 7) / 8)}); // for its alignment
  const auto holder = std::make_shared<Array>(std::move(buffer));
  std::uint64_t done = 0;
  while (done < size) {
    const auto got = ::read(descriptor, holder->mutable_bytes().data() + done, size - done);
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      refuse(file, system_reason(errno), "a file that can be read");
    if (got == 0)
      refuse(file, fmt::format("{} bytes, {} when it was opened", done, size), "a file that nobody is changing");
    done += static_cast<std::uint64_t>(got);
  }
  return {holder, holder->bytes().data()};
}

// Null where it cannot be mapped for want of a place, and has to be read.
std::shared_ptr<const std::byte> map_whole(const FileArgument& file, int descriptor) {
  try {
    auto mapped = files::MappedFile::map(files::Descriptor(::fcntl(descriptor, F_DUPFD_CLOEXEC, 0)),
                                         fmt::format("{}\n{}", file.argument, file.path));
    const std::byte* const begin = mapped ? mapped->bytes().data() : nullptr;
    return {std::move(mapped), begin};
  } catch (const std::system_error& problem) {
    refuse(file, system_reason(problem.code().value()), "a file that can be mapped into memory");
  }
}

// Brings the pages in with one call rather than one fault each. Only a wish: older kernels refuse it.
void bring_in(const std::byte* begin, std::size_t size) {
  const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  const auto address = reinterpret_cast<std::uintptr_t>(begin);
  const auto first = address / page * page;
  ::madvise(reinterpret_cast<void*>(first), address + size - first, MADV_POPULATE_READ);
}

} // namespace

InputFile::InputFile(const FileArgument& file) {
  // O_NONBLOCK: opening a pipe without a writer must not wait; it has no effect on regular files.
  const files::Descriptor descriptor(::open(file.path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (descriptor.number() < 0)
    refuse(file, system_reason(errno), "a file that can be read");
  struct stat status = {};
  if (::fstat(descriptor.number(), &status) != 0)
    refuse(file, system_reason(errno), "a file that can be read");
  if (!S_ISREG(status.st_mode))
    refuse(file, S_ISDIR(status.st_mode) ? "a folder" : "not a regular file", "a regular file");
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (size == 0)
    refuse(file, "an empty file", "an array file");
  files::note_input(file.path, file.argument);
  std::shared_ptr<const std::byte> content;
  if (size >= mapped_from)
    content = map_whole(file, descriptor.number());
  if (!content)
    content = read_whole(file, descriptor.number(), size);
  bytes_ = {content.get(), size};
  owner_ = content;
}

Array InputFile::array(const ArrayLayout& layout, Pages pages) const {
  const std::byte* elements = bytes_.data() + layout.offset;
  if (pages == Pages::at_once && bytes_.size() >= mapped_from && layout.bytes > 0)
    bring_in(elements, layout.bytes);
  if (reinterpret_cast<std::uintptr_t>(elements) % size_of(layout.dtype) == 0)
    return {layout.dtype, layout.shape, elements, owner_};
  Array copy(layout.dtype, layout.shape);
  if (layout.bytes > 0)
    std::memcpy(copy.mutable_bytes().data(), elements, layout.bytes);
  return copy;
}

void require_unchanged_inputs() {
  const std::string changed = files::changed_mapping();
  if (changed.empty())
    return;
  const std::size_t end = changed.find('\n');
  refuse({changed.substr(0, end), changed.substr(end + 1)}, "a file that has changed while it was read",
         "a file that nobody is changing");
}

} // namespace xeforge::arrays
