// What happens to a score between Q K^T and the softmax: it is scaled, then goes through a chain of modifications. A
// modification is a struct of a few lines:
//
//   template <int N>
//   simd<float, N> operator()(const ScoreCoordinates& coordinates, simd<float, N> scores) const;
//
// It gets scores of adjacent keys of one query and returns their new values. A modification that is not used adds no
// code to a kernel. The kernel itself applies masks by position (causal, window, the end of the keys). Optional
// members:
//
//   template <int N> void prefetch(const ScoreCoordinates& coordinates) const;   scores of N adjacent keys will be modified soon
//   static constexpr bool large = true;   too much code to stand in a kernel once for each register of scores
#pragma once

#include "xeforge/ops/attention/kernels/score_rules.hpp"

namespace xeforge::ops::attention {
inline namespace XEFORGE_TARGET {

// Keys [key, key + count) of a query. Lanes from count on hold no scores, and memory past the last key must not be
// read.
struct ScoreCoordinates {
  std::int64_t batch, head, query;
  std::int64_t diagonal; // query + seq_k - seq_q: the query's place among the keys
  std::int64_t key;
  int count;
};

template <class... Modifications>
struct ScoreChain : Modifications... {
  float scale;

  template <class Modification>
  static constexpr bool is_large = requires { Modification::large; };
  static constexpr bool large = (is_large<Modifications> || ...);

  template <int N>
  ESIMD_INLINE esimd::simd<float, N> operator()(const ScoreCoordinates& coordinates, esimd::simd<float, N> dots) const {
    esimd::simd<float, N> scores = dots * scale;
    ((scores = static_cast<const Modifications&>(*this)(coordinates, scores)), ...);
    return scores;
  }
  template <int N>
  ESIMD_INLINE void prefetch(const ScoreCoordinates& coordinates) const {
    const auto prefetch_one = [&](const auto& modification) __attribute__((always_inline)) {
      if constexpr (requires { modification.template prefetch<N>(coordinates); })
        modification.template prefetch<N>(coordinates);
    };
    (prefetch_one(static_cast<const Modifications&>(*this)), ...);
  }
};

// N adjacent elements, which are usually not aligned to a cache line and so take one line more.
template <int N, class Element>
ESIMD_INLINE void prefetch_adjacent(const Element* first) {
  const esimd::properties hints{esimd::cache_hint_L1<esimd::cache_hint::cached>,
                                esimd::cache_hint_L2<esimd::cache_hint::cached>};
  esimd::prefetch<Element, N>(first, hints);
  esimd::prefetch<Element>(first + N - 1, hints);
}

// A bias whose values for adjacent keys lie next to each other.
template <class Bias>
struct AddBias {
  Operand<const Bias> bias; // (b, h, query, key)

  template <int N>
  ESIMD_INLINE esimd::simd<float, N> operator()(const ScoreCoordinates& coordinates,
                                                esimd::simd<float, N> scores) const {
    return scores + load_strided<N>(first(coordinates), 1, coordinates.count);
  }
  template <int N>
  ESIMD_INLINE void prefetch(const ScoreCoordinates& coordinates) const {
    prefetch_adjacent<N>(first(coordinates));
  }

private:
  ESIMD_INLINE const Bias* first(const ScoreCoordinates& coordinates) const {
    return bias.head(coordinates.batch, coordinates.head) + coordinates.query * bias.s + coordinates.key;
  }
};

// A mask whose values for adjacent keys lie next to each other; 0 removes a score.
struct KeepMasked {
  Operand<const std::uint8_t> mask; // (b, h, query, key)

  template <int N>
  ESIMD_INLINE esimd::simd<float, N> operator()(const ScoreCoordinates& coordinates,
                                                esimd::simd<float, N> scores) const {
    scores.merge(esimd::simd<float, N>(-infinity), load_strided<N>(first(coordinates), 1, coordinates.count) == 0.0f);
    return scores;
  }
  template <int N>
  ESIMD_INLINE void prefetch(const ScoreCoordinates& coordinates) const {
    prefetch_adjacent<N>(first(coordinates));
  }

private:
  ESIMD_INLINE const std::uint8_t* first(const ScoreCoordinates& coordinates) const {
    return mask.head(coordinates.batch, coordinates.head) + coordinates.query * mask.s + coordinates.key;
  }
};

// ALiBi: a penalty for the distance between the query's place and the key.
struct AddSlopes {
  Operand<const float> slopes; // (b, h)

  template <int N>
  ESIMD_INLINE esimd::simd<float, N> operator()(const ScoreCoordinates& coordinates,
                                                esimd::simd<float, N> scores) const {
    const esimd::simd<std::int32_t, N> distance(static_cast<std::int32_t>(coordinates.key - coordinates.diagonal), 1);
    return scores - *slopes.head(coordinates.batch, coordinates.head) * esimd::simd<float, N>(esimd::abs(distance));
  }
};

// All rules, evaluated at run time.
template <class Bias>
struct ApplyRules {
  static constexpr bool large = true;
  ScoreRules<Bias> rules; // with a scale of 1: the chain has scaled already

  template <int N>
  ESIMD_INLINE esimd::simd<float, N> operator()(const ScoreCoordinates& coordinates,
                                                esimd::simd<float, N> scores) const {
    return rules.template operator()<N>({coordinates.batch, coordinates.head, coordinates.query, coordinates.diagonal},
                                        coordinates.key, coordinates.count, scores);
  }
};

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::attention
