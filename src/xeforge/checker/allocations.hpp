// The memory that kernels may use: SYCL allocations, freed ones, and the parts of the process that they may read.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace xeforge::checker {

struct Allocation {
  std::uint64_t start = 0, bytes = 0, number = 0;
  std::string what;                   // "malloc_shared"
  std::vector<const void*> made_from; // return addresses, the innermost first

  // Whether it is uninitialised at first, as memory allocated by the runtime is.
  bool is_fresh() const { return !what.starts_with("the program's"); }
  std::uint64_t end() const { return start + bytes; }
  std::string text() const; // "malloc_shared 3 (400 bytes)"
};

using AllocationRef = std::shared_ptr<const Allocation>; // null: none

class Allocations {
public:
  AllocationRef add(const void* start, std::size_t bytes, const char* what);
  // Returns the removed allocation; null: there was none.
  AllocationRef remove(const void* start);
  // Keeps a removed allocation, whose start std::free accepts, and frees it only after a certain amount of newer memory
  // was freed, so that later uses are found.
  void keep(const AllocationRef& freed);

  // The allocation that contains the address. It is searched only if it is not one of those found last.
  struct Last {
    std::array<AllocationRef, 4> allocations;
    std::size_t next = 0; // to be replaced
    std::uint64_t version = ~std::uint64_t{0};
  };
  const AllocationRef& find(std::uint64_t address, Last& last) const;
  // The allocation that contains the address, or ends up to a page before it, or begins right after it.
  AllocationRef find_near(std::uint64_t address) const;
  AllocationRef find_freed(std::uint64_t address) const;
  // A kept allocation that contains some of the bytes.
  AllocationRef find_kept(std::uint64_t address, std::uint64_t bytes) const;
  std::vector<AllocationRef> all() const;

private:
  mutable std::mutex mutex_;
  std::map<std::uint64_t, AllocationRef> live_;
  std::deque<AllocationRef> freed_; // the last ones
  std::map<std::uint64_t, AllocationRef> kept_;
  std::deque<AllocationRef> in_order_; // of those
  std::uint64_t kept_bytes_ = 0;
  std::uint64_t number_ = 0;
  std::atomic<std::uint64_t> version_{0}; // rises with each change
};

// Memory that is the item's own or the program's constants: the stack that the caller runs on, and for loads what is
// mapped with the program and its libraries.
bool is_private_memory(std::uint64_t address, std::uint64_t bytes);
bool is_of_program(std::uint64_t address, std::uint64_t bytes);

} // namespace xeforge::checker
