// Host port: shared local memory, which belongs to the hardware thread that the runtime set up (machine/thread.hpp).
#pragma once

#include "xeforge/esimd/port_host_gather.hpp"
#include "xeforge/machine/refusals.hpp"
#include "xeforge/machine/thread.hpp"

#include <algorithm>

namespace xeforge::esimd {
namespace XEFORGE_HOST_PORT {
inline namespace XEFORGE_TARGET {

namespace detail {
XEFORGE_INLINE machine::HardwareThread& group_thread(const char* what) {
  machine::HardwareThread* const thread = machine::this_thread();
  if (thread == nullptr) [[unlikely]]
    machine::refuse_without_group(what);
  return *thread;
}

// With the group's SLM, or that of an item that has it to itself.
XEFORGE_INLINE machine::HardwareThread& slm_thread() {
  machine::HardwareThread* const thread = machine::this_thread();
  return thread != nullptr ? *thread : machine::lone_item();
}

// The group has at least so many bytes, and as many more as the hardware hands out; in a file that is compiled with
// XEFORGE_CHECKED those and no more.
XEFORGE_INLINE void claim_slm(const machine::HardwareThread& thread, std::uint32_t bytes) {
#ifndef XEFORGE_CHECKED
  bytes = std::min(machine::slm_handed_out(bytes), thread.slm_capacity);
#endif
  if (bytes > *thread.slm_size)
    *thread.slm_size = bytes;
}

// The address of bytes [offset, offset + size) of the group's SLM; kernels that claimed too little are told, not
// trusted.
XEFORGE_INLINE std::byte* slm_address(std::uint64_t offset, std::uint64_t size) {
  const machine::HardwareThread& thread = slm_thread();
  if (offset + size > *thread.slm_size) [[unlikely]]
    machine::refuse_slm_access(offset, size, *thread.slm_size);
  return thread.slm + offset;
}

// The start of the SLM, after a check of every lane that is on: Size bytes from its offset.
template <std::uint64_t Size, int N>
XEFORGE_INLINE std::byte* slm_lanes(raw_vector<std::uint32_t, N> offsets, mask_vec<N> mask) {
  const auto on = __builtin_convertvector(mask, raw_vector<std::uint32_t, N>) != std::uint32_t(0);
  const raw_vector<std::uint32_t, N> touched = on ? offsets : raw_vector<std::uint32_t, N>(0);
  const machine::HardwareThread& thread = slm_thread();
  const std::uint64_t last = __builtin_reduce_max(touched);
  if (last + Size > *thread.slm_size && __builtin_reduce_or(on) != 0) [[unlikely]]
    machine::refuse_slm_access(last, Size, *thread.slm_size);
  return thread.slm;
}
} // namespace detail

XEFORGE_INLINE void slm_init(std::uint32_t bytes) {
  machine::HardwareThread* const in_group = machine::this_thread();
  machine::HardwareThread& thread = in_group != nullptr ? *in_group : machine::begin_lone_item();
  if (bytes > thread.slm_capacity) [[unlikely]]
    machine::refuse_slm_size(bytes, thread.slm_capacity);
  detail::claim_slm(thread, bytes);
  if (bytes > thread.slm_top)
    thread.slm_top = bytes;
}

// Where in the SLM a pointer into it points.
XEFORGE_INLINE std::uint32_t slm_offset(const volatile void* pointer) {
  const auto* const byte = static_cast<const volatile std::byte*>(pointer);
  return static_cast<std::uint32_t>(byte - detail::slm_thread().slm);
}

template <class T, int N, int Alignment>
XEFORGE_INLINE raw_vector<T, N> slm_load(std::uint32_t offset) {
  return load<T, N, Alignment, Hints{}>(reinterpret_cast<const T*>(detail::slm_address(offset, N * sizeof(T))));
}
template <class T, int N, int Alignment>
XEFORGE_INLINE raw_vector<T, N> slm_load_if(std::uint32_t offset, mask_vec<1> predicate, raw_vector<T, N> pass_thru) {
  if (predicate[0] != 0)
    return slm_load<T, N, Alignment>(offset);
  return pass_thru;
}
template <class T, int N, int Alignment>
XEFORGE_INLINE void slm_store(std::uint32_t offset, raw_vector<T, N> values) {
  store<T, N, Alignment, Hints{}>(reinterpret_cast<T*>(detail::slm_address(offset, N * sizeof(T))), values);
}
template <class T, int N, int Alignment>
XEFORGE_INLINE void slm_store_if(std::uint32_t offset, raw_vector<T, N> values, mask_vec<1> predicate) {
  if (predicate[0] != 0)
    slm_store<T, N, Alignment>(offset, values);
}

template <class T, int N, int VS>
XEFORGE_INLINE raw_vector<T, N * VS> slm_gather(raw_vector<std::uint32_t, N> offsets, mask_vec<N> mask,
                                                raw_vector<T, N * VS> pass_thru) {
  const auto* base = reinterpret_cast<const T*>(detail::slm_lanes<VS * sizeof(T), N>(offsets, mask));
  return gather<T, N, VS, Hints{}>(base, __builtin_convertvector(offsets, raw_vector<std::uint64_t, N>), mask,
                                   pass_thru);
}
template <class T, int N, int VS>
XEFORGE_INLINE void slm_scatter(raw_vector<std::uint32_t, N> offsets, raw_vector<T, N * VS> values, mask_vec<N> mask) {
  auto* base = reinterpret_cast<T*>(detail::slm_lanes<VS * sizeof(T), N>(offsets, mask));
  scatter<T, N, VS, Hints{}>(base, __builtin_convertvector(offsets, raw_vector<std::uint64_t, N>), values, mask);
}

} // namespace XEFORGE_TARGET
} // namespace XEFORGE_HOST_PORT
} // namespace xeforge::esimd
