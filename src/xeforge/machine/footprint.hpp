// Which cache lines of global memory a kernel touches, each once however often it is asked for: what has to come from
// memory at the least. Kept in programs that count, while somebody wants it; messages beside it are in counters.hpp.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace xeforge::machine {

inline constexpr std::size_t line_bytes = 64;

// Bytes of whole lines. One that is loaded and stored counts in both.
struct Footprint {
  std::uint64_t loaded_bytes = 0, stored_bytes = 0;
};

enum class Touch : std::uint8_t { load, store };

// Asked by each message; nothing is kept before the first keep_footprints().
std::atomic<bool>& footprints_are_kept() noexcept;
void touch(const void* start, std::size_t bytes, Touch how);
inline void note_touch(const void* start, std::size_t bytes, Touch how) {
  if (footprints_are_kept().load(std::memory_order_relaxed)) [[unlikely]]
    touch(start, bytes, how);
}

// From now on, of all threads, beginning with nothing. Precondition, also below: no kernel is running.
void keep_footprints();
// Since keep_footprints().
Footprint footprint();

} // namespace xeforge::machine
