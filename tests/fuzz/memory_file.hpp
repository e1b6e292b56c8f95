// Bytes under a path, for readers that open their input themselves.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <span>
#include <string>

#include <sys/mman.h>
#include <unistd.h>

namespace xeforge::fuzz {

class MemoryFile {
public:
  explicit MemoryFile(std::span<const std::byte> bytes) : descriptor_(::memfd_create("fuzzed", MFD_CLOEXEC)) {
    if (::write(descriptor_, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size()))
      std::abort();
  }
  ~MemoryFile() { ::close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

private:
  int descriptor_;
};

} // namespace xeforge::fuzz
