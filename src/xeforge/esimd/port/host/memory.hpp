// Host port: global memory in blocks. Addresses may have any alignment; cache hints have no effect, except that an
// uncached access is performed every time (programs poll with it), and is never torn if it has 8 bytes or less.
#pragma once

#include "xeforge/esimd/port/host/registers.hpp"

namespace xeforge::esimd {
namespace XEFORGE_PORT {
inline namespace XEFORGE_TARGET {

namespace detail {
// Keeps the compiler from reusing what an earlier access read or wrote. The address is an operand because the compiler
// would not consider memory as changed that it thinks nobody else can access.
template <Hints hints>
XEFORGE_INLINE void order_uncached([[maybe_unused]] const void* address) {
  if constexpr (hints.l1 == cache_hint::uncached)
    __asm__ volatile("" ::"r"(address) : "memory");
}

template <std::size_t Size>
using AtomicWord = std::conditional_t<
    Size == 8, std::uint64_t,
    std::conditional_t<Size == 4, std::uint32_t, std::conditional_t<Size == 2, std::uint16_t, std::uint8_t>>>;
template <Hints hints, std::size_t Size>
inline constexpr bool is_untorn = hints.l1 == cache_hint::uncached && Size <= 8 && (Size & (Size - 1)) == 0;

// Size bytes of memory.
template <Hints hints, std::size_t Size>
XEFORGE_INLINE void read_bytes(void* to, const void* memory) {
  if constexpr (is_untorn<hints, Size>) {
    const AtomicWord<Size> word = __atomic_load_n(static_cast<const AtomicWord<Size>*>(memory), __ATOMIC_RELAXED);
    __builtin_memcpy(to, &word, Size);
  } else {
    __builtin_memcpy(to, memory, Size);
  }
}
template <Hints hints, std::size_t Size>
XEFORGE_INLINE void write_bytes(void* memory, const void* from) {
  if constexpr (is_untorn<hints, Size>) {
    AtomicWord<Size> word;
    __builtin_memcpy(&word, from, Size);
    __atomic_store_n(static_cast<AtomicWord<Size>*>(memory), word, __ATOMIC_RELAXED);
  } else {
    __builtin_memcpy(memory, from, Size);
  }
}

// Vectors of 64 bits are read and written as such. The compiler would make an integer of their bytes, while functions
// pass them as doubles: of a part of a longer vector that is taken as both, clang loses one (decision 62).
template <class T, int N, Hints hints>
inline constexpr bool is_accessed_as_vector = N > 1 && N * sizeof(T) == 8 && !is_untorn<hints, 8>;
template <class Vector>
struct [[gnu::packed, gnu::may_alias]] VectorInMemory {
  Vector values;
};
} // namespace detail

template <class T, int N, int Alignment, Hints hints>
XEFORGE_INLINE raw_vector<T, N> load(const T* address) {
  detail::order_uncached<hints>(address);
  if constexpr (detail::is_accessed_as_vector<T, N, hints>)
    return reinterpret_cast<const detail::VectorInMemory<raw_vector<T, N>>*>(address)->values;
  raw_vector<T, N> values;
  detail::read_bytes<hints, N * sizeof(T)>(&values, address);
  return values;
}
template <class T, int N, int Alignment, Hints hints>
XEFORGE_INLINE raw_vector<T, N> load_if(const T* address, mask_vec<1> predicate, raw_vector<T, N> pass_thru) {
  if (predicate[0] != 0)
    return load<T, N, Alignment, hints>(address);
  return pass_thru;
}

template <class T, int N, int Alignment, Hints hints>
XEFORGE_INLINE void store(T* address, raw_vector<T, N> values) {
  if constexpr (detail::is_accessed_as_vector<T, N, hints>)
    reinterpret_cast<detail::VectorInMemory<raw_vector<T, N>>*>(address)->values = values;
  else
    detail::write_bytes<hints, N * sizeof(T)>(address, &values);
  detail::order_uncached<hints>(address);
}
template <class T, int N, int Alignment, Hints hints>
XEFORGE_INLINE void store_if(T* address, raw_vector<T, N> values, mask_vec<1> predicate) {
  if (predicate[0] != 0)
    store<T, N, Alignment, hints>(address, values);
}

// A prefetch instruction never faults, so out-of-range addresses at loop ends are harmless.
template <class T, int N, Hints hints>
XEFORGE_INLINE void prefetch(const T* address) {
  for (std::uint64_t byte = 0; byte < N * sizeof(T); byte += 64)
    __builtin_prefetch(reinterpret_cast<const void*>(reinterpret_cast<std::uint64_t>(address) + byte));
}
template <class T, int N, int VS, Hints hints>
XEFORGE_INLINE void prefetch_lanes(const T* base, raw_vector<std::uint64_t, N> offsets, mask_vec<N> mask) {
  for (int lane = 0; lane < N; ++lane)
    if (mask[lane])
      prefetch<T, VS, hints>(reinterpret_cast<const T*>(reinterpret_cast<std::uint64_t>(base) + offsets[lane]));
}

} // namespace XEFORGE_TARGET
} // namespace XEFORGE_PORT
} // namespace xeforge::esimd
