// The cache lines of global memory that a kernel accesses, each counted once: the minimum that has to come from
// memory. Recorded on request in programs that count; counters.hpp counts the messages.
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

// Tested by each message; nothing is recorded before the first keep_footprints().
std::atomic<bool>& footprints_are_kept() noexcept;
void touch(const void* start, std::size_t bytes, Touch how);
inline void note_touch(const void* start, std::size_t bytes, Touch how) {
  if (footprints_are_kept().load(std::memory_order_relaxed)) [[unlikely]]
    touch(start, bytes, how);
}

// Starts recording in all threads, from an empty footprint. Precondition, also below: no kernel is running.
void keep_footprints();
// Since keep_footprints().
Footprint footprint();

} // namespace xeforge::machine
