// Memory of the program's own that kernels may use, as a checked program is told of it (machine/observer.hpp). In others
// nobody is told.
#pragma once

#include "xeforge/machine/observer.hpp"

#include <cstddef>
#include <utility>

namespace xeforge::ops {

class KnownMemory {
public:
  KnownMemory() = default;
  KnownMemory(const void* start, std::size_t bytes) : start_(start) {
    if (auto* const observer = machine::observer(); observer != nullptr && start != nullptr)
      observer->allocated(start, bytes, "the program's array");
  }
  ~KnownMemory() {
    if (auto* const observer = machine::observer(); observer != nullptr && start_ != nullptr)
      observer->freed(start_);
  }
  KnownMemory(KnownMemory&& other) noexcept : start_(std::exchange(other.start_, nullptr)) {}
  KnownMemory& operator=(KnownMemory&& other) noexcept {
    std::swap(start_, other.start_);
    return *this;
  }

private:
  const void* start_ = nullptr;
};

} // namespace xeforge::ops
