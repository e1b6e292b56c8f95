// What stands between the dot products and the softmax, for tiles of 8 keys x 16 queries: softcap, ALiBi, bias, and
// which keys a query may see. A rule that a kernel does not have leaves nothing in it.
#pragma once

#include "xeforge/ops/attention/kernels/score_rules.hpp"
#include "xeforge/ops/tile/exponential.hpp"

namespace xeforge::ops::attention {
inline namespace XEFORGE_TARGET {

using tile::log2_e;

// The scores of 16 queries from `row` on with `pairs` pairs of tiles; tile 2p has the keys key + 16p + {0, 2, .. 14},
// tile 2p + 1 those after them.
struct XeCoordinates {
  std::int32_t batch, head;
  std::int32_t row, key;
};

// Key by key, with numbers that the instructions carry themselves: this runs with all registers taken.
template <int Tiles>
ESIMD_INLINE void cut(esimd::simd<float, 128> (&scores)[Tiles], const Band<std::int32_t>& band,
                      const XeCoordinates& coordinates) {
  const esimd::simd<std::int32_t, 16> query(coordinates.row - coordinates.key, 1);
  esimd::simd<std::int32_t, 16> keys_end = query + band.end; // counted from coordinates.key
  const std::int32_t all_end = band.seq_k - coordinates.key;
  keys_end.merge(esimd::simd<std::int32_t, 16>(all_end), keys_end > all_end);
  const esimd::simd<std::int32_t, 16> keys_first = query + band.first;
#pragma unroll
  for (int tile = 0; tile < Tiles; ++tile)
#pragma unroll
    for (int row = 0; row < 8; ++row) {
      const std::int32_t key = tile / 2 * 16 + tile % 2 + 2 * row;
      scores[tile].template select<16, 1>(16 * row).merge(esimd::simd<float, 16>(-infinity),
                                                          (keys_end <= key) | (keys_first > key));
    }
}

// The dot products as they are, to be multiplied by `factor`, which is the scale times log2(e). Without LSE.
struct XePlainScores {
  static constexpr bool has_lse = false;
  float factor;

  struct Head {};
  ESIMD_INLINE Head of_head(const XeCoordinates&) const { return {}; }
  template <int Tiles>
  ESIMD_INLINE void apply(esimd::simd<float, 128> (&)[Tiles], const XeCoordinates&, const Head&) const {}
};

// Softcap, ALiBi and a bias, each only if it is there. Bias: float, or the element type of q. What comes out is in
// units of log2, so that the factor is 1.
template <class Bias>
struct XeModifiedScores {
  static constexpr bool has_lse = true;
  static constexpr float factor = 1.0f;
  float scale;   // of the dot products
  float softcap; // 0: none
  Operand<const float> slopes;
  Operand<const Bias> bias; // (b, h, query, key), last stride 1; or null
  std::int32_t seq_q, seq_k;

  // What is the same for all scores of a head, looked up once: registers are scarce later.
  struct Head {
    float slope;               // in units of log2; 0: none
    const std::uint32_t* bias; // of the first query, or null
    std::uint32_t bias_width, bias_pitch;
  };
  ESIMD_INLINE Head of_head(const XeCoordinates& coordinates) const {
    const Bias* const rows = bias.data ? bias.head(coordinates.batch, coordinates.head) : nullptr;
    constexpr int size = sizeof(Bias);
    const std::int64_t row = seq_q == 1 ? seq_k : bias.s; // one row has no stride, but is a surface with a pitch
    return {slopes.data ? log2_e * *slopes.head(coordinates.batch, coordinates.head) : 0.0f,
            reinterpret_cast<const std::uint32_t*>(rows), static_cast<std::uint32_t>(seq_k * size) - 1,
            static_cast<std::uint32_t>(row * size) - 1};
  }

  template <int Tiles>
  ESIMD_INLINE void apply(esimd::simd<float, 128> (&scores)[Tiles], const XeCoordinates& coordinates,
                          const Head& head) const {
    if (softcap == 0.0f)
      multiply(scores, scale * log2_e);
    else
      cap(scores);
    if (head.slope != 0.0f)
      add_distances(scores, coordinates, head);
    if (head.bias != nullptr)
      add_bias(scores, coordinates, head);
  }

private:
  template <int Tiles>
  ESIMD_INLINE static void multiply(esimd::simd<float, 128> (&scores)[Tiles], float by) {
#pragma unroll
    for (int tile = 0; tile < Tiles; ++tile)
      scores[tile] *= by;
  }
  template <int Tiles>
  ESIMD_INLINE void cap(esimd::simd<float, 128> (&scores)[Tiles]) const {
#pragma unroll
    for (int tile = 0; tile < Tiles; ++tile) {
      const esimd::simd<float, 128> capped = scores[tile] * (scale / softcap);
      scores[tile] = (softcap * log2_e) * hyperbolic_tangent<128>(capped);
    }
  }

  // Key by key, as cut() does.
  template <int Tiles>
  ESIMD_INLINE void add_distances(esimd::simd<float, 128> (&scores)[Tiles], const XeCoordinates& coordinates,
                                  const Head& head) const {
    const esimd::simd<float, 16> diagonal =
        esimd::simd<std::int32_t, 16>(coordinates.row + seq_k - seq_q - coordinates.key, 1);
#pragma unroll
    for (int tile = 0; tile < Tiles; ++tile)
#pragma unroll
      for (int row = 0; row < 8; ++row) {
        const auto key = static_cast<float>(tile / 2 * 16 + tile % 2 + 2 * row); // counted from coordinates.key
        const esimd::simd<float, 16> distance = esimd::abs(esimd::simd<float, 16>(diagonal - key));
        scores[tile].template select<16, 1>(16 * row) -= head.slope * distance;
      }
  }

  // A transposed block of words is a tile. Two 16-bit biases share a word: that of an even and that of an odd key.
  template <int Tiles>
  ESIMD_INLINE void add_bias(esimd::simd<float, 128> (&scores)[Tiles], const XeCoordinates& coordinates,
                             const Head& head) const {
    namespace messages = sycl::ext::intel::experimental::esimd;
    constexpr int per_word = 4 / sizeof(Bias);
    const std::uint32_t height = seq_q - 1;
#pragma unroll
    for (int pair = 0; pair < Tiles / 2; ++pair) {
      const int x = (coordinates.key + 16 * pair) / per_word;
      if constexpr (per_word == 2) {
        esimd::simd<std::uint32_t, 128> both = messages::lsc_load_2d<std::uint32_t, 8, 16, 1, true>(
            head.bias, head.bias_width, height, head.bias_pitch, x, coordinates.row);
        auto elements = both.template bit_cast_view<Bias>();
        scores[2 * pair] += log2_e * esimd::simd<float, 128>(elements.template select<128, 2>(0));
        scores[2 * pair + 1] += log2_e * esimd::simd<float, 128>(elements.template select<128, 2>(1));
      } else {
#pragma unroll
        for (int half = 0; half < 2; ++half) {
          esimd::simd<std::uint32_t, 128> keys = messages::lsc_load_2d<std::uint32_t, 8, 16, 1, true>(
              head.bias, head.bias_width, height, head.bias_pitch, x + 8 * half, coordinates.row);
          auto matrix = keys.template bit_cast_view<float, 8, 16>();
#pragma unroll
          for (int parity = 0; parity < 2; ++parity)
            scores[2 * pair + parity].template select<64, 1>(64 * half) +=
                log2_e * esimd::simd<float, 64>(matrix.template select<4, 2, 16, 1>(parity, 0));
        }
      }
    }
  }
};

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::attention
