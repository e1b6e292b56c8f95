// Stores of the host that go past the cache: memory that nobody reads soon is not fetched before it is overwritten.
#pragma once

#include "xeforge/ops/rms_norm/kernels/row_kernel.hpp"

#include <bit>
#include <cstring>
#include <type_traits>

namespace xeforge::ops::rms_norm {
inline namespace XEFORGE_TARGET {

struct StreamingStores {
#ifdef __AVX512F__
  static constexpr int register_bytes = 64;
#else
  static constexpr int register_bytes = 32;
#endif

  // The instruction wants an address that is a multiple of the register; others are stored as usual.
  template <class Element, int N>
  ESIMD_INLINE static void store(Element* address, esimd::simd<Element, N> values) {
    constexpr int piece = N * static_cast<int>(sizeof(Element));
    if constexpr (piece >= register_bytes) {
      if (std::bit_cast<std::uintptr_t>(address) % register_bytes == 0)
        return stream<piece>(reinterpret_cast<std::byte*>(address), values.data());
    }
    BlockStores<static_cast<int>(sizeof(Element))>::template store<Element, N>(address, values);
  }
  // Prefetches a piece of the row that this thread reads next. It is in another page, which the hardware's prefetcher does
  // not foresee. Not for halves, which take 7 to 9% longer with it (AMD EPYC, Zen 5), while bfloat16 and float take up to
  // 32% less.
  template <int N, class Element>
  ESIMD_INLINE static void prefetch_next(const Element* address, std::int64_t stride) {
    if constexpr (std::is_same_v<Element, sycl::half>)
      return;
    constexpr int line = 64, to_second_cache = 2;
    const auto next = std::bit_cast<std::uintptr_t>(address) + static_cast<std::uintptr_t>(stride) * sizeof(Element);
    for (std::size_t at = 0; at < N * sizeof(Element); at += line)
      __builtin_prefetch(std::bit_cast<const void*>(next + at), 0, to_second_cache);
  }
  // Before others may read what the item has stored.
  ESIMD_INLINE static void finish() { __builtin_ia32_sfence(); }

private:
  using Register = long long __attribute__((vector_size(register_bytes)));

  template <int Bytes, class Vector>
  ESIMD_INLINE static void stream(std::byte* address, const Vector& values) {
    Register registers[Bytes / register_bytes];
    static_assert(sizeof(values) == sizeof(registers));
    std::memcpy(registers, &values, sizeof(registers));
    for (int at = 0; at < Bytes / register_bytes; ++at)
      __builtin_nontemporal_store(registers[at], reinterpret_cast<Register*>(address + at * register_bytes));
  }
};

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::rms_norm
