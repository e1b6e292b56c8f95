// Parameters of a fence: which memory, which caches it flushes, and the scope in which writes become visible.
#pragma once

#include "xeforge/esimd/core/vector.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {

enum class memory_kind : std::uint8_t { global = 0, image = 2, local = 3 };
enum class fence_flush_op : std::uint8_t { none = 0, evict = 1, invalidate = 2, clean = 4 };
enum class fence_scope : std::uint8_t {
  group = 0,
  local = 1, // the Xe core
  tile = 2,
  gpu = 3,
  gpus = 4,
  system = 5,
  system_acquire = 6
};

// Bits of the older form. local_barrier: of shared local memory, instead of global memory. sw_barrier: the compiler
// moves no memory access across; nothing happens at run time.
enum fence_mask : std::uint8_t {
  global_coherent_fence = 0x1,
  l2_flush_instructions = 0x2,
  l2_flush_texture_data = 0x4,
  l2_flush_constant_data = 0x8,
  l2_flush_rw_data = 0x10,
  local_barrier = 0x20,
  l1_flush_ro_data = 0x40,
  sw_barrier = 0x80
};

} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
