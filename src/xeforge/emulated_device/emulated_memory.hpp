// The memory of an emulated device. What the host cannot touch on hardware, it cannot touch here: addresses of
// device memory are reserved in this process without being readable, and the bytes lie elsewhere.
#pragma once

#include "xeforge/devices/device.hpp"
#include "xeforge/emulator/memory/memory.hpp"

#include <map>
#include <mutex>

namespace xeforge::emulated_device {

class EmulatedMemory {
public:
  EmulatedMemory() = default;
  ~EmulatedMemory();
  EmulatedMemory(const EmulatedMemory&) = delete;
  EmulatedMemory& operator=(const EmulatedMemory&) = delete;

  // As in devices::Device.
  void* allocate(devices::MemoryKind kind, std::size_t bytes, std::size_t alignment, std::string_view purpose);
  void free(void* memory);
  void share(void* memory, std::size_t bytes, std::string_view purpose);
  void release(void* memory);

  // Where the host finds bytes of the device or of its own. Throws Error where they are the device's only in part.
  std::byte* on_host(const void* address, std::size_t bytes) const;

  const emulator::Memory& ranges() const { return ranges_; }

private:
  struct Allocation {
    void* reserved = nullptr; // or null: the host's own
    void* backing = nullptr;
    std::size_t reserved_bytes = 0;
    int shares = 0; // of memory of the host's that is shared
  };

  emulator::Memory ranges_;
  std::mutex mutex_;
  std::map<std::uint64_t, Allocation> allocations_;
};

} // namespace xeforge::emulated_device
