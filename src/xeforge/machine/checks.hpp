// Functions that a checked kernel calls before each operation (esimd/port/checked.hpp). They are defined by the checker
// (src/xeforge/checker), a library that only checked programs are linked with. Each is called directly from the kernel:
// its return address identifies the source location.
#pragma once

#include <cstddef>
#include <cstdint>

// In a checked program, the tools that it was built with, a bit for each; the checker looks up this symbol.
#ifdef XEFORGE_CHECK
extern "C" {
[[gnu::weak, gnu::used, gnu::visibility("default")]] extern const unsigned xeforge_check_tools = XEFORGE_CHECK;
}
#endif

namespace xeforge::machine::checks {

enum class Kind : std::uint8_t { load, store, atomic };

// The cache hints of a message, as the hardware's encoding has them (machine/messages.hpp).
struct Hints {
  std::uint8_t l1 = 0, l3 = 0;

  bool uncached() const { return l1 == 1; } // a real access each time: programs poll with it
};

// Bytes that follow one another, at an address or, of shared local memory, at an offset.
struct Block {
  std::uint64_t address, bytes;
  Kind kind;
  Hints hints;
  std::uint32_t alignment; // what the program promises
  const std::byte* values; // of a store; null otherwise
};
// Returns false if the address is invalid; then the access must not be performed.
bool block(const Block& block);
bool slm_block(const Block& block);

// An address or offset for each lane.
struct Lanes {
  const std::uint64_t* addresses;
  bool* on; // lanes whose access is not to be made are switched off
  int count;
  std::uint32_t element_bytes, elements; // of each lane, one after another in memory
  Kind kind;
  Hints hints;
  const std::byte* values; // of a store: element e of lane l at e * count + l; null otherwise
  bool needs_value;        // an atomic operation that takes what is there
};
void lanes(const Lanes& lanes);
void slm_lanes(const Lanes& lanes);

// A block of a surface; width, height and pitch less one, x in elements, as in the hardware's descriptor.
struct Surface {
  const void* base;
  std::uint32_t width, height, pitch;
  std::int32_t x, y;
  std::uint32_t element_bytes, row_bytes, rows; // of the blocks side by side
  Kind kind;
  Hints hints;
  bool touches_memory;     // not so: a prefetch
  const std::byte* values; // of a store, where they are known: row by row
};
bool surface(const Surface& surface);

// A vector of so many elements does not have these.
void beyond_vector(Kind kind, std::uint64_t first, std::uint64_t count, std::uint64_t length);

// Only for the tool hw.
void prefetch(std::uint64_t bytes, Hints hints);
void matrix(std::uint32_t columns); // a dpas with so many columns in its result

// The group. Signals are reported before they happen, waits after they have ended.
void slm_allocate(std::uint32_t bytes, std::uint32_t from); // from > 0: a piece beyond what is allocated
void barrier_signal();
void barrier_wait();
void barrier_passed();
void named_allocate(std::uint32_t count, std::uint32_t from);
void named_signal(std::uint32_t barrier, std::uint32_t mode, std::uint32_t producers, std::uint32_t consumers);
void named_wait(std::uint32_t barrier);
void named_passed(std::uint32_t barrier);

// Uninitialised memory, for a simd declared without a value (esimd/core/fresh.hpp). Only in kernels.
const void* without_value(std::uint64_t bytes);

// An item of a launch without groups begins.
void begin_item(std::uint64_t number);

// Before a launch: the kernel that `run` calls was built with the checks.
void kernel_is_checked(const void* run);

} // namespace xeforge::machine::checks
