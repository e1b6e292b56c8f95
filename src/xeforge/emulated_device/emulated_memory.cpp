#include "xeforge/emulated_device/emulated_memory.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/base/hexadecimal.hpp"

#include <algorithm>
#include <cstdlib>
#include <sys/mman.h>

namespace xeforge::emulated_device {
namespace {

using base::hexadecimal;

using devices::MemoryKind;

constexpr std::size_t page = 4096;

std::uint64_t number_of(const void* address) { return reinterpret_cast<std::uint64_t>(address); }

// No range of the emulator's is empty, and no two allocations have one address.
std::size_t at_least_one(std::size_t bytes) { return std::max<std::size_t>(bytes, 1); }

} // namespace

EmulatedMemory::~EmulatedMemory() {
  for (const auto& [address, allocation] : allocations_) {
    std::free(allocation.backing);
    if (allocation.reserved != nullptr)
      munmap(allocation.reserved, allocation.reserved_bytes);
  }
}

void* EmulatedMemory::allocate(MemoryKind kind, std::size_t wanted, std::size_t alignment, std::string_view purpose) {
  const std::size_t bytes = at_least_one(wanted), unit = std::max(alignment, page);
  if (bytes > PTRDIFF_MAX - 2 * unit)
    return nullptr;
  Allocation allocation;
  const std::size_t whole = (bytes + unit - 1) / unit * unit;
  allocation.backing = std::aligned_alloc(unit, whole);
  if (allocation.backing == nullptr)
    return nullptr;
  void* address = allocation.backing;
  if (kind == MemoryKind::device) {
    allocation.reserved_bytes = whole + unit;
    allocation.reserved =
        mmap(nullptr, allocation.reserved_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (allocation.reserved == MAP_FAILED) {
      std::free(allocation.backing);
      return nullptr;
    }
    address = reinterpret_cast<void*>((number_of(allocation.reserved) + unit - 1) / unit * unit);
  }
  const std::scoped_lock lock(mutex_);
  ranges_.add_at({number_of(address), bytes, static_cast<std::byte*>(allocation.backing), std::string(purpose)});
  allocations_.emplace(number_of(address), allocation);
  return address;
}

void EmulatedMemory::free(void* memory) {
  const std::scoped_lock lock(mutex_);
  const auto found = allocations_.find(number_of(memory));
  if (found == allocations_.end() || found->second.backing == nullptr)
    throw Error("memory", hexadecimal(number_of(memory)), "the address of an allocation of this device");
  ranges_.remove(number_of(memory));
  std::free(found->second.backing);
  if (found->second.reserved != nullptr)
    munmap(found->second.reserved, found->second.reserved_bytes);
  allocations_.erase(found);
}

void EmulatedMemory::share(void* memory, std::size_t bytes, std::string_view purpose) {
  const std::scoped_lock lock(mutex_);
  Allocation& allocation = allocations_[number_of(memory)];
  if (allocation.backing == nullptr && allocation.shares == 0) {
    const auto map = ranges_.map();
    // A part of what is shared already, as where a buffer uses unified shared memory.
    if (map->find(number_of(memory), at_least_one(bytes)) == nullptr)
      ranges_.add(std::string(purpose), static_cast<std::byte*>(memory), at_least_one(bytes));
  }
  ++allocation.shares;
}

void EmulatedMemory::release(void* memory) {
  const std::scoped_lock lock(mutex_);
  const auto found = allocations_.find(number_of(memory));
  if (found == allocations_.end() || found->second.shares == 0)
    throw Error("memory", hexadecimal(number_of(memory)), "the address of memory that is shared");
  if (--found->second.shares > 0 || found->second.backing != nullptr)
    return;
  const auto map = ranges_.map();
  if (const emulator::MemoryRange* const range = map->find(number_of(memory), 1);
      range != nullptr && range->address == number_of(memory))
    ranges_.remove(number_of(memory));
  allocations_.erase(found);
}

std::byte* EmulatedMemory::on_host(const void* address, std::size_t bytes) const {
  const auto map = ranges_.map();
  const std::uint64_t first = number_of(address);
  for (const emulator::MemoryRange& range : map->ranges()) {
    if (first < range.address || first - range.address >= range.size)
      continue;
    if (!range.contains(first, bytes))
      throw Error("memory",
                  std::to_string(bytes) + " bytes at " + hexadecimal(first) + ", " +
                      std::to_string(first - range.address) + " bytes into " + range.name + " of " +
                      std::to_string(range.size) + " bytes",
                  "bytes within the allocation");
    return range.host + (first - range.address);
  }
  return static_cast<std::byte*>(const_cast<void*>(address));
}

} // namespace xeforge::emulated_device
