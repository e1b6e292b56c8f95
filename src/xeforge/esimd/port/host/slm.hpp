// Host port: shared local memory, which belongs to the hardware thread that the runtime set up (machine/thread.hpp).
#pragma once

#include "xeforge/esimd/port/host/gather.hpp"
#include "xeforge/machine/refusals.hpp"
#include "xeforge/machine/thread.hpp"

#include <algorithm>

namespace xeforge::esimd {
namespace XEFORGE_PORT {
inline namespace XEFORGE_TARGET {

namespace detail {
XEFORGE_INLINE machine::HardwareThread& group_thread(const char* what) {
  machine::HardwareThread* const thread = machine::this_thread();
  if (thread == nullptr) [[unlikely]]
    machine::refuse_without_group(what);
  return *thread;
}

// Uses the group's SLM, or that of an item without a group.
XEFORGE_INLINE machine::HardwareThread& slm_thread() {
  machine::HardwareThread* const thread = machine::this_thread();
  return thread != nullptr ? *thread : machine::lone_item();
}

// The group has at least this many bytes, rounded up as hardware does. The checker reports accesses to the excess
// (mem.slm-outside).
XEFORGE_INLINE void allocate_slm(const machine::HardwareThread& thread, std::uint32_t bytes) {
  bytes = std::min(machine::slm_handed_out(bytes), thread.slm_capacity);
  if (bytes > *thread.slm_size)
    *thread.slm_size = bytes;
}

// The address of bytes [offset, offset + size) of the group's SLM, for a message that is decoded.
XEFORGE_INLINE std::byte* slm_address(std::uint64_t offset, std::uint64_t size) {
  const machine::HardwareThread& thread = slm_thread();
  if (offset + size > *thread.slm_size) [[unlikely]]
    machine::refuse_slm_access(offset, size, *thread.slm_size);
  return thread.slm + offset;
}

// Whether the group has bytes [offset, offset + size). Outside, hardware silently reads zeros and writes nothing;
// a kernel that allocates nothing at all gets an error. The checker reports both (mem.slm-outside, mem.slm-unallocated).
XEFORGE_INLINE bool slm_holds(const machine::HardwareThread& thread, std::uint64_t offset, std::uint64_t size) {
  if (offset + size <= *thread.slm_size) [[likely]]
    return true;
  if (*thread.slm_size != 0)
    return false;
  machine::refuse_slm_access(offset, size, *thread.slm_size);
}
// How many bytes of [offset, ...) the group has, of an access of so many that it does not have as a whole.
XEFORGE_INLINE std::size_t slm_bytes_from(const machine::HardwareThread& thread, std::uint32_t offset) {
  return offset < *thread.slm_size ? *thread.slm_size - offset : 0;
}

// The lanes of the mask whose Size bytes the group has; where those are not all, when_outside(lanes) is called first.
template <std::uint64_t Size, int N, class WhenOutside>
XEFORGE_INLINE mask_vec<N> slm_lanes_within(const machine::HardwareThread& thread, raw_vector<std::uint32_t, N> offsets,
                                            mask_vec<N> mask, WhenOutside when_outside) {
  const auto on = __builtin_convertvector(mask, raw_vector<std::uint32_t, N>) != std::uint32_t(0);
  const raw_vector<std::uint32_t, N> touched = on ? offsets : raw_vector<std::uint32_t, N>(0);
  if (const std::uint64_t last = __builtin_reduce_max(touched);
      last + Size <= *thread.slm_size || __builtin_reduce_or(on) == 0 || slm_holds(thread, last, Size)) [[likely]]
    return mask;
  mask_vec<N> within(0);
  if (*thread.slm_size >= Size)
    within = __builtin_convertvector(
        offsets <= raw_vector<std::uint32_t, N>(static_cast<std::uint32_t>(*thread.slm_size - Size)), mask_vec<N>);
  when_outside(mask & ~within);
  return mask & within;
}
} // namespace detail

XEFORGE_INLINE void slm_init(std::uint32_t bytes) {
  machine::HardwareThread* const in_group = machine::this_thread();
  machine::HardwareThread& thread = in_group != nullptr ? *in_group : machine::begin_lone_item();
  if (bytes > thread.slm_capacity) [[unlikely]]
    machine::refuse_slm_size(bytes, thread.slm_capacity);
  detail::allocate_slm(thread, bytes);
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
  const machine::HardwareThread& thread = detail::slm_thread();
  if (detail::slm_holds(thread, offset, N * sizeof(T))) [[likely]]
    return load<T, N, Alignment, Hints{}>(reinterpret_cast<const T*>(thread.slm + offset));
  raw_vector<T, N> values(0);
  __builtin_memcpy(&values, thread.slm + offset, detail::slm_bytes_from(thread, offset));
  return values;
}
template <class T, int N, int Alignment>
XEFORGE_INLINE raw_vector<T, N> slm_load_if(std::uint32_t offset, mask_vec<1> predicate, raw_vector<T, N> pass_thru) {
  if (predicate[0] != 0)
    return slm_load<T, N, Alignment>(offset);
  return pass_thru;
}
template <class T, int N, int Alignment>
XEFORGE_INLINE void slm_store(std::uint32_t offset, raw_vector<T, N> values) {
  const machine::HardwareThread& thread = detail::slm_thread();
  if (detail::slm_holds(thread, offset, N * sizeof(T))) [[likely]]
    store<T, N, Alignment, Hints{}>(reinterpret_cast<T*>(thread.slm + offset), values);
  else
    __builtin_memcpy(thread.slm + offset, &values, detail::slm_bytes_from(thread, offset));
}
template <class T, int N, int Alignment>
XEFORGE_INLINE void slm_store_if(std::uint32_t offset, raw_vector<T, N> values, mask_vec<1> predicate) {
  if (predicate[0] != 0)
    slm_store<T, N, Alignment>(offset, values);
}

template <class T, int N, int VS>
XEFORGE_INLINE raw_vector<T, N * VS> slm_gather(raw_vector<std::uint32_t, N> offsets, mask_vec<N> mask,
                                                raw_vector<T, N * VS> pass_thru) {
  const machine::HardwareThread& thread = detail::slm_thread();
  const mask_vec<N> within =
      detail::slm_lanes_within<VS * sizeof(T), N>(thread, offsets, mask, [&](mask_vec<N> outside) {
        const raw_vector<T, N * VS> zeros(0);
        for (int i = 0; i < N * VS; ++i)
          if (outside[i % N] != 0)
            pass_thru[i] = zeros[i];
      });
  return gather<T, N, VS, Hints{}>(reinterpret_cast<const T*>(thread.slm),
                                   __builtin_convertvector(offsets, raw_vector<std::uint64_t, N>), within, pass_thru);
}
template <class T, int N, int VS>
XEFORGE_INLINE void slm_scatter(raw_vector<std::uint32_t, N> offsets, raw_vector<T, N * VS> values, mask_vec<N> mask) {
  const machine::HardwareThread& thread = detail::slm_thread();
  scatter<T, N, VS, Hints{}>(reinterpret_cast<T*>(thread.slm),
                             __builtin_convertvector(offsets, raw_vector<std::uint64_t, N>), values,
                             detail::slm_lanes_within<VS * sizeof(T), N>(thread, offsets, mask, [](mask_vec<N>) {}));
}

} // namespace XEFORGE_TARGET
} // namespace XEFORGE_PORT
} // namespace xeforge::esimd
