// The observer of the port in a program with counters (XEFORGE_COUNT): adds up what kernels do, per thread
// (machine/counters.hpp). Included only by port/watched.hpp.
#pragma once

#include "xeforge/esimd/core/vector.hpp"
#include "xeforge/machine/counters.hpp"
#include "xeforge/machine/footprint.hpp"

// Tells the recorder (src/xeforge/recorder, a library that is not included here) that the program counts.
extern "C" {
[[gnu::weak, gnu::used, gnu::visibility("default")]] extern const unsigned xeforge_counts = 1; // NOLINT
}

namespace xeforge::esimd {
namespace port {
inline namespace XEFORGE_TARGET {
namespace watch {

using machine::Counters;
using Kind = machine::MessageCount Counters::*;

XEFORGE_INLINE void message(Kind kind, std::uint64_t bytes) {
  machine::MessageCount& count = machine::thread_counters().*kind;
  ++count.messages;
  count.bytes += bytes;
}

// ---- arithmetic -----------------------------------------------------------------------------------------------------
template <class T, int N>
XEFORGE_INLINE void arithmetic(std::uint64_t flops_per_element = 1) {
  if constexpr (!std::is_integral_v<T>)
    machine::thread_counters().arithmetic_flops += flops_per_element * N;
}
template <class T, class Base>
XEFORGE_INLINE constexpr bool elements(Access, std::uint64_t, std::uint64_t) {
  return true;
}
template <int Columns>
XEFORGE_INLINE void matrix(std::uint64_t flops) {
  machine::thread_counters().dpas_flops += flops;
}

// ---- memory ---------------------------------------------------------------------------------------------------------
template <Access access, Hints hints, int Alignment>
XEFORGE_INLINE bool block(const void* address, std::uint64_t bytes, const void*) {
  machine::note_touch(address, bytes, access == Access::load ? machine::Touch::load : machine::Touch::store);
  message(access == Access::load ? &Counters::block_loads : &Counters::block_stores, bytes);
  return true;
}
template <Hints hints>
XEFORGE_INLINE void prefetch(std::uint64_t bytes) {
  message(&Counters::prefetches, bytes);
}
template <Access access, Hints hints, class T, int N, int VS>
XEFORGE_INLINE mask_vec<N> lanes(const void* base, raw_vector<std::uint64_t, N> offsets, mask_vec<N> mask,
                                 const raw_vector<T, N * VS>*) {
  if (machine::footprints_are_kept().load(std::memory_order_relaxed))
    for (int lane = 0; lane < N; ++lane)
      if (mask[lane] != 0) {
        const void* const start = static_cast<const char*>(base) + offsets[lane];
        if (access != Access::store)
          machine::touch(start, VS * sizeof(T), machine::Touch::load);
        if (access != Access::load)
          machine::touch(start, VS * sizeof(T), machine::Touch::store);
      }
  message(access == Access::load    ? &Counters::gathers
          : access == Access::store ? &Counters::scatters
                                    : &Counters::atomics,
          unwatched::detail::lanes_on<N>(mask) * VS * sizeof(T));
  return mask;
}

// The part of a block that is inside its surface.
template <Access access, Hints hints, class T, Block2d block>
XEFORGE_INLINE bool block_2d(const Surface2d& surface, const void*) {
  const auto bytes = unwatched::detail::covered_by<T, block>(surface);
  const auto clipped = [](std::int64_t first, std::int64_t end, std::int64_t size) {
    const std::int64_t low = first > 0 ? first : 0, high = end < size ? end : size;
    return static_cast<std::uint64_t>(high > low ? high - low : 0);
  };
  if (access != Access::prefetch && machine::footprints_are_kept().load(std::memory_order_relaxed))
    unwatched::detail::for_rows_on_surface(bytes, surface, [](const char* row, std::int64_t, std::size_t count) {
      machine::touch(row, count, access == Access::load ? machine::Touch::load : machine::Touch::store);
    });
  message(access == Access::load    ? &Counters::block_loads_2d
          : access == Access::store ? &Counters::block_stores_2d
                                    : &Counters::prefetches,
          clipped(bytes.left, bytes.right, std::int64_t{surface.width} + 1) *
              clipped(bytes.top, bytes.bottom, std::int64_t{surface.height} + 1));
  return true;
}

XEFORGE_INLINE void slm_allocate(std::uint32_t, std::uint32_t) {}
template <Access access, int Alignment>
XEFORGE_INLINE bool slm_block(std::uint32_t, std::uint64_t bytes, const void*) {
  message(access == Access::load ? &Counters::slm_loads : &Counters::slm_stores, bytes);
  return true;
}
template <Access access, class T, int N, int VS>
XEFORGE_INLINE mask_vec<N> slm_lanes(raw_vector<std::uint32_t, N>, mask_vec<N> mask, const raw_vector<T, N * VS>*) {
  message(access == Access::load    ? &Counters::slm_loads
          : access == Access::store ? &Counters::slm_stores
                                    : &Counters::slm_atomics,
          unwatched::detail::lanes_on<N>(mask) * VS * sizeof(T));
  return mask;
}

// A message without its data: only what the descriptor and the lanes say. Of two-dimensional blocks every element
// counts, also off the surface.
template <class RawMessage>
XEFORGE_INLINE bool raw_message(const RawMessage& sent, std::uint64_t lanes) {
  constexpr std::uint32_t load = 0, load_2d = 3, store = 4, store_2d = 7;
  const std::uint32_t opcode = sent.opcode();
  const bool is_slm = sent.shape.unit == unwatched::detail::unit_slm;
  if (!is_slm && sent.shape.unit != unwatched::detail::unit_global)
    return true;
  if (opcode == load_2d || opcode == store_2d) {
    const auto blocks = unwatched::detail::RawBlock2d::of(sent);
    message(opcode == store_2d  ? &Counters::block_stores_2d
            : sent.has_result() ? &Counters::block_loads_2d
                                : &Counters::prefetches,
            blocks.columns * blocks.rows * blocks.count * blocks.element_bytes);
    return true;
  }
  const auto elements = unwatched::detail::RawElements::of(sent);
  const std::uint64_t bytes =
      (elements.transposed ? (lanes != 0) : lanes) * elements.memory_bytes * static_cast<std::uint64_t>(elements.count);
  if (opcode == load && !sent.has_result())
    message(&Counters::prefetches, bytes);
  else if (opcode == load)
    message(is_slm ? &Counters::slm_loads : elements.transposed ? &Counters::block_loads : &Counters::gathers, bytes);
  else if (opcode == store)
    message(is_slm                ? &Counters::slm_stores
            : elements.transposed ? &Counters::block_stores
                                  : &Counters::scatters,
            bytes);
  else
    message(is_slm ? &Counters::slm_atomics : &Counters::atomics, bytes);
  return true;
}

// ---- the group ------------------------------------------------------------------------------------------------------
XEFORGE_INLINE void barrier_signal() {}
XEFORGE_INLINE void barrier_wait() { ++machine::thread_counters().barriers; }
XEFORGE_INLINE void barrier_passed() {}
XEFORGE_INLINE void named_allocate(std::uint32_t, std::uint32_t) {}
XEFORGE_INLINE void named_signal(std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t) {}
XEFORGE_INLINE void named_wait(std::uint32_t) { ++machine::thread_counters().named_barriers; }
XEFORGE_INLINE void named_passed(std::uint32_t) {}

} // namespace watch
} // namespace XEFORGE_TARGET
} // namespace port
} // namespace xeforge::esimd
