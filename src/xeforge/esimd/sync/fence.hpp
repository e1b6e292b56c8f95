// Fences: within a scope, others see what an item wrote before the fence before they see what it writes after it.
#pragma once

#include "xeforge/esimd/core/simd.hpp"
#include "xeforge/esimd/port/port.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {

template <memory_kind Kind = memory_kind::global, fence_flush_op Flush = fence_flush_op::none,
          fence_scope Scope = fence_scope::group>
XEFORGE_INLINE void fence() {
  static_assert(Kind != memory_kind::local || (Flush == fence_flush_op::none && Scope == fence_scope::group),
                "fence: shared local memory belongs to a group and has no cache: no flush, scope group");
  port::fence<Kind, Flush, Scope>();
}

// The older form, bits of fence_mask. Global memory is fenced for the whole device.
template <std::uint8_t Bits>
XEFORGE_INLINE void fence() {
  constexpr int flush_l2 = l2_flush_instructions | l2_flush_texture_data | l2_flush_constant_data | l2_flush_rw_data;
  if constexpr ((Bits & sw_barrier) != 0)
    port::compiler_fence();
  if constexpr ((Bits & local_barrier) != 0)
    port::fence<memory_kind::local, fence_flush_op::none, fence_scope::group>();
  if constexpr ((Bits & flush_l2) != 0)
    port::fence<memory_kind::global, fence_flush_op::evict, fence_scope::gpu>();
  else if constexpr ((Bits & l1_flush_ro_data) != 0)
    port::fence<memory_kind::global, fence_flush_op::invalidate, fence_scope::gpu>();
  else if constexpr ((Bits & global_coherent_fence) != 0 || Bits == 0)
    port::fence<memory_kind::global, fence_flush_op::none, fence_scope::gpu>();
}
// For bits known only at run time: the strongest fence.
XEFORGE_INLINE void fence(fence_mask) {
  port::fence<memory_kind::local, fence_flush_op::none, fence_scope::group>();
  port::fence<memory_kind::global, fence_flush_op::evict, fence_scope::gpu>();
}

// ---- the form with more kinds and operations ------------------------------------------------------------------------
enum class lsc_memory_kind : std::uint8_t {
  untyped_global = 0,
  untyped_global_low_pri = 1,
  typed_global = 2,
  shared_local = 3
};
enum class lsc_fence_op : std::uint8_t { none = 0, evict = 1, invalidate = 2, discard = 3, clean = 4, flushl3 = 5 };
enum class lsc_scope : std::uint8_t { group = 0, local = 1, tile = 2, gpu = 3, gpus = 4, system = 5, sysacq = 6 };

// No fence if no lane of the predicate is on.
template <lsc_memory_kind Kind = lsc_memory_kind::untyped_global, lsc_fence_op Op = lsc_fence_op::none,
          lsc_scope Scope = lsc_scope::group, int N = 16>
XEFORGE_INLINE void lsc_fence(simd_mask<N> predicate = 1) {
  static_assert(Kind != lsc_memory_kind::shared_local || (Op == lsc_fence_op::none && Scope == lsc_scope::group),
                "lsc_fence: shared local memory belongs to a group and has no cache: no operation, scope group");
  if (predicate.any())
    port::fence<static_cast<memory_kind>(Kind), static_cast<fence_flush_op>(Op), static_cast<fence_scope>(Scope)>();
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
