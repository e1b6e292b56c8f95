#include "xeforge/cuda_device/private_mapping.hpp"

#include <cinttypes>
#include <cstdio>
#include <memory>

namespace xeforge::cuda_device {

bool is_private_mapping_of_file(std::uint64_t address) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> maps(std::fopen("/proc/self/maps", "re"), &std::fclose);
  std::uint64_t first = 0, end = 0, file = 0;
  char is_shared = 0;
  // "7f00-8f00 r--p 00000000 08:01 1234  /a/file"; without a file the number behind the device is 0.
  while (maps != nullptr && std::fscanf(maps.get(), "%" SCNx64 "-%" SCNx64 " %*3c%c %*s %*s %" SCNu64 "%*[^\n]", &first,
                                        &end, &is_shared, &file) == 4)
    if (first <= address && address < end)
      return is_shared == 'p' && file != 0;
  return false;
}

} // namespace xeforge::cuda_device
