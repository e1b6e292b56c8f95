// Why bytes are uninitialised: numbers that accompany values through registers and memory.
#pragma once

#include <cstdint>
#include <string>

namespace xeforge::checker::origins {

struct Origin {
  std::string
      text; // "a simd that nothing was written to, of", "bytes 0..63 of malloc_device 1 (64 bytes), ..., read at"
  const void* site; // the location that the text ends with; null: none
  bool fresh;       // memory as it was allocated
};

// The number of a new origin, or of the existing one with the same site and text.
std::uint32_t make(const Origin& origin);
// Also for 0, which stands for no origin.
Origin at(std::uint32_t number);

// The number of the same origin for a value that has been stored since; root() gives the original number.
std::uint32_t stored(std::uint32_t number);
std::uint32_t root(std::uint32_t number);
bool is_fresh(std::uint32_t number);

} // namespace xeforge::checker::origins
