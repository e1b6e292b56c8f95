// Host port: the work-group: fences, barriers, ids. All of it comes from the hardware thread that the runtime set up
// (machine/thread.hpp).
#pragma once

#include "xeforge/esimd/port/host/slm.hpp"
#include "xeforge/esimd/sync/fence_kinds.hpp"

#include <atomic>

namespace xeforge::esimd {
namespace XEFORGE_PORT {
inline namespace XEFORGE_TARGET {

// ---- pieces of shared local memory ----------------------------------------------------------------------------------
XEFORGE_INLINE std::uint32_t slm_allocate(std::uint32_t bytes) {
  machine::HardwareThread& thread = detail::slm_thread();
  const std::uint64_t offset = thread.slm_top, end = offset + bytes;
  if (end > thread.slm_capacity) [[unlikely]]
    machine::refuse_slm_size(static_cast<std::uint32_t>(end), thread.slm_capacity);
  thread.slm_top = static_cast<std::uint32_t>(end);
  detail::allocate_slm(thread, thread.slm_top);
  return static_cast<std::uint32_t>(offset);
}
// Gives back the piece at offset, the last one that was allocated.
XEFORGE_INLINE void slm_release(std::uint32_t offset) { detail::slm_thread().slm_top = offset; }

// ---- fences ---------------------------------------------------------------------------------------------------------
XEFORGE_INLINE void compiler_fence() { std::atomic_signal_fence(std::memory_order_seq_cst); }

// The items of a group run on one CPU thread, so that no fence instruction is needed within a group.
XEFORGE_INLINE void group_fence() { std::atomic_thread_fence(std::memory_order_acq_rel); }

template <memory_kind kind, fence_flush_op, fence_scope scope>
XEFORGE_INLINE void fence() {
  if constexpr (kind == memory_kind::local || scope == fence_scope::group)
    group_fence();
  else
    std::atomic_thread_fence(std::memory_order_seq_cst);
  // On hardware a fence takes time, in which the other items of the group run; so let them run.
  if (machine::HardwareThread* const thread = machine::this_thread();
      thread != nullptr && thread->synchronisation != nullptr)
    thread->synchronisation->yield(*thread);
}

// ---- barriers -------------------------------------------------------------------------------------------------------
XEFORGE_INLINE void barrier() {
  machine::HardwareThread& thread = detail::group_thread("barrier");
  group_fence();
  thread.barrier(thread);
  group_fence();
}

XEFORGE_INLINE void split_barrier_signal() {
  machine::HardwareThread& thread = detail::group_thread("split_barrier");
  group_fence();
  thread.synchronisation->split_signal(thread);
  compiler_fence(); // no tail call: an error has the line of the call
}
XEFORGE_INLINE void split_barrier_wait() {
  machine::HardwareThread& thread = detail::group_thread("split_barrier");
  thread.synchronisation->split_wait(thread);
  group_fence();
}

// All 32 always exist. Items count what they have allocated, so that further ones can be allocated.
XEFORGE_INLINE void named_barrier_init(std::uint32_t count) {
  machine::HardwareThread& thread = detail::group_thread("named_barrier_init");
  if (count > machine::named_barriers) [[unlikely]]
    machine::refuse_barrier_count(count);
  if (count > thread.named_barrier_top)
    thread.named_barrier_top = count;
}
// The number of the first of so many more.
XEFORGE_INLINE std::uint32_t named_barrier_allocate(std::uint32_t count) {
  machine::HardwareThread& thread = detail::group_thread("named_barrier_allocate");
  const std::uint32_t first = thread.named_barrier_top;
  if (first + count > machine::named_barriers) [[unlikely]]
    machine::refuse_barrier_count(first + count);
  thread.named_barrier_top = first + count;
  return first;
}
XEFORGE_INLINE void named_barrier_signal(std::uint32_t barrier, std::uint32_t mode, std::uint32_t producers,
                                         std::uint32_t consumers) {
  machine::HardwareThread& thread = detail::group_thread("named_barrier_signal");
  group_fence();
  thread.synchronisation->named_signal(thread, {barrier, mode, producers, consumers});
  compiler_fence(); // as after a split signal
}
XEFORGE_INLINE void named_barrier_wait(std::uint32_t barrier) {
  machine::HardwareThread& thread = detail::group_thread("named_barrier_wait");
  thread.synchronisation->named_wait(thread, barrier);
  group_fence();
}

// ---- identity -------------------------------------------------------------------------------------------------------
template <int D>
XEFORGE_INLINE std::uint32_t group_id(int d) {
  return static_cast<std::uint32_t>(detail::group_thread("group_id").group_id[d]);
}
template <int D>
XEFORGE_INLINE std::uint32_t local_id(int d) {
  return static_cast<std::uint32_t>(detail::group_thread("local_id").local_id[d]);
}
template <int D>
XEFORGE_INLINE std::uint32_t local_range(int d) {
  return static_cast<std::uint32_t>(detail::group_thread("local_range").local_range[d]);
}
template <int D>
XEFORGE_INLINE std::uint32_t group_range(int d) {
  return static_cast<std::uint32_t>(detail::group_thread("group_range").group_range[d]);
}

XEFORGE_INLINE std::int32_t hardware_thread_id() { return machine::hardware_thread_number(); }
// A counter that only rises; its unit is the processor's.
XEFORGE_INLINE std::uint64_t timestamp() { return __builtin_readcyclecounter(); }

XEFORGE_INLINE void want_registers(std::uint32_t) {}

} // namespace XEFORGE_TARGET
} // namespace XEFORGE_PORT
} // namespace xeforge::esimd
