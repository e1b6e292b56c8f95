// The work-group: its barrier, whole and in two halves.
#pragma once

#include "xeforge/esimd/memory/memory.hpp"
#include "xeforge/esimd/memory/slm_allocator.hpp"
#include "xeforge/esimd/sync/fence.hpp"
#include "xeforge/esimd/sync/named_barrier.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {

// Waits until every item of the group has arrived; what they wrote to memory and SLM is then visible to all.
XEFORGE_INLINE void barrier() { port::barrier(); }

enum class split_barrier_action : std::uint8_t { wait = 0, signal = 1 };

// The barrier in two halves: an item signals its arrival, does work that does not depend on the others, and waits.
XEFORGE_INLINE void split_barrier(split_barrier_action action) {
  if (action == split_barrier_action::signal)
    port::split_barrier_signal();
  else
    port::split_barrier_wait();
}
template <split_barrier_action Action>
XEFORGE_INLINE void split_barrier() {
  split_barrier(Action);
}

// A number that is unique among the items running at the same time, and constant for the lifetime of the item.
XEFORGE_INLINE std::int32_t get_hw_thread_id() { return port::hardware_thread_id(); }
// A counter that rises while the item runs, for differences: cycles of the device, or of this machine's processor.
XEFORGE_INLINE std::uint64_t rdtsc() { return port::timestamp(); }
// All devices here are of one piece.
XEFORGE_INLINE std::int32_t get_subdevice_id() { return 0; }

// Waits until these registers have been written. Computations that use them wait for that anyway.
template <class T, int N>
XEFORGE_INLINE void wait(const simd<T, N>&) {}
template <detail::View V>
XEFORGE_INLINE void wait(const V&) {}

} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd

// The names of the instructions themselves, which programs call. The barrier is a fence as well here.
XEFORGE_INLINE void __esimd_barrier() { xeforge::esimd::port::barrier(); }
XEFORGE_INLINE void __esimd_sbarrier(xeforge::esimd::split_barrier_action action) {
  xeforge::esimd::split_barrier(action);
}
XEFORGE_INLINE void __esimd_wait(std::uint16_t) {} // until it has been computed, which its use waits for anyway
XEFORGE_INLINE void __esimd_fence(std::uint8_t bits) {
  xeforge::esimd::fence(static_cast<xeforge::esimd::fence_mask>(bits));
}

// Programs write `__asm__ volatile("fence_sw")` as a compiler fence. On the host it has no run-time effect, but
// the assembler has to accept the word. In device code the lowering handles it.
#ifndef __SYCL_DEVICE_ONLY__
__asm__(".ifndef .Lxeforge_fence_sw\n.set .Lxeforge_fence_sw, 1\n.macro fence_sw\n.endm\n.endif");
#endif
