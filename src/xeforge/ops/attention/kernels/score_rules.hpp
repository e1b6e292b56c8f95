// From dot products to scores: everything that stands between Q K^T and the softmax, for some keys of one query.
#pragma once

#include "xeforge/ops/attention/kernels/operands.hpp"

namespace xeforge::ops::attention {
inline namespace XEFORGE_TARGET {

// Relative error below 1.2e-7: an odd polynomial near 0, where 1 - 2 / (e^2x + 1) would cancel.
template <int N>
ESIMD_INLINE esimd::simd<float, N> hyperbolic_tangent(esimd::simd<float, N> x) {
  using Floats = esimd::simd<float, N>;
  const Floats magnitude = esimd::abs(x);
  const Floats square = x * x;
  Floats p = -0x1.94e63ap-8f;
  p = p * square + 0x1.5829b4p-6f;
  p = p * square - 0x1.b90848p-5f;
  p = p * square + 0x1.110c6ap-3f;
  p = p * square - 0x1.555548p-2f;
  Floats result = x + x * (square * p);
  Floats far = 1.0f - 2.0f / (esimd::exp(Floats(2.0f * magnitude)) + 1.0f);
  far.merge(-far, x < 0.0f);
  result.merge(far, magnitude > 0.5625f);
  return result;
}

// Bias: float, or the element type of q.
template <class Bias>
struct ScoreRules {
  float scale;
  float softcap;                    // 0: none
  Operand<const float> slopes;      // (b, h), or null
  Operand<const Bias> bias;         // (b, h, query, key), or null
  Operand<const std::uint8_t> mask; // (b, h, query, key), or null; 0 removes the score
  BandRule band;

  // Which row of scores: query of a sequence of the batch, in a head of q.
  struct Row {
    std::int64_t batch, head, query;
    std::int64_t diagonal; // query + seq_k - seq_q
  };

  // The scores of keys [key, key + count), count <= N; lanes from count on give -inf, as masked ones do. The band is
  // left to the caller, who knows whole blocks that it does not cut.
  template <int N>
  ESIMD_INLINE esimd::simd<float, N> operator()(const Row& row, std::int64_t key, int count,
                                                esimd::simd<float, N> dots) const {
    using Floats = esimd::simd<float, N>;
    const esimd::simd<std::int32_t, N> lane(0, 1);
    Floats scores = dots * scale;
    if (softcap != 0.0f)
      scores = softcap * hyperbolic_tangent<N>(scores / softcap);
    if (slopes.data != nullptr) {
      const float slope = *slopes.head(row.batch, row.head);
      const Floats distance =
          esimd::abs(esimd::simd<std::int32_t, N>(static_cast<std::int32_t>(row.diagonal - key) - lane));
      scores -= slope * distance;
    }
    if (bias.data != nullptr)
      scores += load_lanes<N>(bias, row, key, count);
    esimd::simd_mask<N> kept = lane < count;
    if (mask.data != nullptr)
      kept &= load_lanes<N>(mask, row, key, count) != 0.0f;
    Floats result = -infinity;
    result.merge(scores, kept);
    return result;
  }

private:
  template <int N, class Element>
  ESIMD_INLINE static esimd::simd<float, N> load_lanes(const Operand<const Element>& array, const Row& row,
                                                       std::int64_t key, int count) {
    const Element* const first = array.head(row.batch, row.head) + row.query * array.s + key * array.d;
    return load_strided<N>(first, array.d, count);
  }
};

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::attention
