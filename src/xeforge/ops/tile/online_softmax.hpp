// The steps of an online softmax over rows of scores in memory. What is known of a row: its maximum so far, and the sum so
// far of its weights e^(score - maximum), spread over the lanes. The maximum is subtracted before anything is multiplied:
// scores may be any floats, and a rounding error of a product would be as large as the scores.
#pragma once

#include "xeforge/ops/tile/exponential.hpp"
#include "xeforge/ops/tile/fold.hpp"
#include "xeforge/ops/tile/matmul_tile.hpp"

#include <limits>

namespace xeforge::tile {

inline constexpr float ln_2 = 0.693147181f;

// The maximum of a row that has met no score: above none and finite, so that a masked score, -inf, weighs e^-inf = 0 there
// as well, and not e^(-inf + inf).
inline constexpr float no_maximum = std::numeric_limits<float>::lowest();

// b where it is larger, else a, also for NaN: one instruction, where a maximum that prefers numbers takes three.
template <int N>
ESIMD_INLINE esimd::simd<float, N> larger(esimd::simd<float, N> a, esimd::simd<float, N> b) {
  a.merge(b, b > a);
  return a;
}

// e^x for x <= 0, exactly 1 for 0; 0 below 2^-126; a NaN stays one.
template <int N>
ESIMD_INLINE esimd::simd<float, N> exp_of_negative(esimd::simd<float, N> x) {
  x.merge(esimd::simd<float, N>(-88.0f), x < -88.0f);
  const auto result = detail::exponential<1, N>(x);
  return result.fraction * result.power;
}

// Combines the lanes of each of Count vectors of Lanes / Count rows; row i's result is in lane i.
template <int Lanes, int Count, class Combine>
ESIMD_INLINE esimd::simd<float, Lanes> combine_each(const esimd::simd<float, Lanes> (&vectors)[Count],
                                                    Combine combine) {
  if constexpr (Count == 1) {
    return vectors[0];
  } else {
    constexpr int rows = Lanes / Count;
    esimd::simd<float, Lanes> halves[Count / 2];
#pragma unroll
    for (int i = 0; i < Count / 2; ++i)
      halves[i] = combine(half_rows<0, rows>(vectors[2 * i], vectors[2 * i + 1]),
                          half_rows<1, rows>(vectors[2 * i], vectors[2 * i + 1]));
    return combine_each<Lanes>(halves, combine);
  }
}
// The same for Lanes rows of Lanes floats in memory.
template <int Lanes, class Combine>
ESIMD_INLINE esimd::simd<float, Lanes> combine_rows(const float* rows, Combine combine) {
  esimd::simd<float, Lanes> vectors[Lanes];
#pragma unroll
  for (int i = 0; i < Lanes; ++i)
    vectors[i].copy_from(rows + i * Lanes);
  return combine_each<Lanes>(vectors, combine);
}

// Lanes rows have met further scores; largest has, for each of them, Lanes floats of which the largest is the largest
// score. Updates the rows' maxima, and gives the factors that take what was summed up under the old ones to the new.
template <int Lanes>
ESIMD_INLINE void update_maxima(const float* largest, float* maxima, float* factors) {
  using Floats = esimd::simd<float, Lanes>;
  const Floats scores =
      combine_rows<Lanes>(largest, [](Floats a, Floats b) __attribute__((always_inline)) { return larger(a, b); });
  const Floats before(maxima);
  const Floats now = larger(before, scores);
  now.copy_to(maxima);
  exp_of_negative(Floats(before - now)).copy_to(factors);
}

// Weights as elements of a product; to bfloat16 they go to the nearest, ties upwards.
template <class Packed, int N>
ESIMD_INLINE esimd::simd<Packed, N> pack_weights(esimd::simd<float, N> weights) {
  if constexpr (sizeof(Packed) == 4) {
    return weights;
  } else {
    esimd::simd<std::uint32_t, N> bits = weights.template bit_cast_view<std::uint32_t>();
    bits += 0x8000u;
    esimd::simd<std::uint16_t, N> upper = bits.template bit_cast_view<std::uint16_t>().template select<N, 2>(1);
    return upper.template bit_cast_view<Packed>();
  }
}

// Turns scores into weights, piece by piece: scores [begin, end) of count rows, row_stride apart, become rows of A
// panels, panel_stride apart. What they add up to is added to the rows' sums (Lanes floats each). A piece is two
// registers.
template <int Rows, int Lanes, class Packed>
struct Weigher {
  const float* scores;
  const float* maxima;
  float* sums;
  Packed* panels;
  int row_stride, panel_stride, count;
  int begin, end; // multiples of a piece
  int row = 0, at = begin;

  static constexpr int piece = 2 * Lanes;

  // Nothing when all are weighed.
  ESIMD_INLINE void step() {
    if (row == count)
      return;
    using Floats = esimd::simd<float, Lanes>;
    using Wide = esimd::simd<float, piece>;
    constexpr int block = block_steps * per_step<Packed>; // elements of a row in a block
    const float below = 0.0f - maxima[row];               // added, so that the scores are an operand in memory
    const Wide weights = exp_of_negative(Wide(Wide(scores + row * row_stride + at) + below));
    Floats sum(sums + row * Lanes);
    sum += weights.template select<Lanes, 1>(0) + weights.template select<Lanes, 1>(Lanes);
    sum.copy_to(sums + row * Lanes);
    const esimd::simd<Packed, piece> packed = pack_weights<Packed>(weights);
    Packed* const panel = panels + row / Rows * panel_stride + row % Rows * block;
#pragma unroll
    for (int i = 0; i < piece; i += block)
      packed.template select<block, 1>(static_cast<std::uint16_t>(i)).copy_to(panel + (at + i) * Rows);
    at += piece;
    row += at == end;
    at = at == end ? begin : at;
  }
  ESIMD_INLINE void finish() {
    while (row < count)
      step();
  }
};

// What is left to do when a row has met all its scores.
template <int Lanes>
struct Normalised {
  esimd::simd<float, Lanes> shares;     // what the sums of weighted values are multiplied by: 0 for an empty row
  esimd::simd<float, Lanes> logarithms; // of the sum of e^score: -inf for an empty row
};
// sink: one more score, which has no value; -inf: none.
template <int Lanes>
ESIMD_INLINE Normalised<Lanes> normalise(esimd::simd<float, Lanes> maxima, esimd::simd<float, Lanes> sums, float sink) {
  using Floats = esimd::simd<float, Lanes>;
  const Floats maximum = larger(maxima, Floats(sink));
  const Floats factor = exp_of_negative(Floats(maxima - maximum));
  const Floats sum = sums * factor + exp_of_negative(Floats(sink - maximum));
  Normalised<Lanes> result{factor / sum, esimd::fma(esimd::log2(sum), Floats(ln_2), maximum)};
  result.shares.merge(Floats(0.0f), sum == 0.0f);
  result.logarithms.merge(Floats(-std::numeric_limits<float>::infinity()), sum == 0.0f);
  return result;
}

} // namespace xeforge::tile
