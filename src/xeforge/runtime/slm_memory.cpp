#include "xeforge/runtime/slm_memory.hpp"

#include <sys/mman.h>

#include <cstdint>
#include <new>

namespace xeforge::runtime {
namespace {

constexpr std::size_t distance = std::size_t{1} << 32; // of addresses whose low 32 bits are zero

std::byte* map(std::size_t bytes, int protection) {
  void* const start = mmap(nullptr, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return start == MAP_FAILED ? nullptr : static_cast<std::byte*>(start);
}

void unmap(std::byte* first, std::byte* last) {
  if (first < last)
    munmap(first, static_cast<std::size_t>(last - first));
}

// Reserves addresses enough to contain such a place and gives back all but that.
std::byte* map_with_low_bits_zero() {
  std::byte* const start = map(distance + slm_bytes, PROT_NONE);
  if (start == nullptr)
    return nullptr;
  std::byte* const aligned = start + (distance - reinterpret_cast<std::uintptr_t>(start) % distance) % distance;
  unmap(start, aligned);
  unmap(aligned + slm_bytes, start + distance + slm_bytes);
  if (mprotect(aligned, slm_bytes, PROT_READ | PROT_WRITE) == 0)
    return aligned;
  unmap(aligned, aligned + slm_bytes);
  return nullptr;
}

} // namespace

SlmMemory::SlmMemory() : bytes_(map_with_low_bits_zero()) {
  if (bytes_ == nullptr)
    bytes_ = map(slm_bytes, PROT_READ | PROT_WRITE);
  if (bytes_ == nullptr)
    throw std::bad_alloc();
}

SlmMemory::~SlmMemory() { unmap(bytes_, bytes_ + slm_bytes); }

} // namespace xeforge::runtime
