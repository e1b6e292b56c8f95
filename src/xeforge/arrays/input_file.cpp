#include "xeforge/arrays/input_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <limits>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace xeforge::arrays {

namespace {

constexpr std::uint64_t mapped_from = 1 << 20; // bytes; below, a read is cheaper than a mapping and its page faults

class Descriptor {
public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0)
      ::close(number_);
  }
  int number() const { return number_; }

private:
  int number_;
};

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

std::shared_ptr<const std::byte> map_whole(const FileArgument& file, int descriptor, std::uint64_t size) {
  void* address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (address == MAP_FAILED)
    refuse(file, system_reason(errno), "a file that can be mapped into memory");
  const std::shared_ptr<void> mapping(address, [size](void* begin) { ::munmap(begin, size); });
  return {mapping, static_cast<const std::byte*>(address)};
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
  const Descriptor descriptor(::open(file.path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
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
  const auto content =
      size < mapped_from ? read_whole(file, descriptor.number(), size) : map_whole(file, descriptor.number(), size);
  bytes_ = {content.get(), size};
  owner_ = content;
}

Array InputFile::array(const ArrayLayout& layout) const {
  const std::byte* elements = bytes_.data() + layout.offset;
  if (bytes_.size() >= mapped_from && layout.bytes > 0)
    bring_in(elements, layout.bytes);
  if (reinterpret_cast<std::uintptr_t>(elements) % size_of(layout.dtype) == 0)
    return {layout.dtype, layout.shape, elements, owner_};
  Array copy(layout.dtype, layout.shape);
  if (layout.bytes > 0)
    std::memcpy(copy.mutable_bytes().data(), elements, layout.bytes);
  return copy;
}

} // namespace xeforge::arrays
