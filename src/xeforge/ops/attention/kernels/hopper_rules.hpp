// What stands between the dot products and the softmax of the kernels for NVIDIA's Hopper, for tiles of 16 rows: softcap,
// ALiBi, a bias, a mask, and which keys a query may see. A rule that a kernel does not have leaves nothing in it.
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

// Each rule says what it needs of a thread's rows (of_rows(), once), and of their scores with some keys (load(), before the
// dot products, so that memory answers meanwhile), and how many registers it needs for them.
enum class RegistersOfRule { few, some, most };

// The dot products as they are, to be multiplied by `factor`, which is the scale times log2(e).
struct HopperPlainScores {
  static constexpr RegistersOfRule registers = RegistersOfRule::few;
  float factor;

  struct Nothing {};
  template <class Coordinates, class Problem>
  ESIMD_INLINE Nothing of_rows(const Coordinates&, const Problem&) const {
    return {};
  }
  template <int Keys, class Coordinates>
  ESIMD_INLINE Nothing load(const Coordinates&, const Nothing&, std::int32_t) const {
    return {};
  }
  template <int N>
  ESIMD_INLINE esimd::simd<float, N> apply(const esimd::simd<float, N>& scores, const Nothing&) const {
    return scores;
  }
};

// cap * tanh(scale * dot product / cap). What comes out is in units of log2, so that the factor is 1.
struct HopperCappedScores {
  static constexpr RegistersOfRule registers = RegistersOfRule::some;
  static constexpr float factor = 1.0f;
  float inner; // 2 log2(e) * scale / cap
  float outer; // cap * log2(e)

  using Nothing = HopperPlainScores::Nothing;
  template <class Coordinates, class Problem>
  ESIMD_INLINE Nothing of_rows(const Coordinates&, const Problem&) const {
    return {};
  }
  template <int Keys, class Coordinates>
  ESIMD_INLINE Nothing load(const Coordinates&, const Nothing&, std::int32_t) const {
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
  static constexpr RegistersOfRule registers = RegistersOfRule::some;
  static constexpr float factor = 1.0f;
  Dots dots;
  const Element* bias;
  std::int64_t b, h, s; // strides in elements; that of the keys is 1
  std::int32_t seq_q, seq_k;

  using Nothing = HopperPlainScores::Nothing;
  template <class Coordinates, class Problem>
  ESIMD_INLINE Nothing of_rows(const Coordinates&, const Problem&) const {
    return {};
  }
  template <int Keys, class Coordinates>
  ESIMD_INLINE slm_matrix::Pairs<Keys> load(const Coordinates& coordinates, const Nothing&, std::int32_t key) const {
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

// ALiBi: scale * dot product, less a slope times the distance of the key. What comes out is in units of log2, so that the
// factor is 1. Slope: float, that of the head, or HopperSlopes, where rows are heads.
using HopperSlopes = esimd::simd<float, 16>;
template <class Slope = float>
struct HopperAlibiScores {
  static constexpr RegistersOfRule registers = RegistersOfRule::few;
  static constexpr float factor = 1.0f;
  float scale;            // times log2(e)
  const float* slopes;    // or null: 0
  std::int64_t b, h, s;   // strides of batch index, head and row, in elements
  std::int32_t row_count; // that there are slopes for

  struct OfRows {
    Slope slope;           // times -log2(e)
    std::int32_t diagonal; // the key of the first row's
  };
  template <class Coordinates, class Problem>
  ESIMD_INLINE OfRows of_rows(const Coordinates& coordinates, const Problem& problem) const {
    const float* const first = slopes + coordinates.batch * b + coordinates.head * h;
    const std::int32_t diagonal = coordinates.diagonal_in(problem);
    if constexpr (std::is_same_v<Slope, float>) {
      return {*first * -log2_e, diagonal};
    } else {
      const esimd::simd<std::int64_t, 16> row(coordinates.row, 1);
      const HopperSlopes own =
          esimd::gather<float, 16>(first, esimd::simd<std::int64_t, 16>(row * (s * 4)),
                                   row < std::int64_t{slopes == nullptr ? 0 : row_count}, HopperSlopes(0.0f));
      return {own * -log2_e, diagonal};
    }
  }
  struct Loaded {
    Slope slope;
    std::int32_t diagonal, step; // counted from the tile's first column; from row to row
  };
  template <int Keys, class Coordinates>
  ESIMD_INLINE Loaded load(const Coordinates&, const OfRows& rows, std::int32_t key) const {
    return {rows.slope, rows.diagonal - key, Coordinates::diagonal_step};
  }
  template <int N>
  ESIMD_INLINE esimd::simd<float, N> apply(const esimd::simd<float, N>& scores, const Loaded& loaded) const {
    const float by = scale;
    return slm_matrix::with_distances(scores, esimd::simd<std::int32_t, 16>(loaded.diagonal, loaded.step),
                                      HopperSlopes(loaded.slope),
                                      [by](const auto& part, const auto& distances, const auto& slope) {
                                        using Part = std::remove_cvref_t<decltype(part)>;
                                        return esimd::fma(part, Part(by), Part(distances * slope));
                                      });
  }
};

// The scores of Others, of which a mask removes some: bytes, of which 0 does.
template <class Others>
struct HopperMaskedScores : Others {
  static constexpr RegistersOfRule registers =
      Others::registers == RegistersOfRule::few ? RegistersOfRule::some : RegistersOfRule::most;
  const std::uint8_t* mask;
  std::int64_t mask_b, mask_h, mask_s; // strides; that of the keys is 1
  std::int32_t mask_rows, mask_keys;

  template <class OfOthers>
  struct Loaded {
    OfOthers others;
    slm_matrix::Flags flags;
  };
  template <int Keys, class Coordinates>
  ESIMD_INLINE slm_matrix::Flags load_flags(const Coordinates& coordinates, std::int32_t key) const {
    return slm_matrix::load_flags<Keys>(mask + coordinates.batch * mask_b + coordinates.head * mask_h, mask_s,
                                        coordinates.row, mask_rows, key, mask_keys);
  }
  template <int Keys, class Coordinates, class OfRows>
  ESIMD_INLINE auto load(const Coordinates& coordinates, const OfRows& of_rows, std::int32_t key) const {
    return Loaded{Others::template load<Keys>(coordinates, of_rows, key), load_flags<Keys>(coordinates, key)};
  }
  template <int N, class OfOthers>
  ESIMD_INLINE esimd::simd<float, N> apply(const esimd::simd<float, N>& scores, const Loaded<OfOthers>& loaded) const {
    return slm_matrix::keep(Others::apply(scores, loaded.others), loaded.flags);
  }
};

template <class Scores>
inline constexpr bool is_masked = requires(const Scores& scores) { scores.mask; };

// The same where there may be no mask, which is null then.
template <class Others>
struct HopperPerhapsMaskedScores : HopperMaskedScores<Others> {
  using Masked = HopperMaskedScores<Others>;

  template <int Keys, class Coordinates, class OfRows>
  ESIMD_INLINE auto load(const Coordinates& coordinates, const OfRows& of_rows, std::int32_t key) const {
    slm_matrix::Flags flags = ~std::uint32_t{0};
    if (Masked::mask != nullptr)
      flags = Masked::template load_flags<Keys>(coordinates, key);
    return typename Masked::Loaded{Others::template load<Keys>(coordinates, of_rows, key), flags};
  }
};

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::attention
