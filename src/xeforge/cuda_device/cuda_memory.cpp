#include "xeforge/cuda_device/cuda_memory.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/base/hexadecimal.hpp"
#include "xeforge/cuda_device/private_mapping.hpp"

#include <algorithm>

namespace xeforge::cuda_device {
namespace {

using base::hexadecimal;
using cuda::driver;
using devices::MemoryKind;

// What the driver's allocations are aligned to at least.
constexpr std::size_t usual_alignment = 256;
// Flags of the driver's: for all contexts, mapped into the card's addresses, and read by the card alone.
constexpr unsigned portable = 1, mapped = 2, read_only = 8;
constexpr unsigned by_every_stream = 1;

struct Given {
  cuda::Result result;
  std::uint64_t address;
};

Given ask_driver(MemoryKind kind, std::size_t bytes) {
  if (kind == MemoryKind::host) {
    void* address = nullptr;
    const cuda::Result result = driver().allocate_on_host(&address, bytes, portable | mapped);
    return {result, number_of(address)};
  }
  cuda::DeviceAddress address = 0;
  const cuda::Result result = kind == MemoryKind::device ? driver().allocate(&address, bytes)
                                                         : driver().allocate_managed(&address, bytes, by_every_stream);
  return {result, address};
}

// Pages that the program may only read, as those of a mapped file, are refused until they are registered as such.
void register_pages(void* address, std::size_t bytes) {
  cuda::Result result = driver().register_on_host(address, bytes, portable | mapped);
  if (result == cuda::invalid_value && is_private_mapping_of_file(number_of(address)))
    throw Error("memory", "pages of a file that are mapped with MAP_PRIVATE, from which the driver may not come back",
                "MAP_SHARED, or a copy in memory of the host or the device");
  if (result == cuda::invalid_value)
    result = driver().register_on_host(address, bytes, portable | mapped | read_only);
  driver().check(result, "cuMemHostRegister");
}

const char* function_for(MemoryKind kind) {
  return kind == MemoryKind::host ? "cuMemHostAlloc" : kind == MemoryKind::device ? "cuMemAlloc" : "cuMemAllocManaged";
}

} // namespace

CudaMemory::CudaMemory(const cuda::Card& card, std::uint64_t memory_bytes)
    : card_(card), memory_bytes_(memory_bytes),
      pages_({[](std::uint64_t address, std::size_t bytes) { register_pages(reinterpret_cast<void*>(address), bytes); },
              [](std::uint64_t address) { driver().unregister_on_host(reinterpret_cast<void*>(address)); }}) {}

// Pages of managed memory move between host and card. Where the host may not touch it while kernels run, or where it is
// larger than the card, programs would end or crawl.
void CudaMemory::check_managed(std::size_t bytes, std::string_view purpose) const {
  if (card_.attribute(cuda::Attribute::concurrent_managed_access) == 0)
    throw Error(std::string(purpose), "a card whose managed memory the host cannot touch while kernels run",
                "malloc_device or malloc_host");
  if (bytes > memory_bytes_)
    throw Error(std::string(purpose), std::to_string(bytes) + " bytes",
                "at most the card's " + std::to_string(memory_bytes_));
}

void* CudaMemory::allocate(MemoryKind kind, std::size_t wanted, std::size_t alignment, std::string_view purpose) {
  const std::size_t bytes = std::max<std::size_t>(wanted, 1), more = alignment > usual_alignment ? alignment : 0;
  if (bytes > PTRDIFF_MAX - more)
    return nullptr;
  card_.use();
  if (kind == MemoryKind::shared)
    check_managed(bytes, purpose);
  const auto [result, given] = ask_driver(kind, bytes + more);
  if (result == cuda::out_of_memory)
    return nullptr;
  driver().check(result, function_for(kind));
  const std::uint64_t address = more == 0 ? given : (given + alignment - 1) / alignment * alignment;
  const std::scoped_lock lock(mutex_);
  allocations_.emplace(address, Allocation{kind, given, bytes});
  return reinterpret_cast<void*>(address);
}

void CudaMemory::free(void* memory) {
  Allocation allocation;
  {
    const std::scoped_lock lock(mutex_);
    const auto place = allocations_.find(number_of(memory));
    if (place == allocations_.end())
      throw Error("memory", hexadecimal(number_of(memory)), "the address of an allocation of this device");
    allocation = place->second;
    allocations_.erase(place);
  }
  card_.use();
  if (allocation.kind == MemoryKind::host)
    driver().check(driver().free_on_host(reinterpret_cast<void*>(allocation.driver_address)), "cuMemFreeHost");
  else
    driver().check(driver().free(allocation.driver_address), "cuMemFree");
}

bool CudaMemory::is_allocated(std::uint64_t address) const {
  const auto next = allocations_.upper_bound(address);
  return next != allocations_.begin() && address - std::prev(next)->first < std::prev(next)->second.bytes;
}

void CudaMemory::share(void* memory, std::size_t bytes, std::string_view purpose) {
  card_.use();
  const std::scoped_lock lock(mutex_);
  const std::uint64_t address = number_of(memory);
  if (const auto known = shares_.find(address); known != shares_.end() && known->second.bytes >= bytes) {
    ++known->second.count;
    return;
  } else if (known != shares_.end() && known->second.bytes > 0) {
    // The first share was of less: it grows.
    pages_.share(address, bytes);
    pages_.release(address, known->second.bytes);
    known->second = {bytes, known->second.count + 1};
    return;
  }
  if (is_allocated(address)) {
    shares_[address] = {0, shares_[address].count + 1};
    return;
  }
  if (card_.attribute(cuda::Attribute::same_address_when_registered) == 0)
    throw Error(std::string(purpose), "a card that reaches the host's memory at other addresses only",
                "unified shared memory");
  pages_.share(address, std::max<std::size_t>(bytes, 1));
  shares_[address] = {std::max<std::size_t>(bytes, 1), 1};
}

void CudaMemory::release(void* memory) {
  card_.use();
  const std::scoped_lock lock(mutex_);
  const auto place = shares_.find(number_of(memory));
  if (place == shares_.end())
    throw Error("memory", hexadecimal(number_of(memory)), "the address of memory that is shared");
  if (--place->second.count > 0)
    return;
  if (place->second.bytes > 0)
    pages_.release(place->first, place->second.bytes);
  shares_.erase(place);
}

std::size_t CudaMemory::bytes_of_one_copy(const void* address, std::size_t bytes) const {
  const std::scoped_lock lock(mutex_);
  return pages_.bytes_in_one_piece(number_of(address), bytes);
}

} // namespace xeforge::cuda_device
