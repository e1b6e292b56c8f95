// Barriers for part of a group: 32 of them, numbered from 0, each usable by any items. Every signal states how many
// producers and consumers complete a phase; consumers wait, producers only signal. A complete barrier can be used
// again at once.
#pragma once

#include "xeforge/esimd/port/port.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {

// Allocates barriers 0 to Count - 1: called by every item, before the first signal.
template <std::uint8_t Count>
XEFORGE_INLINE void named_barrier_init() {
  static_assert(Count <= 32, "named_barrier_init: a group has 32 named barriers");
  port::named_barrier_init(Count);
}

// Allocates Count more, and returns the number of the first: for functions that need their own barriers, whatever their
// callers use. Each call allocates new ones; they are never freed.
template <std::uint8_t Count>
XEFORGE_INLINE std::uint8_t named_barrier_allocate() {
  static_assert(Count <= 32, "named_barrier_allocate: a group has 32 named barriers");
  return static_cast<std::uint8_t>(port::named_barrier_allocate(Count));
}

// Mode 0: producer and consumer; 1: producer; 2: consumer. What the item wrote to memory and SLM before is seen by
// those that come through the barrier, unless the signal comes without a fence.
template <bool Fence = true>
XEFORGE_INLINE void named_barrier_signal(std::uint8_t barrier, std::uint8_t mode, std::uint32_t producers,
                                         std::uint32_t consumers) {
  if constexpr (Fence)
    port::group_fence();
  port::named_barrier_signal(barrier, mode, producers, consumers);
}

// Waits until the phase of this item's last signal to the barrier is complete.
XEFORGE_INLINE void named_barrier_wait(std::uint8_t barrier) { port::named_barrier_wait(barrier); }

} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd

// The names of the instructions themselves, which programs call: an arrival is not a fence.
XEFORGE_INLINE void __esimd_nbarrier_init(std::uint8_t count) { xeforge::esimd::port::named_barrier_init(count); }
XEFORGE_INLINE std::uint8_t __esimd_named_barrier_allocate(std::uint8_t count) {
  return static_cast<std::uint8_t>(xeforge::esimd::port::named_barrier_allocate(count));
}
XEFORGE_INLINE void __esimd_nbarrier_arrive(std::uint8_t barrier, std::uint8_t mode, std::uint8_t producers,
                                            std::uint8_t consumers) {
  xeforge::esimd::port::named_barrier_signal(barrier, mode, producers, consumers);
}
// Mode 0 waits; the number of threads is ignored.
XEFORGE_INLINE void __esimd_nbarrier(std::uint8_t mode, std::uint8_t barrier, std::uint8_t /*threads*/) {
  if (mode == 0)
    xeforge::esimd::port::named_barrier_wait(barrier);
}
