// The memory that programs of a device may access: named ranges of bytes. An access outside of all of them is a fault.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace xeforge::emulator {

enum class Writable { no, yes };

struct MemoryRange {
  std::uint64_t address = 0, size = 0; // as programs see it; bytes
  std::byte* host = nullptr;           // where the bytes are
  std::string name;                    // for messages
  Writable writable = Writable::yes;

  bool contains(std::uint64_t first, std::uint64_t bytes) const {
    return first >= address && first - address <= size && bytes <= size - (first - address);
  }
};

// Ranges in ascending order that do not overlap: the memory of one launch.
class MemoryMap {
public:
  MemoryMap() = default;
  // Throws Error if two overlap, or one ends beyond the last address.
  explicit MemoryMap(std::vector<MemoryRange> ranges);

  const std::vector<MemoryRange>& ranges() const { return ranges_; }
  // The range that contains all of these bytes; null if there is none.
  const MemoryRange* find(std::uint64_t address, std::uint64_t bytes) const;
  // For a message about an address in no range: "the nearest is q.npy, 4096 bytes, which ends 16 bytes before".
  std::string neighbour_of(std::uint64_t address) const;

private:
  std::vector<MemoryRange> ranges_;
};

// The allocations of a device. Functions may be called by several threads; a launch sees the allocations that existed
// when it began.
class Memory {
public:
  Memory();

  // A device address of its own, or, without one, the address of the bytes on the host. The bytes are the caller's.
  // Throws Error where the range would overlap another one.
  void add(std::string name, std::byte* host, std::uint64_t size, Writable writable = Writable::yes);
  void add_at(MemoryRange range);
  // Removes the range that begins at this address. Throws Error if there is none.
  void remove(std::uint64_t address);

  std::shared_ptr<const MemoryMap> map() const;

private:
  mutable std::mutex mutex_;
  std::shared_ptr<const MemoryMap> map_; // replaced, never changed
};

} // namespace xeforge::emulator
