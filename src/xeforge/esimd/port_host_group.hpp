// Host port: the work-group: shared local memory, barrier, ids. All of it comes from the hardware thread that the
// runtime set up (machine/thread.hpp).
#pragma once

#include "xeforge/base/error.hpp"
#include "xeforge/esimd/port_host_memory.hpp"
#include "xeforge/machine/thread.hpp"

#include <atomic>

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {
namespace port {

namespace detail {
XEFORGE_INLINE machine::HardwareThread& group_thread(const char* what) {
  machine::HardwareThread* const thread = machine::this_thread();
  if (thread == nullptr)
    throw Error(what, "a kernel without work-groups", "a kernel launched over an nd_range");
  return *thread;
}

// The address of bytes [offset, offset + size) of the group's SLM; kernels that claimed too little are told, not
// trusted.
XEFORGE_INLINE std::byte* slm_address(std::uint64_t offset, std::uint64_t size) {
  machine::HardwareThread& thread = group_thread("slm");
  if (offset + size > *thread.slm_size) [[unlikely]]
    throw Error("slm", "an access to bytes " + std::to_string(offset) + " to " + std::to_string(offset + size),
                "offsets within the " + std::to_string(*thread.slm_size) + " bytes of slm_init");
  return thread.slm + offset;
}
} // namespace detail

XEFORGE_INLINE void slm_init(std::uint32_t bytes) {
  machine::HardwareThread& thread = detail::group_thread("slm_init");
  if (bytes > thread.slm_capacity)
    throw Error("slm_init", std::to_string(bytes) + " bytes", "at most " + std::to_string(thread.slm_capacity));
  if (bytes > *thread.slm_size)
    *thread.slm_size = bytes;
}

template <class T, int N, int Alignment>
XEFORGE_INLINE vec<T, N> slm_load(std::uint32_t offset) {
  return load<T, N, Alignment, Hints{}>(reinterpret_cast<const T*>(detail::slm_address(offset, N * sizeof(T))));
}
template <class T, int N, int Alignment>
XEFORGE_INLINE void slm_store(std::uint32_t offset, vec<T, N> values) {
  store<T, N, Alignment, Hints{}>(reinterpret_cast<T*>(detail::slm_address(offset, N * sizeof(T))), values);
}

namespace detail {
// Checks every lane that is on and returns the start of the SLM.
template <class T, int N, int VS>
XEFORGE_INLINE std::byte* slm_base(vec<std::uint32_t, N> offsets, mask_vec<N> mask) {
  for (int lane = 0; lane < N; ++lane)
    if (mask[lane])
      slm_address(offsets[lane], VS * sizeof(T));
  return group_thread("slm").slm;
}
} // namespace detail

template <class T, int N, int VS>
XEFORGE_INLINE vec<T, N * VS> slm_gather(vec<std::uint32_t, N> offsets, mask_vec<N> mask, vec<T, N * VS> pass_thru) {
  const auto* base = reinterpret_cast<const T*>(detail::slm_base<T, N, VS>(offsets, mask));
  return gather<T, N, VS, Hints{}>(base, __builtin_convertvector(offsets, vec<std::uint64_t, N>), mask, pass_thru);
}
template <class T, int N, int VS>
XEFORGE_INLINE void slm_scatter(vec<std::uint32_t, N> offsets, vec<T, N * VS> values, mask_vec<N> mask) {
  auto* base = reinterpret_cast<T*>(detail::slm_base<T, N, VS>(offsets, mask));
  scatter<T, N, VS, Hints{}>(base, __builtin_convertvector(offsets, vec<std::uint64_t, N>), values, mask);
}

XEFORGE_INLINE void fence() { std::atomic_thread_fence(std::memory_order_seq_cst); }

XEFORGE_INLINE void barrier() {
  machine::HardwareThread& thread = detail::group_thread("barrier");
  fence();
  thread.barrier(thread);
  fence();
}

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

} // namespace port
} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
