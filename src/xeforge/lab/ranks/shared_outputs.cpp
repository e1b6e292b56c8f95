#include "xeforge/lab/ranks/shared_outputs.hpp"

#include "xeforge/arrays/input_file.hpp"
#include "xeforge/distributed/agreement.hpp"
#include "xeforge/files/descriptor.hpp"

#include <fmt/core.h>

#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/vfs.h>

namespace xeforge::lab {

namespace {

// Of NFS each machine writes whole pages of its mapping back, with what others wrote there as it was before.
bool mixes_machines(const std::string& path) {
  constexpr long nfs = 0x6969; // NFS_SUPER_MAGIC
  struct statfs status = {};
  return ::statfs(path.c_str(), &status) == 0 && status.f_type == nfs;
}

} // namespace

void SharedOutputs::Mapped::unmap() {
  if (mapping != nullptr)
    ::munmap(std::exchange(mapping, nullptr), size);
}

SharedOutputs::~SharedOutputs() = default;

std::size_t SharedOutputs::add(const std::string& option, const std::string& location, DType dtype,
                               const arrays::Shape& shape) {
  arrays::OutputArrays::Reserved reserved;
  distributed::agree_on(channel_, [&] {
    if (channel_.rank() == 0)
      reserved = files_.reserve(option, location, dtype, shape);
  });
  reserved.path = channel_.all_texts(reserved.path.string()).front();
  reserved.offset =
      static_cast<std::uint64_t>(channel_.all_numbers(static_cast<std::int64_t>(reserved.offset)).front());
  reserved.bytes = static_cast<std::uint64_t>(channel_.all_numbers(static_cast<std::int64_t>(reserved.bytes)).front());
  auto mapped = std::make_unique<Mapped>();
  distributed::agree_on(channel_, [&] {
    if (channel_.rank() != 0)
      mapped->of_first =
          std::make_unique<files::Temporary>(reserved.path.parent_path(), files::Temporary::Made::by_another);
    const files::Descriptor descriptor(::open(reserved.path.c_str(), O_RDWR | O_CLOEXEC));
    mapped->size = reserved.offset + reserved.bytes;
    void* const mapping =
        descriptor.is_open() ? ::mmap(nullptr, mapped->size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor.number(), 0)
                             : MAP_FAILED;
    if (mapping == MAP_FAILED)
      throw Error(option, fmt::format("'{}': {}", reserved.path.string(), arrays::system_reason(errno)),
                  "a folder that every rank can write");
    mapped->mapping = mapping;
    if (channel_.ranks_here() < channel_.size() && mixes_machines(reserved.path))
      throw Error(option, fmt::format("'{}' on NFS, with ranks on several machines", reserved.path.string()),
                  "a file system with coherent memory mapping, or all ranks on one machine");
    mapped->elements = static_cast<std::byte*>(mapping) + reserved.offset;
  });
  mapped_.push_back(std::move(mapped));
  return mapped_.size() - 1;
}

void SharedOutputs::commit() {
  distributed::agree_on(channel_, [&] {
    arrays::require_unchanged_inputs();
    for (const auto& output : mapped_) {
      if (::msync(output->mapping, output->size, MS_SYNC) != 0)
        throw Error("--out", arrays::system_reason(errno), "a disk with enough space that can be written");
      output->unmap();
    }
  });
  // From here on the files are rank 0's alone.
  for (const auto& output : mapped_)
    if (output->of_first)
      output->of_first->has_moved();
  distributed::agree_on(channel_, [&] {
    if (channel_.rank() == 0)
      files_.commit();
  });
  mapped_.clear();
}

} // namespace xeforge::lab
