// What a thread of the kernels for NVIDIA's Hopper keeps of the keys that it has seen, for 16 queries: the largest score of
// each, the sum of the weights under it, and the sums of weights times values.
#pragma once

#include "xeforge/ops/attention/kernels/hopper_rules.hpp"

namespace xeforge::ops::attention {
inline namespace XEFORGE_TARGET {

// Keys: of an iteration.
template <class Element, int HeadDim, int Keys>
struct HopperSoftmax {
  using ScoreTile = slm_matrix::Tile<Keys>;     // 16 x Keys
  using OutputTile = slm_matrix::Tile<HeadDim>; // 16 x d
  using Queries = slm_matrix::Pairs<HeadDim>;   // 16 x d
  using Weights = slm_matrix::Pairs<Keys>;      // 16 x Keys
  using Rows = esimd::simd<float, 16>;          // a number for each query
  // Of a maximum; finite, so that differences are, and small enough that rounding one leaves a weight what it is to a
  // quarter of a power of 2, which is the same for all of a row. What lies far below counts as -inf.
  static constexpr float lowest = -0x1p22f;

  OutputTile out = 0.0f;
  Rows maximum = lowest, sum = 0.0f;

  // Dot products with the keys that stand at `keys` in shared local memory.
  ESIMD_INLINE static ScoreTile products(const Queries& queries, std::uint32_t keys) {
    return slm_matrix::multiply_transposed<Element, Keys, HeadDim>(ScoreTile(0.0f), queries, keys);
  }

  // The weights of keys with these scores, which times factor are in units of log2. What is kept of earlier keys is scaled
  // to the new maximum.
  ESIMD_INLINE Weights weigh(const ScoreTile& scores, float factor) {
    const Rows raised = esimd::max(maximum, Rows(slm_matrix::row_maximum(scores) * factor));
    const Rows correction = esimd::exp2(Rows(maximum - raised));
    maximum = raised;
    const ScoreTile probabilities =
        slm_matrix::with_rows(scores, Rows(-raised), [factor](const auto& part, const auto& shift) {
          return esimd::exp2(esimd::fma(part, std::remove_cvref_t<decltype(part)>(factor), shift));
        });
    sum = sum * correction + slm_matrix::row_sum(probabilities);
    out = times(correction);
    return slm_matrix::round<Element, Keys>(probabilities);
  }

  // Adds the values that stand at `values`, times the weights of their keys.
  ESIMD_INLINE void add(const Weights& weights, std::uint32_t values) {
    out = slm_matrix::multiply<Element, Keys, HeadDim>(out, weights, values);
  }

  // The values times a factor for each query.
  ESIMD_INLINE OutputTile times(const Rows& factors) const {
    return slm_matrix::with_rows(out, factors, [](const auto& part, const auto& by) { return part * by; });
  }
};

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::attention
