// What all kernels of the operator share: from scores to probabilities and weights, and from registers to memory. Every
// kernel adds in the same order, so that weights are the same bits whichever kernel made them.
#pragma once

#include "xeforge/ops/tile/exponential.hpp"
#include "xeforge/ops/tile/fold.hpp"
#include "xeforge/ops/tile/score_keys.hpp"

#include <limits>

namespace xeforge::ops::softmax_topk {
inline namespace XEFORGE_TARGET {

namespace esimd = sycl::ext::intel::esimd;

enum class WeightType { f32, f16, bf16 };
enum class IndexType { i32, i64 };
enum class Function { softmax, sigmoid };
enum class Denominator { winners, row }; // whose sum divides the weights; row: the sum of a softmax, 1 for a sigmoid

// Where and how the results are written. Strides count elements.
struct Output {
  void* weights;
  void* indices;
  std::int64_t weights_stride;
  std::int64_t indices_stride;
  std::int64_t rows;
  WeightType weight_type;
  IndexType index_type;
  float factor;
};

inline constexpr float infinity = std::numeric_limits<float>::infinity();

// exp(score - maximum), exactly 1 at the maximum, 0 for -inf and NaN. The maximum is not +inf.
template <int N>
ESIMD_INLINE esimd::simd<float, N> finite_softmax_terms(esimd::simd<float, N> scores, esimd::simd<float, N> maximum) {
  return tile::exp_below_zero<N>(scores - maximum);
}

// The same for any maximum: where it is +inf, the infinite scores share. Elsewhere the same bits.
template <int N>
ESIMD_INLINE esimd::simd<float, N> softmax_terms(esimd::simd<float, N> scores, esimd::simd<float, N> maximum) {
  esimd::simd<float, N> terms = finite_softmax_terms<N>(scores, maximum);
  terms.merge(1.0f, (scores == maximum) & (maximum == infinity));
  return terms;
}

// sigmoid(score) / exp(min(maximum, 0)): a factor that a sum divides out again, and that keeps very negative scores
// from all being 0. No score is above the maximum unless that is 0. exp(min(s, 0)) / (1 + exp(-|s|)) is the sigmoid,
// without overflow. 0 for -inf and NaN.
template <int N>
ESIMD_INLINE esimd::simd<float, N> sigmoid_terms(esimd::simd<float, N> scores, esimd::simd<float, N> maximum) {
  const esimd::simd<float, N> shift = esimd::min(maximum, 0.0f);
  const esimd::simd<float, N> numerator =
      tile::exp_below_zero<N>(esimd::simd<float, N>(esimd::min(scores, 0.0f) - shift));
  const esimd::simd<float, N> denominator = 1.0f + tile::exp_below_zero<N>(esimd::simd<float, N>(-esimd::abs(scores)));
  esimd::simd<float, N> terms = numerator / denominator;
  terms.merge(0.0f, !(scores > -infinity));
  return terms;
}

// sigmoid_terms for a maximum that is not negative, bit for bit, for which one exponential is enough.
template <int N>
ESIMD_INLINE esimd::simd<float, N> unscaled_sigmoid_terms(esimd::simd<float, N> scores) {
  const esimd::simd<float, N> small = tile::exp_below_zero<N>(esimd::simd<float, N>(-esimd::abs(scores)));
  esimd::simd<float, N> numerator = 1.0f;
  numerator.merge(small, scores < 0.0f);
  esimd::simd<float, N> terms = numerator / (1.0f + small);
  terms.merge(0.0f, !(scores > -infinity));
  return terms;
}

template <Function function, int N>
ESIMD_INLINE esimd::simd<float, N> terms_of(esimd::simd<float, N> scores, esimd::simd<float, N> maximum) {
  if constexpr (function == Function::softmax)
    return softmax_terms<N>(scores, maximum);
  else
    return sigmoid_terms<N>(scores, maximum);
}

// Terms are added in sixteen sums, term i to sum i modulo 16, which are then added in a tree of halves.
inline constexpr int partial_sums = 16;

// What multiplies the terms: factor / sum, or 0 where there is nothing to weigh.
template <int N>
ESIMD_INLINE esimd::simd<float, N> scale_of(esimd::simd<float, N> sum, float factor) {
  esimd::simd<float, N> scale = esimd::simd<float, N>(factor) / sum;
  scale.merge(0.0f, sum == 0.0f);
  return scale;
}

// What columns are ranked by with a correction bias: probability plus bias. Masked columns stay -inf, NaN stays NaN.
// maximum and sum are those of a softmax over the row.
template <Function function, int N>
ESIMD_INLINE esimd::simd<float, N> biased_scores(esimd::simd<float, N> scores, esimd::simd<float, N> bias,
                                                 esimd::simd<float, N> maximum, esimd::simd<float, N> sum) {
  esimd::simd<float, N> ranked;
  if constexpr (function == Function::softmax)
    ranked = softmax_terms<N>(scores, maximum) * scale_of<N>(sum, 1.0f) + bias;
  else
    ranked = tile::sigmoid<N>(scores) + bias;
  ranked.merge(scores, !(scores > -infinity));
  return ranked;
}

// Width scores from address, of which Count are there; the lanes behind them hold NaN.
template <class Score, int Count, int Width>
ESIMD_INLINE esimd::simd<Score, Width> load_padded(const Score* address) {
  constexpr auto unaligned = esimd::properties{esimd::alignment<sizeof(Score)>};
  if constexpr (Count == Width) {
    return esimd::block_load<Score, Width>(address, unaligned);
  } else {
    esimd::simd<Score, Width> padded = std::numeric_limits<Score>::quiet_NaN();
    padded.template select<Count, 1>(0) = esimd::block_load<Score, Count>(address, unaligned);
    return padded;
  }
}

// Sixteen scores from address as floats, of which Count are there; the term of the others is 0.
template <class Score, int Count>
ESIMD_INLINE esimd::simd<float, partial_sums> load_scores(const Score* address) {
  return load_padded<Score, Count, partial_sums>(address);
}

// Where a block of results goes: count rows from row on, ranks from rank on.
struct Place {
  std::int64_t row;
  int count;
  int rank;
};

// Writes the first Width of the Depth values of each row: at once where rows lie without gaps and the block is all of
// them.
template <class Target, int Width, int Lanes, int Depth, class T>
ESIMD_INLINE void store_rows(void* base, std::int64_t stride, Place place, esimd::simd<T, Lanes * Depth> values) {
  constexpr auto unaligned = esimd::properties{esimd::alignment<sizeof(Target)>};
  esimd::simd<Target, Lanes * Depth> rows = values; // Lanes x Depth
  Target* const first = static_cast<Target*>(base) + place.row * stride + place.rank;
  if (Width == Depth && stride == Width && place.count == Lanes) {
    esimd::block_store<Target, Lanes * Depth>(first, rows, unaligned);
    return;
  }
  for (int r = 0; r < place.count; ++r) {
    const esimd::simd<Target, Width> one = rows.template select<Width, 1>(static_cast<std::uint16_t>(r * Depth));
    esimd::block_store<Target, Width>(first + r * stride, one, unaligned);
  }
}

template <int Width, int Lanes, int Depth>
ESIMD_INLINE void store_weights(const Output& output, Place place, esimd::simd<float, Lanes * Depth> weights) {
  if (output.weight_type == WeightType::f32)
    store_rows<float, Width, Lanes, Depth>(output.weights, output.weights_stride, place, weights);
  else if (output.weight_type == WeightType::f16)
    store_rows<sycl::half, Width, Lanes, Depth>(output.weights, output.weights_stride, place, weights);
  else
    store_rows<sycl::ext::oneapi::bfloat16, Width, Lanes, Depth>(output.weights, output.weights_stride, place, weights);
}

template <int Width, int Lanes, int Depth>
ESIMD_INLINE void store_indices(const Output& output, Place place, esimd::simd<std::int32_t, Lanes * Depth> columns) {
  if (output.index_type == IndexType::i32)
    store_rows<std::int32_t, Width, Lanes, Depth>(output.indices, output.indices_stride, place, columns);
  else
    store_rows<std::int64_t, Width, Lanes, Depth>(output.indices, output.indices_stride, place, columns);
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::softmax_topk
