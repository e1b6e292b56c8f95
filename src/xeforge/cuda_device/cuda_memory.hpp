// Memory that a card reaches: its own, the host's that the driver allocates, managed memory for allocations that both
// touch, and the host's own while it is registered.
#pragma once

#include "xeforge/cuda/launch.hpp"
#include "xeforge/cuda_device/shared_pages.hpp"
#include "xeforge/devices/device.hpp"

#include <map>
#include <mutex>

namespace xeforge::cuda_device {

// An address as the driver's functions take it.
inline std::uint64_t number_of(const void* address) { return reinterpret_cast<std::uint64_t>(address); }

class CudaMemory {
public:
  // memory_bytes: the card's; no managed allocation is larger.
  CudaMemory(const cuda::Card& card, std::uint64_t memory_bytes);
  CudaMemory(const CudaMemory&) = delete;
  CudaMemory& operator=(const CudaMemory&) = delete;

  // As in devices::Device.
  void* allocate(devices::MemoryKind kind, std::size_t bytes, std::size_t alignment, std::string_view purpose);
  void free(void* memory);
  void share(void* memory, std::size_t bytes, std::string_view purpose);
  void release(void* memory);

  // How many of the bytes one copy of the driver's may have: it does not go over two registrations.
  std::size_t bytes_of_one_copy(const void* address, std::size_t bytes) const;

private:
  struct Allocation {
    devices::MemoryKind kind;
    std::uint64_t driver_address; // what the driver gave; the alignment may ask for more
    std::size_t bytes;
  };
  struct Share {
    std::size_t bytes; // 0: of an allocation, which the card reaches anyway
    int count;
  };

  bool is_allocated(std::uint64_t address) const;
  void check_managed(std::size_t bytes, std::string_view purpose) const;

  const cuda::Card& card_;
  const std::uint64_t memory_bytes_;
  mutable std::mutex mutex_;
  SharedPages pages_;
  std::map<std::uint64_t, Allocation> allocations_;
  std::map<std::uint64_t, Share> shares_;
};

} // namespace xeforge::cuda_device
