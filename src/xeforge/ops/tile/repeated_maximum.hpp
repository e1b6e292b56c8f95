// The best of a few keys, one maximum after another.
#pragma once

#include "xeforge/ops/tile/score_keys.hpp"

#include <bit>

namespace xeforge::tile {

// Keys of a row of N 16-bit scores: 16 bits of order, counted from 0, above the bits of a column, which count down.
// They leave the upper half of an unsigned number free.
template <class Score, int N>
struct ShortKeys {
  static_assert(sizeof(Score) == 2 && std::has_single_bit(static_cast<unsigned>(N)) && N <= 1 << 15);
  static constexpr std::uint32_t column_bits = std::countr_zero(static_cast<unsigned>(N));
  static constexpr std::uint32_t above_all = 1u << (16 + column_bits);
  static constexpr std::int32_t least_order = std::numeric_limits<std::int16_t>::min();

  // Those of the even columns, then those of the odd ones: two scores share 32 bits.
  ESIMD_INLINE static esimd::simd<std::uint32_t, N> of(esimd::simd<std::int16_t, N> order) {
    using Half = esimd::simd<std::uint32_t, N / 2>;
    esimd::simd<std::int16_t, N> from_zero = order ^ std::numeric_limits<std::int16_t>::min();
    const Half pairs = from_zero.template bit_cast_view<std::uint32_t>();
    const Half even_columns(N - 1, -2);
    esimd::simd<std::uint32_t, N> keys;
    keys.template select<N / 2, 1>(0) = ((pairs & 0xffffu) << column_bits) | even_columns;
    keys.template select<N / 2, 1>(N / 2) = ((pairs >> 16u) << column_bits) | (even_columns - 1u);
    return keys;
  }

  template <int K>
  ESIMD_INLINE static esimd::simd<std::int16_t, K> order_of(esimd::simd<std::uint32_t, K> keys) {
    return esimd::simd<std::int16_t, K>(esimd::simd<std::int32_t, K>(keys >> column_bits) + least_order);
  }
  template <int K>
  ESIMD_INLINE static esimd::simd<std::int32_t, K> column_of(esimd::simd<std::uint32_t, K> keys) {
    return esimd::simd<std::int32_t, K>((N - 1u) - (keys & (N - 1u)));
  }

  // The K largest, largest first. Modulo 2^32 the keys less the one just taken keep their order, in the upper half of
  // the numbers, and those taken before fall into the lower: one subtraction leaves out what has been taken.
  template <int K>
  ESIMD_INLINE static esimd::simd<std::uint32_t, K> largest(esimd::simd<std::uint32_t, N> keys) {
    esimd::simd<std::uint32_t, K> best;
    std::uint32_t taken = above_all;
#pragma unroll 1
    for (int rank = 0; rank < K; ++rank) {
      taken += esimd::hmax<std::uint32_t>(esimd::simd<std::uint32_t, N>(keys - taken));
      best[rank] = taken;
    }
    return best;
  }
};

} // namespace xeforge::tile
