// Products of two bfloat16 in every 32 bits, lane by lane: what the systolic array has only with one factor broadcast.
#pragma once

#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <cstdint>

#if defined(__AVX512BF16__) && !defined(__SYCL_DEVICE_ONLY__)
#include <immintrin.h>
#endif

namespace xeforge::tile {
inline namespace XEFORGE_TARGET {

namespace esimd = sycl::ext::intel::esimd;

// Whether it is one instruction; a kernel that has the choice otherwise does better with floats.
#if defined(__AVX512BF16__) && !defined(__SYCL_DEVICE_ONLY__)
inline constexpr bool has_pair_products = true;
#else
inline constexpr bool has_pair_products = false;
#endif

// sum + x.upper * y.upper + x.lower * y.lower, each addition rounded once, in this order. The instruction takes
// operands and results below 2^-126 for zero; without it they are kept.
template <int N>
ESIMD_INLINE esimd::simd<float, N> add_pair_products(esimd::simd<std::uint32_t, N> x, esimd::simd<std::uint32_t, N> y,
                                                     esimd::simd<float, N> sum) {
#if defined(__AVX512BF16__) && !defined(__SYCL_DEVICE_ONLY__)
  if constexpr (N == 16)
    return esimd::simd<float, N>(__builtin_bit_cast(typename esimd::simd<float, N>::raw_vector_type,
                                                    _mm512_dpbf16_ps(__builtin_bit_cast(__m512, sum.data()),
                                                                     __builtin_bit_cast(__m512bh, x.data()),
                                                                     __builtin_bit_cast(__m512bh, y.data()))));
  else
#endif
  {
    using Words = esimd::simd<std::uint32_t, N>;
    const auto product = [](Words a, Words b, esimd::simd<float, N> c) __attribute__((always_inline)) {
      const esimd::simd<float, N> left = a.template bit_cast_view<float>(), right = b.template bit_cast_view<float>();
      return esimd::simd<float, N>(__builtin_elementwise_fma(left.data(), right.data(), c.data()));
    };
    return product(x << 16u, y << 16u, product(x & 0xffff0000u, y & 0xffff0000u, sum));
  }
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::tile
