// Host port: global memory. Addresses may have any alignment; cache hints mean nothing here, except that an uncached
// load is a real read every time (programs poll with it).
#pragma once

#include "xeforge/esimd/port_host_registers.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {
namespace port {

template <class T, int N, int Alignment, Hints hints>
XEFORGE_INLINE vec<T, N> load(const T* address) {
  if constexpr (hints.l1 == cache_hint::uncached)
    __asm__ volatile("" ::: "memory");
  vec<T, N> values;
  __builtin_memcpy(&values, static_cast<const void*>(address), N * sizeof(T));
  return values;
}

template <class T, int N, int Alignment, Hints hints>
XEFORGE_INLINE void store(T* address, vec<T, N> values) {
  __builtin_memcpy(static_cast<void*>(address), &values, N * sizeof(T));
}

// Lane l, element e is vector index e * N + l; address = base + offset of the lane + e elements.
template <class T, int N, int VS, Hints hints>
XEFORGE_INLINE vec<T, N * VS> gather(const T* base, vec<std::uint64_t, N> offsets, mask_vec<N> mask,
                                     vec<T, N * VS> pass_thru) {
  T values[N * VS];
  __builtin_memcpy(static_cast<void*>(values), &pass_thru, sizeof(values));
  for (int lane = 0; lane < N; ++lane)
    if (mask[lane]) {
      const char* const address = reinterpret_cast<const char*>(base) + static_cast<std::int64_t>(offsets[lane]);
      for (int element = 0; element < VS; ++element)
        __builtin_memcpy(static_cast<void*>(&values[element * N + lane]), address + element * sizeof(T), sizeof(T));
    }
  vec<T, N * VS> result;
  __builtin_memcpy(&result, values, sizeof(values));
  return result;
}

template <class T, int N, int VS, Hints hints>
XEFORGE_INLINE void scatter(T* base, vec<std::uint64_t, N> offsets, vec<T, N * VS> values, mask_vec<N> mask) {
  T elements[N * VS];
  __builtin_memcpy(static_cast<void*>(elements), &values, sizeof(elements));
  for (int lane = 0; lane < N; ++lane)
    if (mask[lane]) {
      char* const address = reinterpret_cast<char*>(base) + static_cast<std::int64_t>(offsets[lane]);
      for (int element = 0; element < VS; ++element)
        __builtin_memcpy(address + element * sizeof(T), &elements[element * N + lane], sizeof(T));
    }
}

// A prefetch instruction never faults, so out-of-range addresses at loop ends are harmless.
template <class T, int N, Hints hints>
XEFORGE_INLINE void prefetch(const T* address) {
  for (int byte = 0; byte < static_cast<int>(N * sizeof(T)); byte += 64)
    __builtin_prefetch(reinterpret_cast<const char*>(address) + byte);
}

} // namespace port
} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
