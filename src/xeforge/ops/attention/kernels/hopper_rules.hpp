// What stands between the dot products and the softmax of the "hopper" kernel, for tiles of 16 queries: softcap, a bias,
// and which keys a query may see. A rule that a kernel does not have leaves nothing in it.
#pragma once

#include "xeforge/ops/attention/kernels/xe_rules.hpp"

#include <sycl/ext/xeforge/slm_matrix.hpp>

namespace xeforge::ops::attention {
inline namespace XEFORGE_TARGET {

namespace slm_matrix = sycl::ext::xeforge::slm_matrix;

// The scores of 16 queries from `row` on with the keys from `key` on.
template <int N>
ESIMD_INLINE esimd::simd<float, N> cut(const esimd::simd<float, N>& scores, const Band<std::int32_t>& band,
                                       std::int32_t row, std::int32_t key) {
  const esimd::simd<std::int32_t, 16> query(row - key, 1);
  return slm_matrix::cut(scores, esimd::simd<std::int32_t, 16>(query + band.first),
                         esimd::simd<std::int32_t, 16>(esimd::min<std::int32_t, 16>(
                             query + band.end, esimd::simd<std::int32_t, 16>(band.seq_k - key))));
}

// The dot products as they are, to be multiplied by `factor`, which is the scale times log2(e).
struct HopperPlainScores {
  float factor;

  struct Nothing {};
  template <int Keys, class Coordinates>
  ESIMD_INLINE Nothing load(const Coordinates&, std::int32_t) const {
    return {};
  }
  template <int N>
  ESIMD_INLINE esimd::simd<float, N> apply(const esimd::simd<float, N>& scores, const Nothing&) const {
    return scores;
  }
};

// cap * tanh(scale * dot product / cap). What comes out is in units of log2, so that the factor is 1.
struct HopperCappedScores {
  static constexpr float factor = 1.0f;
  float inner; // 2 log2(e) * scale / cap
  float outer; // cap * log2(e)

  using Nothing = HopperPlainScores::Nothing;
  template <int Keys, class Coordinates>
  ESIMD_INLINE Nothing load(const Coordinates&, std::int32_t) const {
    return {};
  }
  // tanh(x) = 1 - 2 / (e^2x + 1), in steps that need one register each: off by up to 8 units of 2^-24 near 0, which cancels
  // when 1 is taken away but is small against the cap.
  template <int N>
  ESIMD_INLINE esimd::simd<float, N> apply(const esimd::simd<float, N>& scores, const Nothing&) const {
    const float most = outer;
    return slm_matrix::with_rows(scores, esimd::simd<float, 16>(inner), [most](const auto& part, const auto& by) {
      using Part = std::remove_cvref_t<decltype(part)>;
      const Part power = esimd::exp2(Part(part * by));
      return esimd::fma(esimd::inv(Part(power + 1.0f)), Part(-2.0f * most), Part(most));
    });
  }
};

// A bias with a row for each query, of the type of q, added to the scores of Dots: HopperPlainScores or HopperCappedScores.
// What comes out is in units of log2, so that the factor is 1.
template <class Element, class Dots = HopperPlainScores>
struct HopperBiasedScores {
  static constexpr float factor = 1.0f;
  Dots dots;
  const Element* bias;
  std::int64_t b, h, s; // strides in elements; that of the keys is 1
  std::int32_t seq_q, seq_k;

  template <int Keys, class Coordinates>
  ESIMD_INLINE slm_matrix::Pairs<Keys> load(const Coordinates& coordinates, std::int32_t key) const {
    return slm_matrix::load<Element, Keys>(bias + coordinates.batch * b + coordinates.head * h, s, coordinates.row,
                                           seq_q, key, seq_k);
  }
  template <int N>
  ESIMD_INLINE esimd::simd<float, N> apply(const esimd::simd<float, N>& scores,
                                           const esimd::simd<std::uint32_t, N / 2>& pairs) const {
    const float by = dots.factor;
    return slm_matrix::with_elements<Element>(dots.apply(scores, {}), pairs, [by](const auto& part, const auto& added) {
      using Part = std::remove_cvref_t<decltype(part)>;
      return esimd::fma(part, Part(by), Part(added * log2_e));
    });
  }
};

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::attention
