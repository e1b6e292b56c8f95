// Device port: the work-group: fences, barriers, ids.
#pragma once

#include "xeforge/esimd/port/device/slm.hpp"
#include "xeforge/esimd/sync/fence_kinds.hpp"

namespace xeforge::esimd {
namespace port {
inline namespace XEFORGE_TARGET {

// ---- pieces of shared local memory ----------------------------------------------------------------------------------
// The lowering determines the offsets from where pieces begin and end.
XEFORGE_INLINE std::uint32_t slm_allocate(std::uint32_t bytes) { return kernel_needs::slm_piece(bytes); }
XEFORGE_INLINE void slm_release(std::uint32_t offset) { kernel_needs::slm_piece_end(offset); }

// ---- fences ---------------------------------------------------------------------------------------------------------
XEFORGE_INLINE void compiler_fence() { __asm__ volatile("" ::: "memory"); }

template <memory_kind kind, fence_flush_op flush, fence_scope scope>
XEFORGE_INLINE void fence() {
  genx::lsc_fence<void>(detail::predicate<16>(true), static_cast<std::int8_t>(kind), static_cast<std::int8_t>(flush),
                        static_cast<std::int8_t>(scope));
}

// What this thread wrote to global and shared local memory is seen by its group.
XEFORGE_INLINE void group_fence() {
  fence<memory_kind::global, fence_flush_op::none, fence_scope::group>();
  fence<memory_kind::local, fence_flush_op::none, fence_scope::group>();
}

// ---- barriers -------------------------------------------------------------------------------------------------------
XEFORGE_INLINE void barrier() {
  group_fence();
  genx::barrier<void>();
}

XEFORGE_INLINE void split_barrier_signal() {
  group_fence();
  genx::sbarrier<void>(std::int8_t(1));
}
XEFORGE_INLINE void split_barrier_wait() { genx::sbarrier<void>(std::int8_t(0)); }

XEFORGE_INLINE void named_barrier_init(std::uint32_t count) { kernel_needs::named_barriers(count); }
XEFORGE_INLINE std::uint32_t named_barrier_allocate(std::uint32_t count) { return kernel_needs::barrier_row(count); }
XEFORGE_INLINE void named_barrier_signal(std::uint32_t barrier, std::uint32_t mode, std::uint32_t producers,
                                         std::uint32_t consumers) {
  genx::nbarrier_arrive<void>(static_cast<std::int8_t>(barrier), static_cast<std::int8_t>(mode),
                              static_cast<std::int8_t>(producers), static_cast<std::int8_t>(consumers));
}
XEFORGE_INLINE void named_barrier_wait(std::uint32_t barrier) {
  genx::nbarrier<void>(std::int8_t(0), static_cast<std::int8_t>(barrier), std::int8_t(0));
}

// ---- identity -------------------------------------------------------------------------------------------------------
// Dimensions come in SYCL order (0 slowest), the hardware's x is the fastest: x is D - 1.
namespace detail {
template <int D>
XEFORGE_INLINE std::uint32_t component(raw_vector<std::int32_t, 3> xyz, int d) {
  return static_cast<std::uint32_t>(xyz[D - 1 - d]);
}
} // namespace detail

template <int D>
XEFORGE_INLINE std::uint32_t group_id(int d) {
  const int axis = D - 1 - d;
  return axis == 0   ? genx::group_id_x<std::uint32_t>()
         : axis == 1 ? genx::group_id_y<std::uint32_t>()
                     : genx::group_id_z<std::uint32_t>();
}
template <int D>
XEFORGE_INLINE std::uint32_t local_id(int d) {
  // The driver writes 16-bit ids. The compiler widens them only if it finds its intrinsic for 32
  // bits under one exact name; otherwise it reads three 32-bit words where there are three 16-bit words.
  return static_cast<std::uint16_t>(genx::local_id16<raw_vector<std::int16_t, 3>>()[D - 1 - d]);
}
template <int D>
XEFORGE_INLINE std::uint32_t local_range(int d) {
  return detail::component<D>(genx::local_size<raw_vector<std::int32_t, 3>>(), d);
}
template <int D>
XEFORGE_INLINE std::uint32_t group_range(int d) {
  return detail::component<D>(genx::group_count<raw_vector<std::int32_t, 3>>(), d);
}

XEFORGE_INLINE std::int32_t hardware_thread_id() { return genx::get_hwid<std::int32_t>(); }
XEFORGE_INLINE std::uint64_t timestamp() {
  const auto words = genx::timestamp<raw_vector<std::uint32_t, 4>>();
  return words[0] | std::uint64_t(words[1]) << 32;
}
XEFORGE_INLINE void want_registers(std::uint32_t count) { kernel_needs::registers(count); }

} // namespace XEFORGE_TARGET
} // namespace port
} // namespace xeforge::esimd
