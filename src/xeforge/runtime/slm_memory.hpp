// The shared local memory of the group that runs on one thread. The low 32 bits of its address are zero, because
// programs convert pointers into it to 32 bits and use that as an offset.
#pragma once

#include "xeforge/runtime/launch.hpp"

#include <cstddef>

namespace xeforge::runtime {

class SlmMemory {
public:
  // Throws std::bad_alloc. If no such address is free, the memory is elsewhere.
  SlmMemory();
  ~SlmMemory();
  SlmMemory(const SlmMemory&) = delete;
  SlmMemory& operator=(const SlmMemory&) = delete;

  std::byte* bytes() const { return bytes_; } // slm_bytes of them

private:
  std::byte* bytes_ = nullptr;
};

} // namespace xeforge::runtime
